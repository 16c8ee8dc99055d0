"""Which language a person is spoken to in."""

import pytest

from app.embedded.conversation import Conversation, Turn
from app.language import Language, language_of, reader_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is in paper1.txt?", "en"),
        ("paper1.txt のタイトルは？", "ja"),
        ("Read メモ.txt, please", "en"),
        ("read 資料/メモ.txt", "en"),
        ("要約して", "ja"),
        ("ｶﾀｶﾅ", "ja"),
        ('Read "メモ 2026.txt"', "en"),
        ("Read 「港の 報告.txt」", "en"),
        ("Search for “港” in all files", "en"),
        ("「paper one.txt」 を読んで", "ja"),
        ("paper1.txtを要約して", "ja"),
        ("「港」", "ja"),
        ("資料/メモ", "ja"),
        ("これは何/どういう意味?", "ja"),
        ("ねえ...ちょっと", "ja"),
        ("Thanks.", "en"),
        ("Read メモ 2026.txt", "en"),
        ("要約してpaper1.txt", "ja"),
        ("タイトルは？paper1.txt", "ja"),
        ("a.txtとb.txtを比べて", "ja"),
        ("PDF の要約 a.pdf", "ja"),
        ("What does 漢字 mean?", "ja"),
        ("C:\\メモ.txt を読んで", "ja"),
    ],
)
def test_the_language_of_a_question_is_that_of_its_words(text: str, language: Language) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "   ", "42", "?!", "paper1.txt", "メモ.txt", '"メモ 2026.txt"', "🍎", "Привет"])
@pytest.mark.parametrize("reader", ["en", "ja"])
def test_without_words_the_reader_decides(text: str, reader: Language) -> None:
    assert language_of(text, reader) == reader


@pytest.mark.parametrize(
    ("locale", "language"),
    [("ja", "ja"), ("ja-JP", "ja"), ("ja_JP.UTF-8", "ja"), ("JA", "ja"), ("en-US", "en"), ("", "en"), ("C", "en")],
)
def test_a_locale_names_a_language(locale: str, language: Language) -> None:
    assert reader_language(locale) == language


@pytest.mark.parametrize(
    ("said", "language"),
    [
        (["What is here?", 'Read "メモ 2026.txt"', "メモ 2026.txt"], "en"),
        (["何がありますか？", "Read 「a.txt」", "a.txt"], "en"),
        (["何がありますか？", "a.txt"], "ja"),
        (["メモ.txt"], "ja"),
    ],
)
def test_the_built_in_helper_goes_on_in_the_language_of_the_newest_words(said: list[str], language: Language) -> None:
    assert Conversation(tuple(map(Turn, said)), frozenset()).language == language
