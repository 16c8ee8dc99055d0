"""A turn that overflows: the explainer speaks once, the person learns what to do, the conversation goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from replies import Answer, Json, Reply, calls, chunk, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from

BIG = "The harbour wall was repaired again. " * 2_000
ENGLISH, JAPANESE = "Read big.txt to me.", "big.txt を読んで"
REFUSED = Answer(
    400,
    {
        "error": {
            "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 20000"
            " tokens.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        }
    },
)


def window(chars: int, otherwise: Callable[[Json], Reply]) -> Callable[[Json], Reply]:
    """A model that refuses requests with more than `chars` characters of messages."""

    def reply(body: Json) -> Reply:
        size = sum(
            len(str(message.get("content"))) + len(str(message.get("tool_calls"))) for message in body["messages"]
        )
        return REFUSED if size > chars else otherwise(body)

    return reply


def reads_big(body: Json) -> Reply:
    """Reads big.txt when asked to; explains; answers anything else."""
    asked = str(body["messages"][-1]["content"])
    if "tools" not in body:
        return say("`big.txt` was too large; ask for lines 1 to 200 of big.txt.")
    return calls(("read_file", {"file_path": "big.txt"})) if asked in (ENGLISH, JAPANESE) else say("Yes.")


@pytest.fixture
def big(workdir: Path, settings: SettingsMaker) -> Conversation:
    """A conversation about a folder with a file that fits into a result, not into the model's window."""
    (workdir / "big.txt").write_text(BIG)
    return Conversation(agent_from(settings(max_result_chars=100_000)))


async def test_the_explainer_is_asked_once_and_its_words_end_the_turn(
    server: ScriptedServer, big: Conversation
) -> None:
    server.play(window(8_000, reads_big))
    events = await turn(big, ENGLISH)
    end = ended(events)
    assert (end.reason, end.text) == ("context_overflow", "`big.txt` was too large; ask for lines 1 to 200 of big.txt.")
    assert ["tools" in body for body in server.bodies] == [True, True, False]
    assert streamed(events) == end.text


@pytest.mark.parametrize(("question", "language"), [(ENGLISH, "English"), (JAPANESE, "Japanese")])
async def test_the_explainer_is_given_the_facts_and_nothing_large(
    server: ScriptedServer, big: Conversation, question: str, language: str
) -> None:
    server.play(window(8_000, reads_big))
    await turn(big, question)
    given = server.requests[2].text
    assert ("big.txt" in given, "18,500 " in given, f"Answer in {language}." in given) == (True, True, True)
    assert len(given) < 4_000


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (ENGLISH, ["did not fit", "`big.txt`", "(74 kB): about 18,500 tokens", "read in parts", "goes on"]),
        (JAPANESE, ["収まりませんでした", "`big.txt`", "（74 kB）", "約 18,500 トークン", "分割して", "続けられます"]),
    ],
)
@pytest.mark.parametrize(
    "refusal",
    [
        REFUSED,
        Answer(500, {"error": {"message": "Down."}}, {"x-should-retry": "false"}),
        say(""),
        chunks(chunk({"content": ""}), stream_error({"message": "Context size has been exceeded."})),
    ],
    ids=["refused", "down", "empty", "refused in the stream"],
)
async def test_without_the_explainers_words_the_facts_are_said(
    server: ScriptedServer, big: Conversation, question: str, words: list[str], refusal: Reply
) -> None:
    server.play(window(8_000, lambda body: reads_big(body) if "tools" in body else refusal))
    end = await end_of(big, question)
    assert end.reason == "context_overflow"
    assert [word for word in words if word not in end.text] == []
    assert len(server.requests) == 3


async def test_an_explanation_that_names_no_file_is_completed(server: ScriptedServer, big: Conversation) -> None:
    server.play(window(8_000, lambda body: reads_big(body) if "tools" in body else say("It was too much.")))
    end = await end_of(big, ENGLISH)
    assert end.text.startswith("It was too much.\n\n")
    assert "`big.txt` (74 kB)" in end.text


async def test_the_next_question_no_longer_carries_the_big_text(server: ScriptedServer, big: Conversation) -> None:
    server.play(window(8_000, reads_big))
    await turn(big, ENGLISH)
    end = await end_of(big, "And now?")
    assert (end.reason, end.text) == ("answered", "Yes.")
    assert BIG[:100] not in server.requests[-1].text
    assert "the result of read_file" in server.requests[-1].text


async def test_a_result_of_an_earlier_turn_can_overflow_a_later_one(server: ScriptedServer, big: Conversation) -> None:
    server.play(window(200_000, reads_big))
    await turn(big, ENGLISH)
    server.play(window(8_000, reads_big))
    end = await end_of(big, "And now?")
    assert (end.reason, "tools" in server.bodies[-1]) == ("context_overflow", False)
    assert (await end_of(big, "And now?")).text == "Yes."


@pytest.mark.parametrize("explains", [True, False])
async def test_a_huge_first_question_is_named_as_the_cause(
    server: ScriptedServer, conversation: Conversation, explains: bool
) -> None:
    explanation = say("The question was too long.") if explains else REFUSED
    server.play(window(8_000, lambda body: say("Yes.") if "tools" in body else explanation))
    question = "Is this right? " * 2_000
    end = await end_of(conversation, question)
    assert end.reason == "context_overflow"
    assert "The question itself has about 7,500 tokens." in (server.requests[1].text if explains else end.text)
    assert (await end_of(conversation, "Short?")).text == "Yes."


async def test_a_huge_question_is_explained_in_its_language(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(window(8_000, lambda body: say("はい。") if "tools" in body else REFUSED))
    end = await end_of(conversation, "これは正しいですか。" * 1_000)
    assert "質問だけで約 10,000 トークンあります。" in end.text
    assert (await end_of(conversation, "短い質問？")).text == "はい。"


async def test_a_long_conversation_overflows_and_goes_on(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(window(8_000, lambda body: say("A word of five hundred. " * 20) if "tools" in body else REFUSED))
    ends = [await end_of(conversation, f"Question {number}, please?") for number in range(22)]
    reasons = [end.reason for end in ends]
    first = reasons.index("context_overflow")
    assert "The conversation so far has become too long." in ends[first].text
    assert reasons[first + 1] == "answered"
    assert reasons.count("context_overflow") == 1


async def test_a_long_conversation_is_blamed_though_a_folder_was_looked_at(
    server: ScriptedServer, conversation: Conversation
) -> None:
    listing = calls(("list_directory", {"dir_path": "stock"}))
    server.play(say("A word of five hundred. " * 22))
    for number in range(12):
        await end_of(conversation, f"Question {number}, please?")
    server.play(listing, REFUSED)
    end = await end_of(conversation, "What is in stock?")
    assert ("become too long" in end.text, "`stock`" in end.text) == (True, False)


async def test_a_huge_question_is_blamed_though_a_small_file_was_read(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(("read_file", {"file_path": "paper1.txt"})), REFUSED)
    end = await end_of(conversation, "Is this right? " * 2_000)
    assert "The question itself has about 7,500 tokens." in end.text


async def test_a_big_write_that_overflows_can_be_followed(server: ScriptedServer, conversation: Conversation) -> None:
    write = calls(("write_file", {"file_path": "out.txt", "text": BIG}))
    server.play(window(8_000, lambda body: write if body["messages"][-1]["content"] == "Write it." else say("Yes.")))
    assert (await end_of(conversation, "Write it.")).reason == "context_overflow"
    assert (await end_of(conversation, "And now?")).text == "Yes."


async def test_two_files_are_told_apart_by_what_was_read(
    server: ScriptedServer, big: Conversation, workdir: Path
) -> None:
    both = calls(("read_file", {"file_path": "paper1.txt"}), ("read_file", {"file_path": "big.txt"}))
    server.play(both, REFUSED, REFUSED)
    assert "`big.txt`" in (await end_of(big, "Read both.")).text


async def test_what_an_overflow_taught_is_remembered_and_the_conversation_goes_on(
    server: ScriptedServer, big: Conversation
) -> None:
    # 8,192 tokens, of which the tools take their share.
    server.play(window(24_000, reads_big))
    reasons = [(await end_of(big, question)).reason for question in (ENGLISH, "And now?") * 4]
    assert reasons[::2] == ["context_overflow", "answered", "answered", "answered"]
    assert reasons[1::2] == ["answered"] * 4


async def test_text_streamed_before_the_overflow_does_not_spoil_the_next_turn(
    server: ScriptedServer, big: Conversation
) -> None:
    late = chunks(chunk({"content": "The file says"}), stream_error({"message": "Context size has been exceeded."}))
    server.play(late, say("The answer grew too long."), say("Yes."))
    end = await end_of(big, "Tell me all.")
    assert (end.reason, end.text.startswith("The file says\n\nThe answer grew too long.")) == ("context_overflow", True)
    assert (await end_of(big, "And now?")).text == "Yes."


async def test_the_built_in_helper_goes_on_without_what_did_not_fit(settings: SettingsMaker, workdir: Path) -> None:
    (workdir / "big.txt").write_text("The harbour wall was repaired again.\n" * 4_000)
    helper = Conversation(agent_from(settings(openai_api_key=None, openai_base_url=None)))
    end = await end_of(helper, "Read big.txt from start to end and tell me all of it")
    assert [offer.label for offer in end.offers] == ["Read it in parts", "Drop this result and go on"]
    end = await end_of(helper, end.offers[1].message)
    assert (end.reason, end.usage.tool_calls) == ("answered", 0)
    assert "big.txt" in end.text and "is left out" in end.text
    assert "The harbour wall" in (await end_of(helper, "What is the title of paper1.txt?")).text


async def test_the_gauge_knows_the_built_in_helpers_window_and_what_is_old_gives_way_in_it(
    settings: SettingsMaker, workdir: Path
) -> None:
    (workdir / "big.txt").write_text("The harbour wall was repaired again.\n" * 4_000)
    helper = Conversation(agent_from(settings(openai_api_key=None, openai_base_url=None)))
    for _ in range(3):
        assert (await end_of(helper, "Read big.txt again")).reason == "answered"
        assert (await end_of(helper, "Which files are there?")).reason == "answered"
        assert (helper.room().most, helper.room().used <= 13_500) == (13_500, True)
