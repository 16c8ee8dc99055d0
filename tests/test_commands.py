"""What the app itself acts on, said alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.agent.person.commands import command_in

UNDO = [
    "undo",
    "Undo.",
    "UNDO!",
    " /undo ",
    "undo that",
    "Undo it",
    "undo this",
    "please undo",
    "Undo, please",
    "Undo that please.",
    "undo the last change",
    "Undo your last changes.",
    "undo the changes",
    "undo all changes",
    "undo all of your changes",
    "undo all the changes",
    "undo my most recent edit",
    "undo everything",
    "Please undo everything now",
    "oops, undo that",
    "No, undo it!",
    "ok undo",
    "revert",
    "revert that",
    "revert the last change",
    "Revert all changes",
    "roll back the last change",
    "take it back",
    "Take that back, please.",
    "Can you undo that?",
    "Could you please undo the last change?",
    "ｕｎｄｏ",
    "元に戻して",
    "元に戻してください。",
    "元に戻す",
    "もとに戻して",
    "元に戻したいです",
    "元に戻してくれますか？",
    "元に戻してもらえますか",
    "すべて元に戻して",
    "全部元に戻してください",
    "取り消し",
    "取り消して",
    "取り消してください",
    "取消し",
    "今の変更を取り消して",
    "さっきの変更を元に戻して",
    "さっきの変更を元に戻してください！",
    "直前の操作を取り消してください",
    "変更を元に戻して",
    "最後の変更を取り消してほしい",
    "やっぱり元に戻して",
    "アンドゥして",
]
REDO = [
    "redo",
    "Redo!",
    "/redo",
    "redo that",
    "redo it, please",
    "please redo the last change",
    "redo everything",
    "やり直し",
    "やり直して",
    "やり直してください",
    "やり直す",
    "やり直してくれますか？",
]
NEITHER = [
    "",
    "?",
    "please",
    "undo?",
    "Can I undo?",
    "Can you undo things?",
    "how do I undo",
    "What does undo do?",
    "don't undo",
    "do not undo that",
    "no undo file",
    "undo a.txt",
    "undo the change in a.txt",
    "revert a.txt",
    "undo the last two changes",
    "undo the last change and save it",
    "undo the deletion of a.txt",
    "undo and redo",
    "undo everything except a.txt",
    "undo that, then summarize b.txt",
    "take it back to the folder",
    "take back",
    "restore a.txt",
    "redo the summary",
    "redo it in French",
    "do it again",
    "again",
    "cancel",
    "read undo.md",
    "`undo`",
    "元に戻せますか？",
    "元に戻さないで",
    "a.txtを元に戻して",
    "a.txtの変更を取り消して",
    "元に戻す方法を教えて",
    "元に戻しました",
    "取り消し線を消して",
    "取り消しますか？",
    "もう一度やり直して",
    "要約をやり直して",
    "キャンセル",
    "戻る",
]


@pytest.mark.parametrize("question", UNDO)
def test_plain_words_for_undo_said_alone_are_the_command(question: str) -> None:
    assert command_in(question) == "undo"


@pytest.mark.parametrize("question", REDO)
def test_plain_words_for_redo_said_alone_are_the_command(question: str) -> None:
    assert command_in(question) == "redo"


@pytest.mark.parametrize("question", NEITHER)
def test_what_names_a_file_or_asks_more_is_for_the_model(question: str) -> None:
    assert command_in(question) is None


@given(st.sampled_from(UNDO), st.sampled_from(["a.txt", "notes", "報告書"]))
def test_a_name_behind_the_command_makes_it_a_question(command: str, name: str) -> None:
    assert command_in(f"{command} {name}") is None


@given(st.text())
def test_any_message_is_a_command_or_none(question: str) -> None:
    assert command_in(question) in ("undo", "redo", None)
