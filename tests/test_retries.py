"""Requests that fail in passing are made again; where it cannot help, they are not."""

import pytest
from replies import Answer, Reply, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice

SOON = {"retry-after-ms": "10"}


def failing(status: int, message: str = "no", headers: dict[str, str] | None = None) -> Answer:
    return Answer(status, {"error": {"message": message}}, SOON if headers is None else headers)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
async def test_what_passes_is_asked_again(server: ScriptedServer, conversation: Conversation, status: int) -> None:
    server.play(failing(status), failing(status), say("Yes."))
    events = await turn(conversation)
    assert (ended(events).text, len(server.requests)) == ("Yes.", 3)
    assert [event.code for event in only(Notice, events)] == ["retry"]
    assert (ended(events).usage.rounds, ended(events).usage.requests) == (1, 3)


@pytest.mark.parametrize(
    ("reply", "requests"),
    [
        (failing(500), 3),
        (chunks(stream_error({"message": "The engine is currently overloaded, please try again later"})), 3),
        (chunks(stream_error({"message": "no such thing"})), 1),
        (failing(400), 1),
        (failing(401), 1),
        (failing(429, "You exceeded your current quota: insufficient_quota"), 1),
        (failing(429, "slow down", {"retry-after": "60"}), 1),
        (failing(429, "slow down", {"retry-after": "soon", "x-should-retry": "false"}), 1),
    ],
)
async def test_how_often_a_failing_request_is_made(
    server: ScriptedServer, conversation: Conversation, reply: Reply, requests: int
) -> None:
    server.play(reply)
    assert (await end_of(conversation)).reason == "model_error"
    assert len(server.requests) == requests


async def test_an_overflow_that_comes_as_a_fault_of_the_server_is_not_asked_again(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(failing(500, "Context size has been exceeded."), say("It did not fit."))
    assert ((await end_of(conversation)).reason, len(server.requests)) == ("context_overflow", 2)


async def test_a_silent_server_is_asked_once(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say("never", before=30))
    end = await end_of(Conversation(agent_from(settings(model_timeout=0.3))))
    assert "said nothing for 0.3 seconds" in end.text
    assert len(server.requests) == 1
