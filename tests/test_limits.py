"""The limits of a turn: requests, tokens, calls in a reply, and going round in circles."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from replies import Answer, Json, Mark, Reply, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, ended, finished, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice, Offer

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


@pytest.mark.parametrize(
    ("reply", "reason", "words"),
    [
        (Answer(400, {"error": {"message": "no such thing"}}), "model_error", "no such thing"),
        (chunks(chunk({"content": "So far "}), Mark.DROP), "model_error", "broke off before it was"),
        (Answer(400, {"error": {"message": "Context size has been exceeded."}}), "context_overflow", "did not fit"),
        (say(""), "model_error", "empty answer"),
        (say("So far", finish="content_filter"), "model_error", "content filter"),
        (chunks(chunk({"refusal": "I cannot do that."}, "stop")), "model_error", "I cannot do that."),
        (say("So far", finish="length"), "round_limit", "length limit"),
    ],
    ids=["refused", "dropped", "overflow", "empty", "filtered", "refusal", "cut"],
)
async def test_what_goes_wrong_with_the_last_word_is_said_beside_the_limit(
    server: ScriptedServer, short: Conversation, reply: Reply, reason: str, words: str
) -> None:
    server.play(LIST, LIST, reply)
    end = ended(await turn(short))
    assert (end.reason, words in end.text, "(2)" in end.text, "MAX_ROUNDS" in end.text) == (reason, True, True, True)
    assert end.text.startswith("So far") == ("So far" in str(reply))
    assert Offer("Go on", "Go on") in end.offers


async def test_an_empty_last_word_is_asked_for_once_more(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST, LIST, say(""), say("What I know."))
    end = ended(await turn(short))
    assert (end.reason, end.text.startswith("What I know.\n\nI reached the limit")) == ("round_limit", True)


async def test_an_empty_reply_in_the_last_round_is_followed_by_the_last_word(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say(""), say("What I know."))
    end = ended(await turn(Conversation(agent_from(settings(max_rounds=1)))))
    assert (end.reason, end.text.startswith("What I know.")) == ("round_limit", True)


@pytest.mark.parametrize(("question", "message"), [("Read all.", "Go on"), ("全部読んで", "続けて")])
async def test_the_way_on_behind_a_limit_is_a_button_that_says_what_the_sentence_tells(
    server: ScriptedServer, short: Conversation, question: str, message: str
) -> None:
    server.play(LIST, LIST, say("…"), say("Yes."))
    end = ended(await turn(short, question))
    assert [offer.message for offer in end.offers] == [message]
    assert message.lower() in end.text
    assert ended(await turn(short, end.offers[0].message)).text == "Yes."


async def test_the_next_question_after_the_limit_is_answered(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST, LIST, say("What I know."), say("Yes."))
    await turn(short)
    assert ended(await turn(short)).text == "Yes."
    assert "limit of requests" not in str([m["content"] for m in server.requests[3].messages if m["role"] == "user"])


async def test_an_answer_in_the_last_round_is_no_limit(server: ScriptedServer, short: Conversation) -> None:
    server.play(LIST, say("Done."))
    assert ended(await turn(short)).reason == "answered"


def asking(*wanted: tuple[str, object]) -> Callable[[Json], Reply]:
    """The same calls in every reply, as long as there are tools; then an answer."""
    return lambda body: calls(*wanted) if body.get("tools") else say("What I know.")


def reading(path: str) -> tuple[str, object]:
    return "read_file", {"file_path": path}


async def test_the_same_call_with_the_same_result_is_remarked_on_at_the_third_time_and_ends_at_the_fifth(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(asking(reading("paper1.txt")))
    events = await turn(conversation)
    end = ended(events)
    assert (end.reason, len(finished(events)), len(server.requests)) == ("loop", 5, 6)
    assert end.text.startswith("What I know.\n\nI stopped because the same step gave the same result 5 times")
    assert [event.code for event in only(Notice, events)] == ["repeating"]
    remarks = ["for time" in request.messages[-1]["content"] for request in server.requests[1:5]]
    assert remarks == [False, False, True, True]


@pytest.mark.parametrize("length", [2, 3, 4])
async def test_a_cycle_counts_like_one_call(server: ScriptedServer, conversation: Conversation, length: int) -> None:
    paths = [f"none{number}.txt" for number in range(length)]
    turns = iter(paths * 9)
    server.play(lambda body: calls(reading(next(turns))) if body.get("tools") else say("Enough."))
    end = ended(await turn(conversation))
    assert (end.reason, end.usage.tool_calls) == ("loop", 5 * length)


async def test_a_cycle_counts_also_within_one_reply(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(asking(*[reading(f"none{number}.txt") for number in range(4)]))
    end = ended(await turn(Conversation(agent_from(settings()))))
    assert (end.reason, end.usage.tool_calls) == ("loop", 20)


async def test_a_cycle_of_five_is_no_loop(server: ScriptedServer, conversation: Conversation) -> None:
    turns = iter([f"none{number}.txt" for number in range(5)] * 9)
    server.play(lambda body: calls(reading(next(turns))) if body.get("tools") else say("Enough."))
    assert ended(await turn(conversation)).reason == "round_limit"


async def test_the_same_call_with_a_new_result_is_progress(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    numbers = count()

    def growing(body: Json) -> Reply:
        (workdir / "log.txt").write_text(f"line {next(numbers)}\n")
        return calls(reading("log.txt")) if body.get("tools") else say("Enough.")

    server.play(growing)
    events = await turn(conversation)
    told = [event.code for event in only(Notice, events)]
    assert (ended(events).reason, len(finished(events)), told) == ("round_limit", 20, ["limit_near"])


async def test_equal_calls_side_by_side_are_no_loop(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(*[reading("paper1.txt")] * 8), say("1931."))
    events = await turn(conversation)
    assert (ended(events).text, len(finished(events)), only(Notice, events)) == ("1931.", 8, [])


async def test_at_the_limit_of_tokens_the_best_answer_is_asked_for(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    conversation = Conversation(agent_from(settings(max_turn_tokens=9_000)))
    numbers = count()
    server.play(
        lambda body: (
            calls(reading(f"none{next(numbers)}.txt"), usage=(2_500, 500)) if body.get("tools") else say("What I know.")
        )
    )
    end = ended(await turn(conversation))
    assert (end.reason, "tools" in server.bodies[-1]) == ("token_limit", False)
    assert end.text.startswith("What I know.\n\nI reached the limit of tokens for one question (9,000)")
    assert ("MAX_TURN_TOKENS" in end.text, [offer.message for offer in end.offers]) == (True, ["Go on"])
    assert len(server.requests) == 4


async def test_the_first_request_is_made_however_low_the_limit_of_tokens(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say("Yes.", usage=(9_000, 10)))
    assert ended(await turn(Conversation(agent_from(settings(max_turn_tokens=1_000))))).text == "Yes."


async def test_the_calls_of_one_reply_are_capped_and_the_rest_say_so(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(*[reading(f"none{number}.txt") for number in range(40)]), say("Many."))
    events = await turn(conversation)
    codes = [event.code for event in finished(events)]
    assert (codes[:32].count("path:not_found"), codes[32:]) == (32, ["args:range:calls"] * 8)
    assert [m["role"] for m in server.requests[1].messages].count("tool") == 40
    assert ended(events).usage.tool_calls == 32


async def test_an_empty_reply_is_asked_for_once_more(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say(""), say("Yes."))
    events = await turn(conversation)
    assert (ended(events).text, [event.code for event in only(Notice, events)]) == ("Yes.", ["empty_reply"])


async def test_a_second_empty_reply_is_said(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say(""))
    end = ended(await turn(conversation))
    assert (end.reason, "empty answer" in end.text, len(server.requests)) == ("model_error", True, 2)


@pytest.mark.parametrize(
    ("limits", "question", "said"),
    [
        ({"max_rounds": 5}, "Read all.", "4 of the 5 requests"),
        ({"max_rounds": 5}, "全部読んで", "5 リクエスト中 4 を"),
        ({"max_turn_tokens": 20_000}, "Read all.", "of the 20,000 tokens"),
    ],
)
async def test_a_limit_that_is_near_is_told_once_before_it_is_reached(
    server: ScriptedServer, settings: SettingsMaker, limits: Json, question: str, said: str
) -> None:
    turns = count()
    server.play(
        lambda body: calls(reading(f"none{next(turns)}.txt"), usage=(1_100, 20)) if body.get("tools") else say("…")
    )
    events = await turn(Conversation(agent_from(settings(**limits))), question)
    near = [event for event in only(Notice, events) if event.code == "limit_near"]
    assert ([said in notice.text for notice in near], ended(events).reason) == (
        [True],
        "round_limit" if "max_rounds" in limits else "token_limit",
    )
