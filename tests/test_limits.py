"""The limit of requests in one turn."""

import pytest
from replies import Answer, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, ended, turn

from app.agent import Conversation
from app.assemble import agent_from

LIST = calls(("list_directory", {}))


@pytest.fixture
def short(settings: SettingsMaker) -> Conversation:
    """A conversation whose turns may ask the model twice."""
    return Conversation(agent_from(settings(max_rounds=2)))


async def test_at_the_limit_the_model_is_asked_once_more_without_tools(
    server: ScriptedServer, short: Conversation
) -> None:
    server.play(LIST, LIST, say("What I know."))
    end = ended(await turn(short))
    assert ["tools" in body for body in server.bodies] == [True, True, False]
    assert end.reason == "round_limit"
    assert end.text.startswith("What I know.\n\nI reached the limit of requests for one question (2)")


async def test_calls_in_the_last_word_are_not_run(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST)
    end = ended(await turn(short))
    assert (end.reason, end.usage.tool_calls, len(server.requests)) == ("round_limit", 2, 3)
    assert "limit of requests for one question (2)" in end.text


async def test_the_limit_is_named_in_japanese(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST)
    assert "2回のリクエスト" in ended(await turn(short, "全部読んで")).text


async def test_a_last_word_that_fails_still_ends_the_turn(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST, LIST, Answer(400, {"error": {"message": "no"}}))
    assert ended(await turn(short)).reason == "model_error"


async def test_the_next_question_after_the_limit_is_answered(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST, LIST, say("What I know."), say("Yes."))
    await turn(short)
    assert ended(await turn(short)).text == "Yes."
    assert "limit of requests" not in str([m["content"] for m in server.requests[3].messages if m["role"] == "user"])


async def test_an_answer_in_the_last_round_is_no_limit(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST, say("Done."))
    assert ended(await turn(short)).reason == "answered"
