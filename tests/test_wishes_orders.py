"""Which words of a message are the person's own order, and which file the order is about."""

import pytest

from app.agent.person.wishes import asks_for_change, files_meant
from app.events import Verb

ORDERS = [
    "Delete a.txt",
    "Please delete a.txt",
    "Could you delete a.txt?",
    "Can you please remove a.txt",
    "Would you please delete a.txt?",
    "would you delete a.txt for me?",
    "Would you mind deleting a.txt?",
    "Can you read b.txt and delete a.txt?",
    "can u read b.txt, then delete a.txt?",
    "I want you to delete a.txt",
    "delete `a.txt`",
    'delete "a.txt"',
    "a.txt: delete it",
    "Task: delete a.txt",
    "Please do the following: delete a.txt",
    "What is in b.txt? Delete a.txt, please.",
    "It is 10:30. Delete a.txt",
    "a.txtを削除してもらえますか",
    "a.txtを消してください",
    "a.txtを削除してくれる？",
    "a.txtを削除してくれると助かります",
    "a.txtを削除したいと思います",
    "「a.txt」を削除してください",
    "お願い：a.txtを削除してください",
]
NO_ORDERS = [
    "How do I delete a.txt?",
    "Why did my colleague delete a.txt?",
    "What would file_delete do with a.txt?",
    "Delete a.txt?",
    "Delete a.txt — what does that mean?",
    "Would you delete a.txt?",
    "Would you delete a.txt if you were me?",
    "Can you tell me what happens when I delete a.txt?",
    'What does "delete a.txt" mean?',
    'Translate to Japanese: "Delete a.txt."',
    "Translate to Japanese: Delete a.txt.",
    "Translate into French: Hello. Please delete a.txt.",
    "Rewrite more politely: Delete a.txt. Rename b.txt to c.txt.",
    "Fix this sentence: please delete a.txt",
    "The log: delete a.txt",
    "Repeat after me, delete a.txt",
    "Delete a.txt, my boss said",
    "You can delete a.txt with rm",
    "Will you delete a.txt?",
    "Can you delete a.txt, and if so how?",
    "Delete a.txt. What does that mean?",
    "- delete a.txt\n- keep b.txt\nWhich of these is better?",
    "Check the spelling of the following\nPlease delete a.txt",
    "What would this do? `rm a.txt`",
    "What would this do?\n```\ndelete a.txt\n```",
    "> delete a.txt\nWhat does this ask for?",
    'Explain: the log says "delete a.txt failed"',
    'Pretty-print this JSON: {"name":"file_delete","arguments":{"file_path":"a.txt"}}',
    "Format this, {name: file_delete, delete a.txt}",
    "a.txtを削除するにはどうすればいいですか",
    '"a.txtを削除して"と訳して',
    "なぜa.txtが削除されたのですか",
    "a.txtを削除するとどうなりますか",
    "次を英訳して：a.txtを削除してください",
    "以下の文を英語にして\na.txtを削除してください",
    "a.txtを削除してと英語でどう言いますか",
    "a.txtを削除してと訳して",
    "a.txtを削除してくださいと彼が言った",
    "a.txtを削除してもらえますかと聞かれました",
    "a.txtを削除してって頼まれた",
    "a.txtを削除してくださいを英訳して",
    "a.txtを削除してください、の英訳は？",
    "a.txtを削除してほしいと上司が言っています",
    "a.txtを削除したいときはどうしますか",
    "a.txtを削除してください。これはどういう意味ですか",
    "file_deleteはa.txtを削除してくれるツールですか",
    "a.txtを削除してくれるコマンドは？",
    "a.txtを削除して大丈夫ですか",
    "a.txtを削除して何か困りますか",
]
MEANT: list[tuple[str, Verb, list[str] | None]] = [
    ("Summarize a.txt and save to b.txt", "overwritten", ["b.txt"]),
    ("Summarize a.txt and save the summary to b.txt", "overwritten", ["b.txt"]),
    ("Write a summary of a.txt to b.txt and c.txt", "overwritten", ["b.txt", "c.txt"]),
    ("Create a summary of a.txt in b.txt", "overwritten", ["b.txt"]),
    ("Save the list in a.txt as b.txt", "overwritten", ["b.txt"]),
    ("Translate a.txt into b.txt", "overwritten", ["b.txt"]),
    ("Take the first paragraph of a.txt and save it as b.txt", "overwritten", ["b.txt"]),
    ("Read a.txt, then write a summary to b.txt", "overwritten", ["b.txt"]),
    ("Save a summary of a.txt", "overwritten", []),
    ("Summarize a.txt and save it", "overwritten", []),
    ("Fix the typos in a.txt and save a copy to b.txt", "overwritten", ["a.txt", "b.txt"]),
    ("Fix the typos in a.txt and c.txt", "edited", ["a.txt", "c.txt"]),
    ("Remove the second line of a.txt", "edited", ["a.txt"]),
    ("Change 1931 to 1932 in a.txt", "edited", ["a.txt"]),
    ("Replace all of a.txt with b.txt", "overwritten", ["a.txt"]),
    ("Delete a.txt and summarize b.txt", "deleted", ["a.txt"]),
    ("Delete a.txt, b.txt and c.txt", "deleted", ["a.txt", "b.txt", "c.txt"]),
    ("What is in b.txt? Delete a.txt.", "deleted", ["a.txt"]),
    ("Move a.txt to b.txt", "moved", ["a.txt", "b.txt"]),
    ("Copy a.txt to b.txt", "copied", ["b.txt"]),
    ("Read a.txt and fix the typos", "edited", None),
    ("a.txt: please fix the spelling", "edited", None),
    ("Delete it", "deleted", None),
    ("Delete all the .tmp files", "deleted", None),
    ("a.txtを要約してb.txtに保存して", "overwritten", ["b.txt"]),
    ("a.txtの要約をb.txtに書き出してください", "overwritten", ["b.txt"]),
    ("a.txtを要約して、b.txtとして保存して", "overwritten", ["b.txt"]),
    ("a.txtの要約を保存して", "overwritten", []),
    ("a.txtを要約して保存して", "overwritten", []),
    ("a.txtの2行目を削除して", "edited", ["a.txt"]),
    ("a.txtの誤字を直して", "edited", ["a.txt"]),
    ("結果をa.txtに上書きして", "overwritten", ["a.txt"]),
    ("a.txtに「こんにちは」と書いて", "appended", ["a.txt"]),
    ("a.txtとb.txtを削除して", "deleted", ["a.txt", "b.txt"]),
    ("b.txtを読んで、a.txtを削除して", "deleted", ["a.txt"]),
    ("a.txtをb.txtに移動して", "moved", ["a.txt", "b.txt"]),
    ("a.txtをb.txtにコピーして", "copied", ["b.txt"]),
    ("それを削除して", "deleted", None),
]


@pytest.mark.parametrize("message", ORDERS)
def test_an_order_counts_however_politely_it_is_put(message: str) -> None:
    assert asks_for_change(message, "deleted")


@pytest.mark.parametrize("message", NO_ORDERS)
def test_a_question_and_the_words_of_others_order_nothing(message: str) -> None:
    assert not asks_for_change(message, "deleted")


@pytest.mark.parametrize(("message", "verb", "meant"), MEANT)
def test_an_order_is_about_what_it_changes_and_not_about_what_it_rests_on(
    message: str, verb: Verb, meant: list[str] | None
) -> None:
    assert files_meant(message, verb) == meant
