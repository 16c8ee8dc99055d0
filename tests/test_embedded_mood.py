"""When a message that speaks of writing asks for it."""

import pytest

from app.embedded.wishes import wish_in

REQUESTS = [
    "Could you save it as x.txt?",
    "Can you write 'hi' to a.txt?",
    "Please save it as x.txt",
    "Would you mind saving it as x.txt?",
    "I'd like you to save it as x.txt",
    "Could you please summarize paper1.txt and save it as s.txt?",
    "Summarize paper1.txt, then save it to s.txt",
    "Write 'x' to a.txt if you can",
    "Write 'do not ask what if' to a.txt",
    "それをx.txtに保存してくれますか",
    "x.txtに保存してもらえますか？",
    "x.txtに保存してください",
    "x.txtに保存しておいて",
    "x.txtに「あ」と書いて",
    "x.txtに「しないで」と書いて",
    "x.txtに保存していただけませんか？",
    "x.txtに保存してくれない？",
    "x.txtに保存をお願いします",
    "できればx.txtに保存して",
    "x.txtに保存してくださいませんか",
]
DOUBTS = [
    "What happens if I write 'hello' to a.txt?",
    'Should I write "yes" to paper1.txt?',
    "Would it be possible to write 'hi' to paper1.txt?",
    "Please explain what append 'x' to paper1.txt does",
    "How do I save a summary of paper1.txt as notes.txt?",
    "If I asked you to save paper1.txt's summary as x.txt, would you?",
    "I write 'hello' to a.txt every day",
    "Save it as x.txt?",
    "My boss will save it as x.txt",
    "The manual says: write 'x' to a.txt",
    "Write 'x' to a.txt only when I say so",
    "Can you write 'x' to a.txt or is it forbidden?",
    "Don't save it, just write it to b.txt",
    "Save the conclusion to c.txt",
    "結論をc.txtに保存して",
    "hello.txtに「こんにちは」と書いたら上書きされますか？",
    "paper1.txtを要約したらどこに保存されますか？",
    "昨日hello.txtに「こんにちは」と書いた",
    "昨日paper1.txtに「あ」と書いたのは誰？",
    "x.txtに保存してもいいですか",
    "x.txtに保存してと言われた",
    "x.txtに「あ」と書いていただけると助かります",
    "友達がpaper1.txtに「x」と書いて、消えた",
]
FORBIDDEN = [
    'Never write "x" to paper1.txt',
    "Don't write 'hello' to hello.txt",
    "I don't want you to summarize paper1.txt into out.txt",
    "Stop! do not save the summary of paper1.txt as s.txt",
    "Would you mind not saving it as x.txt?",
    "Don't save it.",
    "paper1.txtに「x」と書き込まないで",
    "paper1.txtに「x」を追記しないでください",
    "まだ保存しないで",
    "保存しなくていいです",
    "やっぱり保存はやめて",
]
RECALLS = [
    "Did you save it?",
    "Did you write it to s.txt?",
    "Why did you save it as s.txt?",
    "Is it saved?",
    "保存しましたか？",
    "保存先はどこ？",
]
SUMMARIES = [
    "Summarize paper1.txt but don't save it as paper1_summary.txt",
    "paper1.txtを要約して。保存はしないで。",
    "paper1.txtを要約して。out.txtには保存しないでください。",
    "保存せずにpaper1.txtを要約して",
]


@pytest.mark.parametrize("message", REQUESTS)
def test_a_plain_request_writes(message: str) -> None:
    assert wish_in(message).writes


@pytest.mark.parametrize("message", DOUBTS)
def test_a_question_a_report_or_a_condition_is_asked_back(message: str) -> None:
    wish = wish_in(message)
    assert (wish.kind, wish.writes) == ("unsure", False)


@pytest.mark.parametrize(
    "message",
    [
        "Please confirm with me first. Write 'hi' to a.txt",
        "Once I confirm, write 'hi' to a.txt",
        "Write 'hi' to a.txt only after I say go",
        "In case of fire, write 'hi' to a.txt",
        "Ask me before you save. Summarize paper1.txt and save it as x.txt",
        "Tomorrow, write 'hi' to a.txt",
        "Write 'hi' to a.txt. Just kidding.",
        "確認してから a.txt に「あ」と書いて",
        "保存する前に確認して。paper1.txt を要約して x.txt に保存して",
        "明日 a.txt に「あ」と書いて",
        "a.txt に「あ」と書いて。いや、待って。",
    ],
)
def test_what_is_to_wait_is_asked_back(message: str) -> None:
    assert not wish_in(message).writes


@pytest.mark.parametrize(
    ("message", "file", "text"),
    [
        ("Save this to n.txt: if it rains, stay home", "n.txt", "if it rains, stay home"),
        ("Write the following to n.txt: one two three", "n.txt", "one two three"),
        ("次の文を n.txt に保存して：雨なら家にいる", "n.txt", "雨なら家にいる"),
    ],
)
def test_a_text_below_is_what_is_written(message: str, file: str, text: str) -> None:
    wish = wish_in(message)
    assert (wish.kind, wish.save_as, wish.text) == ("write", file, text)


@pytest.mark.parametrize("message", ["Don't save this to n.txt: secret", "Should I save this to n.txt: secret?"])
def test_a_text_below_is_not_written_unasked(message: str) -> None:
    assert not wish_in(message).writes


def test_a_summary_that_is_to_be_added_is_added() -> None:
    wish = wish_in("Append the summary of paper1.txt to log.txt")
    assert (wish.kind, wish.save_as, wish.append) == ("summarize", "log.txt", True)


@pytest.mark.parametrize("message", FORBIDDEN)
def test_what_is_forbidden_is_not_done(message: str) -> None:
    assert wish_in(message).kind == "declined"


@pytest.mark.parametrize("message", RECALLS)
def test_a_question_about_a_save_is_no_save(message: str) -> None:
    assert wish_in(message).kind == "recall"


@pytest.mark.parametrize("message", SUMMARIES)
def test_a_summary_with_a_forbidden_save_is_a_summary(message: str) -> None:
    wish = wish_in(message)
    assert (wish.kind, wish.files, wish.save, wish.save_as) == ("summarize", ("paper1.txt",), False, "")


@pytest.mark.parametrize(
    "message",
    [
        "Create hello.txt containing hi and then delete paper1.txt",
        "Write 'x' to a.txt and 'y' to b.txt",
        "Write 'x' and 'y' to a.txt",
        "Could you create a blank file new.txt based on paper1.txt?",
        "List the files and save it as l.txt",
        "Save it to s.txt and then summarize paper1.txt",
        "Append 'done' to log2.txt and summarize paper1.txt",
        "Add 'done' to log2.txt and show me a summary of paper1.txt",
        "Write 'hi' to a.txt and summarize paper1.txt",
        "Save both as x.txt",
        "Save the two summaries to x.txt",
        "二つの要約を x.txt に保存して",
    ],
)
def test_two_wishes_are_not_written_as_one(message: str) -> None:
    assert wish_in(message).kind == "several"


@pytest.mark.parametrize(
    ("message", "known", "name"),
    [
        ("昨日hello.txtに「あ」と書いて", frozenset(), "hello.txt"),
        ("報告書v2.txtに「あ」と書いて", frozenset({"報告書v2.txt"}), "報告書v2.txt"),
        ("議事録.txtに「あ」と書いて", frozenset(), "議事録.txt"),
    ],
)
def test_a_name_takes_in_a_japanese_word_only_where_it_is_known(message: str, known: frozenset[str], name: str) -> None:
    assert wish_in(message, known).save_as == name
