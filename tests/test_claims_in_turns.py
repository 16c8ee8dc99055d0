"""Claims of a turn's answer, held against what was really done."""

from pathlib import Path

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, ended, turn

from app.agent import Conversation, Decision
from app.assemble import agent_from
from app.events import TurnEnded

CREATE = ("write_file", {"file_path": "a.txt", "text": "x\n"})
READ = ("read_file", {"file_path": "paper1.txt"})
NO = Decision(allowed=False)
NOTHING_WRITTEN = {
    "en": "No file was written in this turn.",
    "ja": "このターンではファイルは書き込まれていません。",
}


async def end(conversation: Conversation, question: str, word: Decision | None = None) -> TurnEnded:
    return ended(await turn(conversation, question, word))


@pytest.mark.parametrize(
    ("question", "answer", "line"),
    [
        ("Save it as a.txt", "I have saved it to a.txt.", NOTHING_WRITTEN["en"]),
        ("a.txt に保存して", "a.txt に保存しました。", NOTHING_WRITTEN["ja"]),
    ],
)
async def test_a_claim_without_a_change_gets_a_line_under_it(
    server: ScriptedServer, conversation: Conversation, question: str, answer: str, line: str
) -> None:
    server.play(say(answer))
    assert (await end(conversation, question)).text == f"{answer}\n\n**{line}**"


async def test_a_true_claim_stays_as_it_is(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(CREATE), say("I have saved it to a.txt."))
    assert (await end(conversation, "Save it as a.txt")).text == "I have saved it to a.txt."


async def test_a_claim_about_another_file_is_named(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(CREATE), say("I have saved it to a.txt and to b.txt."))
    assert "`b.txt` was not written in this turn." in (await end(conversation, "Save it")).text


async def test_a_claim_of_a_change_that_was_denied_is_answered(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(calls(("file_delete", {"file_path": "paper1.txt"})), say("I deleted paper1.txt."))
    assert "No file was deleted in this turn." in (await end(conversation, "Delete paper1.txt", NO)).text
    assert (workdir / "paper1.txt").exists()


async def test_a_change_of_an_earlier_turn_supports_no_claim_of_this_one(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(CREATE), say("ok"), say("I have created a.txt."))
    await end(conversation, "Save it as a.txt")
    assert NOTHING_WRITTEN["en"] in (await end(conversation, "Once more")).text


@pytest.mark.parametrize("answer", ["paper1.txt says that the wall was built in 1931.", "I can save it to a.txt."])
async def test_an_answer_that_only_mentions_files_stays_as_it_is(
    server: ScriptedServer, conversation: Conversation, answer: str
) -> None:
    server.play(calls(READ), say(answer))
    assert (await end(conversation, "What does it say?")).text == answer


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        "What is in the work folder?",
        "Summarize paper1.txt and save it as a.txt",
        "paper1.txt を要約して a.txt に保存して",
        "Summarize paper1.txt",
        "What can you do?",
    ],
)
async def test_what_the_built_in_helper_says_is_never_doubted(settings: SettingsMaker, question: str) -> None:
    helper = Conversation(agent_from(settings(openai_base_url=None, openai_api_key=None)))
    text = (await end(helper, question)).text
    assert ("**No file" in text, "**このターン" in text) == (False, False)
