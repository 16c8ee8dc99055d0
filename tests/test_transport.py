"""How requests travel: what a person's network, address and habits ask of the connections."""

import asyncio
import gc
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import openai
import pytest
from replies import Answer, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of

from app.agent import Conversation
from app.assemble import agent_from
from app.models import chosen_model

LARGE = "word " * 300_000


class Proxy(ThreadingHTTPServer):
    """A proxy that lets nothing through; it records what it was asked for."""

    daemon_threads = True
    asked: list[str]


class _Refusing(BaseHTTPRequestHandler):
    server: Proxy

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""

    def do_POST(self) -> None:
        self.server.asked.append(self.path)
        self.send_error(403)


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """A proxy that the environment names."""
    with Proxy(("127.0.0.1", 0), _Refusing) as running:
        running.asked = []
        Thread(target=running.serve_forever, args=(0.005,), daemon=True).start()
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{running.server_address[1]}")
        monkeypatch.delenv("no_proxy", raising=False)
        yield running
        running.shutdown()


async def test_a_proxy_of_the_environment_is_used(proxy: Proxy, settings: SettingsMaker) -> None:
    await end_of(Conversation(agent_from(settings(openai_base_url="http://model.example/v1"))))
    assert proxy.asked == ["http://model.example/v1/chat/completions"]


async def test_a_server_that_needs_no_proxy_is_asked_itself(
    proxy: Proxy, server: ScriptedServer, settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert (await end_of(Conversation(agent_from(settings())))).text == "ok"
    assert proxy.asked == []


async def test_a_password_in_the_address_is_sent_as_a_header(server: ScriptedServer, settings: SettingsMaker) -> None:
    url = server.url.replace("//", "//ann:s%40cret@")
    assert (await end_of(Conversation(agent_from(settings(openai_base_url=url))))).text == "ok"
    assert server.requests[0].headers["host"] == f"127.0.0.1:{server.port}"


async def test_a_request_of_more_than_a_megabyte_arrives_whole(server: ScriptedServer, settings: SettingsMaker) -> None:
    conversation = Conversation(agent_from(settings(context_window=10**7, max_turn_tokens=10**7)))
    assert (await end_of(conversation, LARGE)).text == "ok"
    assert server.requests[0].messages[-1]["content"] == LARGE


@pytest.mark.parametrize("host", ["a..b", "x" * 70, "127.0.0.1:1"])
async def test_a_host_that_cannot_be_is_a_server_that_cannot_be_reached(settings: SettingsMaker, host: str) -> None:
    with pytest.raises(openai.APIConnectionError):
        await chosen_model(settings(openai_base_url=f"http://{host}/v1")).chat.ainvoke("hello")


@asynccontextmanager
async def speaking(greeting: bytes) -> AsyncIterator[tuple[str, list[int]]]:
    """The address of a server that says `greeting` to everybody and hangs up, and the ports from which it was asked."""
    asked: list[int] = []

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(writer.get_extra_info("peername")[1])
        writer.write(greeting)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", asked


@pytest.mark.parametrize(
    ("scheme", "greeting", "words"),
    [
        ("https", b"HTTP/1.1 400 Bad Request\r\n\r\n", "secure connection"),
        ("http", b"SSH-2.0-OpenSSH_9.6\r\n", "does not speak HTTP"),
    ],
)
async def test_a_server_that_speaks_otherwise_is_told_so_and_asked_once(
    settings: SettingsMaker, scheme: str, greeting: bytes, words: str
) -> None:
    async with speaking(greeting) as (address, asked):
        end = await end_of(Conversation(agent_from(settings(openai_base_url=f"{scheme}://{address}"))))
    assert (words in end.text, f"{scheme}://{address}" in end.text, len(asked)) == (True, True, 1)


def sent_on(status: int, to: str) -> Answer:
    return Answer(status, "", {"Location": to})


ELSEWHERE = {
    "another host": (sent_on(307, "http://other.example/v1/chat/completions?x=1"), "to http://other.example/v1."),
    "a way that loses the request": (sent_on(302, "/v1/chat/completions"), "/v1."),
    "another kind of address": (sent_on(308, "ftp://127.0.0.1/v1/chat/completions"), "to ftp://127.0.0.1/v1."),
}


@pytest.mark.parametrize(("answer", "words"), ELSEWHERE.values(), ids=ELSEWHERE.keys())
async def test_a_conversation_goes_nowhere_but_to_its_server_and_the_other_address_is_told(
    server: ScriptedServer, conversation: Conversation, answer: Answer, words: str
) -> None:
    server.play(answer)
    end = await end_of(conversation)
    assert (words in end.text, "OPENAI_BASE_URL" in end.text, len(server.requests)) == (True, True, 1)


async def test_a_server_may_send_on_to_itself(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(sent_on(308, "/v1/chat/completions"), say("Yes."))
    assert (await end_of(conversation)).text == "Yes."


@pytest.mark.parametrize(("to", "requests"), [("/v1/chat/completions", 21), ("http://:x/", 1)], ids=["a loop", "none"])
async def test_a_way_that_ends_nowhere_is_told_and_taken_once(
    server: ScriptedServer, conversation: Conversation, to: str, requests: int
) -> None:
    server.play(sent_on(307, to))
    end = await end_of(conversation)
    assert ("leads nowhere" in end.text, len(server.requests)) == (True, requests)


def test_the_end_of_an_event_loop_closes_its_connections(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say("one"), calls(("list_directory", {})), say("two"))

    def texts_from_two_loops() -> list[str]:
        agent = agent_from(settings())
        return [asyncio.run(end_of(Conversation(agent))).text for _ in range(2)]

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert texts_from_two_loops() == ["one", "two"]
        gc.collect()
    assert [str(warning.message) for warning in told] == []
