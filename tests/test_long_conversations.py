"""Long conversations over the wire: what is repeated, what is left out, what is said of it."""

import json
from collections.abc import Callable
from itertools import count, pairwise, takewhile
from pathlib import Path

import pytest
from replies import Answer, Json, Reply, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, finished, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice


@pytest.fixture
def folder(workdir: Path) -> Path:
    for number in range(60):
        (workdir / f"part{number}.txt").write_text(f"part {number}: " + "the harbour wall was repaired. " * 60)
    return workdir


def repeated(server: ScriptedServer) -> float:
    """The share of the bytes of all messages that repeat the beginning of the request before."""
    sent = [json.dumps(request.messages, ensure_ascii=False) for request in server.requests]
    same = [
        sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False))) for a, b in pairwise(sent)
    ]
    return sum(same) / sum(map(len, sent[1:]))


async def test_sixty_rounds_with_a_small_window_mostly_repeat_what_was_sent(
    server: ScriptedServer, settings: SettingsMaker, folder: Path
) -> None:
    numbers = count()

    def reading_on(body: Json) -> Reply:
        number = next(numbers)
        return calls(("read_file", {"file_path": f"part{number}.txt"})) if number < 60 else say("All read.")

    server.play(reading_on)
    conversation = Conversation(agent_from(settings(context_window=16_000, max_rounds=70, max_turn_tokens=10**7)))
    events = await turn(conversation)
    assert (ended(events).text, len(server.requests)) == ("All read.", 61)
    assert {event.code for event in only(Notice, events)} == {"left_out", "limit_near"}
    assert repeated(server) >= 0.85, f"{repeated(server):.2f}"


async def test_sixty_turns_with_a_small_window_mostly_repeat_what_was_sent(
    server: ScriptedServer, settings: SettingsMaker, folder: Path
) -> None:
    def answer(body: Json) -> Reply:
        last = body["messages"][-1]
        return (
            say("It was repaired. " * 9)
            if last["role"] == "tool"
            else calls(("read_file", {"file_path": last["content"]}))
        )

    server.play(answer)
    conversation = Conversation(agent_from(settings(context_window=16_000)))
    codes = []
    for number in range(60):
        events = await turn(conversation, f"part{number}.txt")
        assert ended(events).reason == "answered"
        codes += [event.code for event in only(Notice, events)]
    assert repeated(server) >= 0.85, f"{repeated(server):.2f}"
    assert "left_out" in codes
    assert len(codes) <= 15


async def test_a_follow_up_question_about_a_file_just_read_needs_one_request(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(("read_file", {"file_path": "paper1.txt"})), say("A wall."), say("1931."))
    await turn(conversation, "What is in paper1.txt?")
    events = await turn(conversation, "When was it built?")
    assert (ended(events).text, len(server.requests), finished(events)) == ("1931.", 3, [])
    assert "built in 1931" in server.requests[2].text


async def test_a_server_that_drops_what_does_not_fit_in_silence_is_told_of_once(
    server: ScriptedServer, conversation: Conversation, folder: Path
) -> None:
    wanted = [("read_file", {"file_path": f"part{number}.txt"}) for number in range(30)]
    server.play(calls(*wanted, usage=(2_000, 9)), say("Many walls.", usage=(2_050, 9)))
    events = await turn(conversation, "Read all the parts.")
    told = [event for event in only(Notice, events) if event.code == "truncated"]
    assert len(told) == 1
    assert "took in about 2,050 of some" in told[0].text
    await turn(conversation, "And now?")
    assert len(server.requests[2].text) < len(server.requests[1].text) / 2


async def test_what_an_overflow_told_is_remembered_and_the_next_request_fits(
    server: ScriptedServer, conversation: Conversation, folder: Path
) -> None:
    def answer(body: Json) -> Reply:
        size = len(json.dumps(body)) // 4
        if size > 9_000:
            return refusal(size)
        if body["messages"][-1]["content"] == "Read all the parts.":
            return calls(*[("read_file", {"file_path": f"part{number}.txt"}) for number in range(30)])
        return say("Yes.")

    server.play(answer)
    events = await turn(conversation, "Read all the parts.")
    assert ended(events).reason == "context_overflow"
    assert ["9,000 tokens" in event.text for event in only(Notice, events)] == [True]
    assert (await end_of(conversation, "And now?")).text == "Yes."
    assert (await end_of(conversation, "Read all the parts.")).text == "Yes."


@pytest.mark.parametrize(
    ("said", "question", "words"),
    [
        ("maximum context length is 1024 tokens", "Hello?", ["window (1,024 tokens)", "the tools alone", "--ctx-size"]),
        ("maximum context length is 1024 tokens", "こんにちは", ["（1,024 トークン）", "ツールだけで", "--ctx-size"]),
        ("Context size has been exceeded.", "Hello?", ["window is too small", "the tools alone", "num_ctx"]),
    ],
)
async def test_a_window_too_small_for_the_system_text_and_the_tools_is_said_to_be_so(
    server: ScriptedServer, conversation: Conversation, said: str, question: str, words: list[str]
) -> None:
    refused = Answer(400, {"error": {"message": said}})
    # The explainer is asked, but must leave nothing out.
    server.play(lambda body: refused if "tools" in body else say("It was too long."))
    for _ in range(3):
        end = await end_of(conversation, question)
        assert (end.reason, end.offers) == ("context_overflow", ())
        assert [word for word in words if word not in end.text] == []


@pytest.mark.parametrize("window", [4_096, 8_192])
async def test_after_an_overflow_without_figures_every_plain_question_is_answered(
    server: ScriptedServer, conversation: Conversation, workdir: Path, window: int
) -> None:
    for number in range(20):
        (workdir / f"long{number}.txt").write_text(f"part {number}: the harbour wall\n" * 2_000)
    wanted = [("read_file", {"file_path": f"long{number}.txt"}) for number in range(20)]

    def answer(body: Json) -> Reply:
        if len(json.dumps(body)) // 4 > window:
            return Answer(400, {"error": {"message": "The prompt is too long for the context window"}})
        return calls(*wanted) if body["messages"][-1]["content"] == "Read all." else say("Yes.")

    server.play(answer)
    for _ in range(2):
        assert (await end_of(conversation, "Read all.")).reason == "context_overflow"
        events = await turn(conversation, "Hello?")
        assert ended(events).text == "Yes."
        assert [event.code for event in only(Notice, events)][-1:] == ["left_out"]
        assert [(await end_of(conversation, f"Number {number}?")).text for number in range(5)] == ["Yes."] * 5


async def test_calls_that_cannot_fit_are_not_sent_back_but_explained(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    many = calls(*[("list_directory", {"dir_path": f"{number} " + "x" * 240}) for number in range(32)])
    server.play(many, say("Those were too many calls."), say("Yes."))
    conversation = Conversation(agent_from(settings(context_window=3_000)))
    events = await turn(conversation, "List all.")
    assert ended(events).reason == "context_overflow"
    assert "The model's own calls" in server.requests[1].text
    assert ["tools" in body for body in server.bodies] == [True, False]
    assert (await end_of(conversation, "And now?")).text == "Yes."


def counting(window: int, otherwise: Callable[[Json], Reply]) -> Callable[[Json], Reply]:
    """A model that refuses what has more than `window` tokens of text, calls and tools."""

    def answer(body: Json) -> Reply:
        texts = [str(message["content"] or "") for message in body["messages"]]
        called = [call["function"] for message in body["messages"] for call in message.get("tool_calls") or ()]
        size = (sum(map(len, texts)) + len(json.dumps([called, body.get("tools")]))) // 4
        return otherwise(body) if size <= window else refusal(size)

    return answer


async def test_two_hundred_rounds_of_small_results_fit_into_a_small_window(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path
) -> None:
    numbers = count()

    def reading_on(body: Json) -> Reply:
        number = next(numbers)
        (workdir / "log.txt").write_text(f"entry {number} " * 9)
        return calls(("read_file", {"file_path": "log.txt"})) if number < 200 else say("All read.")

    server.play(counting(4_096, reading_on))
    small = settings(context_window=4_096, max_rounds=300, max_turn_tokens=10**7)
    events = await turn(Conversation(agent_from(small)))
    assert (ended(events).text, len(server.requests)) == ("All read.", 201)
    assert len(only(Notice, events)) < 20


async def test_thirty_two_reads_side_by_side_fit_into_a_small_window(
    server: ScriptedServer, settings: SettingsMaker, folder: Path
) -> None:
    wanted = [("read_file", {"file_path": f"part{number}.txt"}) for number in range(32)]
    server.play(
        counting(4_096, lambda body: say("Many.") if body["messages"][-1]["role"] == "tool" else calls(*wanted))
    )
    events = await turn(Conversation(agent_from(settings(context_window=4_096))), "Read all the parts.")
    assert (ended(events).text, len(only(Notice, events))) == ("Many.", 1)


def refusal(size: int) -> Reply:
    return Answer(
        400, {"error": {"message": f"request ({size} tokens) exceeds the available context size (9000 tokens)"}}
    )
