"""What leaves for a chat-completions server: the library's own bytes, in a cheaper way."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from openai.resources.chat.completions import AsyncCompletions
from replies import Json, Reply, calls, chunk, chunks, say
from scripted_server import Request, ScriptedServer
from turns import SettingsMaker, end_of

from app.agent import Conversation
from app.assemble import agent_from
from app.models.completions import Completions

QUESTION = "Was steht in paper1.txt? 1931年ですか “so”?"


def reply(body: Json) -> Reply:
    said = sum(message["role"] == "assistant" for message in body["messages"])
    read = calls(("read_file", {"file_path": f"paper{said + 1}.txt"}), ids=[f"call_{said}"])
    return read if said < 2 else say("1931.")


async def sent(server: ScriptedServer, settings: SettingsMaker, **more: Any) -> list[Request]:
    """The requests of a turn with two calls, of a new agent."""
    server.play(reply)
    assert (await end_of(Conversation(agent_from(settings(**more))), QUESTION)).text == "1931."
    return server.requests


def on_the_wire(request: Request) -> tuple[str, str, dict[str, str]]:
    """The path, the body with its keys in their order, and the headers, the body's length among them."""
    return request.path, json.dumps(request.body, ensure_ascii=False), dict(request.headers)


def put_in_place(patch: pytest.MonkeyPatch, made: Callable[[Any, Any], Any]) -> None:
    patch.setattr("app.models.chat.Completions", made)


@pytest.mark.parametrize("more", [{}, {"max_answer_tokens": 500, "openai_api_key": None}], ids=["plain", "more"])
async def test_a_request_is_the_librarys_own_byte_for_byte(
    server: ScriptedServer, settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch, more: Json
) -> None:
    ours = [on_the_wire(request) for request in await sent(server, settings, **more)]
    put_in_place(monkeypatch, lambda client, _: client.chat.completions)
    librarys = [on_the_wire(request) for request in await sent(server, settings, **more)]
    assert len(ours) == 3
    assert ours == librarys


async def test_no_request_of_a_turn_goes_through_the_librarys_walk_over_its_messages(
    server: ScriptedServer, settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AsyncCompletions, "create", None)
    assert len(await sent(server, settings)) == 3


async def test_where_the_client_has_no_post_the_librarys_own_way_is_taken_and_its_replies_are_mended(
    server: ScriptedServer, settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_in_place(
        monkeypatch,
        lambda client, lessons: Completions(SimpleNamespace(chat=client.chat), lessons),  # type: ignore[arg-type]
    )
    assert len(await sent(server, settings)) == 3
    server.play(chunks(chunk({"tool_calls": [{"index": 0}]}), *say("<think>So.</think>Yes.").pieces))
    assert (await end_of(Conversation(agent_from(settings())))).text == "Yes."


async def test_the_built_in_helper_is_asked_in_the_same_way(
    settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AsyncCompletions, "create", None)
    agent = agent_from(settings(openai_base_url=None, openai_api_key=None))
    assert "paper1.txt" in (await end_of(Conversation(agent), "What files are there?")).text
