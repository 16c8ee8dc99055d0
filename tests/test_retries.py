"""Requests that fail in passing are made again; where it cannot help, they are not."""

import asyncio

import pytest
from replies import Answer, Mark, Reply, chunk, chunks, say, stream_error
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


@pytest.mark.parametrize("asked", ["nan", "inf", "-inf", "-5", "0", "1e999", "soon", ""])
@pytest.mark.parametrize("header", ["retry-after", "retry-after-ms"])
async def test_a_time_to_wait_that_is_none_is_not_waited_for(
    server: ScriptedServer,
    conversation: Conversation,
    header: str,
    asked: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.model_errors._PAUSES", (0.01, 0.01))
    server.play(failing(429, "slow down", {header: asked}), say("Yes."))
    async with asyncio.timeout(5):
        assert (await end_of(conversation)).text == "Yes."


ASKED_AGAIN = "It is asked again, twice at most."


@pytest.mark.parametrize(
    ("reply", "question", "notice"),
    [
        (failing(429, "Rate limit reached."), "What?", f"The model server is busy (Rate limit reached). {ASKED_AGAIN}"),
        (
            failing(429, "Rate limit reached."),
            "何？",
            "モデルサーバーが混み合っています（Rate limit reached）。あと2回まで問い合わせ直します。",
        ),
        (failing(500, "Boom"), "What?", f"The model server had a fault (Boom). {ASKED_AGAIN}"),
        (Answer(502, "", SOON), "What?", f"The model server had a fault (HTTP 502). {ASKED_AGAIN}"),
        (chunks(Mark.DROP), "What?", f"The connection to the model server broke off. {ASKED_AGAIN}"),
        (
            chunks(chunk({"content": "The "}), Mark.DROP),
            "何？",
            "モデルサーバーとの接続が切れました。あと2回まで問い合わせ直します。",
        ),
    ],
    ids=["busy", "busy in Japanese", "a fault", "no words", "dropped", "dropped in mid-answer"],
)
async def test_a_notice_says_what_happened_and_puts_no_words_into_the_servers_mouth(
    server: ScriptedServer, conversation: Conversation, reply: Reply, question: str, notice: str
) -> None:
    server.play(reply, say("The end."))
    assert [event.text for event in only(Notice, await turn(conversation, question))] == [notice]


async def test_the_seconds_that_a_server_asks_for_are_told(
    server: ScriptedServer, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("app.agent.model.asking.asyncio.sleep", sleep)
    server.play(*[failing(429, "busy", {"retry-after": "7"})] * 2, say("Yes."))
    said = [event.text for event in only(Notice, await turn(conversation))]
    assert (pauses, len(said)) == ([7.0, 7.0], 2)
    assert ("again in 7 s, twice at most" in said[0], "once more in 7 s" in said[1]) == (True, True)


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
