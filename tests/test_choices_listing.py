"""The list of a server's models: a help to the person, whatever the server says."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from replies import say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Usage
from app.models.listing import Listing, listing_for
from app.prices import price_of
from app.usage import usage_line


class Lister(ThreadingHTTPServer):
    """Answers every GET with `status`, `body` and `headers`."""

    daemon_threads = True
    status = 200
    body: str = ""
    moved_to = ""
    asked: list[str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Answering(BaseHTTPRequestHandler):
    server: Lister

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""

    def do_GET(self) -> None:
        self.server.asked.append(self.headers.get("authorization", ""))
        data = self.server.body.encode()
        self.send_response(self.server.status)
        if self.server.moved_to:
            self.send_header("Location", self.server.moved_to)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def lister() -> Iterator[Lister]:
    with Lister(("127.0.0.1", 0), _Answering) as running:
        running.asked = []
        Thread(target=running.serve_forever, args=(0.005,), daemon=True).start()
        yield running
        running.shutdown()


def listed(*names: object) -> str:
    return json.dumps({"object": "list", "data": [{"id": name, "object": "model"} for name in names]})


async def test_the_names_are_asked_for_once_with_the_key_and_in_order(lister: Lister) -> None:
    lister.body = listed("qwen3:8b", "Llama", "alpha")
    listing = Listing(lister.url, "sk-1")
    assert await listing.names() == await listing.names() == ("alpha", "Llama", "qwen3:8b")
    assert lister.asked == ["Bearer sk-1"]


async def test_what_cannot_be_a_name_is_left_out(lister: Lister) -> None:
    lister.body = listed("good", "", None, 7, "a\nb", "x" * 500, {"id": "y"})
    assert await Listing(lister.url, "k").names() == ("good",)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, ""),
        (200, "<html>"),
        (200, "null"),
        (200, "[]"),
        (200, '{"data": null}'),
        (200, '{"data": {"id": "x"}}'),
        (200, '{"data": ["x", 1]}'),
        (200, '{"error": "no"}'),
        (401, '{"error": {"message": "no"}}'),
        (404, "not here"),
        (500, "{"),
    ],
)
async def test_a_server_without_a_list_has_none(lister: Lister, status: int, body: str) -> None:
    lister.status, lister.body = status, body
    assert await Listing(lister.url, "k").names() == ()


async def test_the_key_goes_to_no_other_host(lister: Lister) -> None:
    lister.status, lister.moved_to = 307, f"http://localhost:{lister.server_address[1]}/v1/models"
    assert await Listing(lister.url, "k").names() == ()
    assert len(lister.asked) == 1


async def test_where_nothing_listens_there_is_none_and_the_helper_has_no_server(settings: SettingsMaker) -> None:
    assert await Listing("http://127.0.0.1:1/v1", "k").names() == ()
    assert listing_for(settings(openai_base_url=None, openai_api_key=None)) is None
    assert listing_for(settings()) is listing_for(settings(max_rounds=3))


@pytest.mark.parametrize("temperature", [None, 0, 0.7])
async def test_a_temperature_is_sent_only_where_there_is_one(
    server: ScriptedServer, settings: SettingsMaker, temperature: float | None
) -> None:
    await end_of(Conversation(agent_from(settings(temperature=temperature))))
    assert server.bodies[0].get("temperature") == temperature
    assert ("temperature" in server.bodies[0]) == (temperature is not None)


async def test_a_chosen_language_is_that_of_the_instruction_and_of_the_apps_own_sentences(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say("", finish="stop"))
    ended = await end_of(Conversation(agent_from(settings(answer_language="ja"))), "What is there?")
    assert "Answer in Japanese, whatever" in server.requests[0].text
    assert "モデル" in ended.text


async def test_the_built_in_helper_answers_in_the_chosen_language(settings: SettingsMaker) -> None:
    helper = settings(openai_base_url=None, openai_api_key=None, model="gpt-6-luna", answer_language="ja")
    assert "ファイル" in (await end_of(Conversation(agent_from(helper)), "What is in the work folder?")).text


async def test_a_turn_costs_what_its_tokens_do_where_the_price_is_known(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say("Yes.", usage=(1_000_000, 10_000)))
    priced = await end_of(Conversation(agent_from(settings(model_price="1.5, 20", max_turn_tokens=9_000_000))))
    assert priced.usage.cost == pytest.approx(1.7)
    assert (await end_of(Conversation(agent_from(settings())))).usage.cost is None


def test_prices_are_those_of_the_official_server_unless_one_is_said() -> None:
    known = price_of("gpt-6-luna", "https://api.openai.com/v1", None)
    assert known is not None and known.cost(1_000_000, 1_000_000, 500_000) == pytest.approx(0.05 + 0.005 + 0.5)
    assert price_of("gpt-6-luna", "http://localhost:8080/v1", None) is None
    assert price_of("unheard-of", "https://api.openai.com/v1", None) is None


@pytest.mark.parametrize(
    ("cost", "english", "japanese"),
    [
        (1234.5, "about $1,234.50", "約 1,234.50 ドル"),
        (0.01234, "about $0.0123", "約 0.0123 ドル"),
        (0.00001, "less than $0.0001", "0.0001 ドル未満"),
        (0.0, "about $0.00", "約 0.00 ドル"),
    ],
)
def test_a_cost_is_said_as_an_estimate(cost: float, english: str, japanese: str) -> None:
    usage = Usage(rounds=1, requests=1, cost=cost)
    assert usage_line(usage, "en", False).endswith(english)
    assert usage_line(usage, "ja", False).endswith(japanese)
