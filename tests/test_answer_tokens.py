"""The most tokens of an answer, MAX_ANSWER_TOKENS, and windows that are too small for it."""

import json
from collections.abc import Callable

import pytest
from replies import Answer, Json, Reply, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice

WITH_FIGURES = (
    "This model's maximum context length is 8192 tokens. However, you requested {total} tokens ({sent} in the messages,"
    " {asked} in the completion). Please reduce the length of the messages or completion."
)
OF_VLLM = (
    "'max_tokens' or 'max_completion_tokens' is too large: {asked}. This model's maximum context length is 8192 tokens"
    " and your request has {sent} input tokens ({asked} > 8192 - {sent})."
)
WITHOUT_FIGURES = "Context size has been exceeded."


def strict(said: str, otherwise: Reply, window: int = 8_192) -> Callable[[Json], Reply]:
    """A server that refuses a request which does not fit into `window` together with the answer that it asks for."""

    def answer(body: Json) -> Reply:
        asked = body.get("max_tokens") or 16
        sent = sum(len(str(message["content"])) for message in body["messages"]) // 4
        sent += len(json.dumps(body.get("tools"))) // 4
        if sent + asked <= window:
            return otherwise
        return Answer(400, {"error": {"message": said.format(asked=asked, sent=sent, total=sent + asked)}})

    return answer


@pytest.mark.parametrize("words", [1, 1_000])
@pytest.mark.parametrize("said", [WITH_FIGURES, OF_VLLM, WITHOUT_FIGURES])
async def test_an_answer_longer_than_the_servers_window_is_asked_for_shorter(
    server: ScriptedServer, settings: SettingsMaker, said: str, words: int
) -> None:
    server.play(strict(said, say("Yes.")))
    conversation = Conversation(agent_from(settings(max_answer_tokens=20_000)))
    events = await turn(conversation, "Is it? " * words)
    assert (ended(events).text, [event.code for event in only(Notice, events)]) == ("Yes.", ["answer_lowered"])
    events = await turn(conversation, "And now?")
    assert (ended(events).text, only(Notice, events)) == ("Yes.", [])


async def test_with_the_window_set_no_request_asks_for_too_much(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(strict(WITH_FIGURES, say("A wall that was repaired. " * 40)))
    conversation = Conversation(agent_from(settings(max_answer_tokens=20_000, context_window=8_192)))
    reasons = [(await end_of(conversation, f"Question {number}?")).reason for number in range(30)]
    assert (reasons, len(server.requests)) == (["answered"] * 30, 30)
    asked = [body["max_tokens"] for body in server.bodies]
    assert (asked[0] > 4_000, min(asked) >= 2_000) == (True, True)


@pytest.mark.parametrize("said", [WITH_FIGURES, WITHOUT_FIGURES])
@pytest.mark.parametrize("window", [None, 2_230])
async def test_beside_the_system_text_and_the_tools_a_small_window_still_has_room_for_a_short_answer(
    server: ScriptedServer, settings: SettingsMaker, said: str, window: int | None
) -> None:
    server.play(strict(said.replace("8192", "2230"), say("Yes."), window=2_230))
    conversation = Conversation(agent_from(settings(max_answer_tokens=6_144, context_window=window)))
    assert [(await end_of(conversation, question)).reason for question in ("Is it?", "And now?")] == ["answered"] * 2


async def test_a_limit_that_fits_is_asked_for_as_it_is_set(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(calls(("read_file", {"file_path": "paper1.txt"})), say("1931."))
    events = await turn(Conversation(agent_from(settings(max_answer_tokens=700))))
    assert ([body["max_tokens"] for body in server.bodies], only(Notice, events)) == ([700, 700], [])


async def test_a_conversation_that_is_too_long_by_itself_is_not_asked_again_with_a_shorter_answer(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(strict(WITH_FIGURES, say("It did not fit.")))
    conversation = Conversation(agent_from(settings(max_answer_tokens=1_000)))
    assert (await end_of(conversation, "Is this right? " * 3_000)).reason == "context_overflow"
    assert ["tools" in body for body in server.bodies] == [True, False]


async def test_the_explainer_too_asks_for_what_fits(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(strict(WITH_FIGURES, say("The question is too long.")))
    conversation = Conversation(agent_from(settings(max_answer_tokens=20_000)))
    end = await end_of(conversation, "Is this right? " * 3_000)
    assert (end.reason, "The question is too long." in end.text) == ("context_overflow", True)


@pytest.mark.parametrize(
    "said",
    [
        "max_tokens is too large: {asked}. This model supports at most 4096 completion tokens, whereas you provided"
        " {asked}.",
        "max_tokens: {asked} > 4096, which is the maximum allowed number of output tokens for this model",
        "`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the"
        " `context_window` for this model",
        "Invalid max_tokens value, the valid range of max_tokens is [1, 4096]",
    ],
)
async def test_the_longest_answer_of_a_model_is_learnt_from_its_refusal(
    server: ScriptedServer, settings: SettingsMaker, said: str
) -> None:
    def answer(body: Json) -> Reply:
        asked = body["max_tokens"]
        return say("Yes.") if asked <= 4_096 else Answer(400, {"error": {"message": said.format(asked=asked)}})

    server.play(answer)
    agent = agent_from(settings(max_answer_tokens=20_000))
    assert (await end_of(Conversation(agent))).text == "Yes."
    assert (await end_of(Conversation(agent))).text == "Yes."
    assert [body["max_tokens"] for body in server.bodies] == [20_000, 4_096, 4_096]
