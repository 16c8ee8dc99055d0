"""Which language a person is spoken to in."""

import pytest

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
        ("メモ.txt", "ja"),
        ("What does 漢字 mean?", "ja"),
        ("C:\\メモ.txt を読んで", "ja"),
    ],
)
def test_the_language_of_a_question_is_that_of_its_words(text: str, language: Language) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "   ", "42", "?!", "paper1.txt", "🍎", "Привет"])
@pytest.mark.parametrize("reader", ["en", "ja"])
def test_without_words_the_reader_decides(text: str, reader: Language) -> None:
    assert language_of(text, reader) == reader


@pytest.mark.parametrize(
    ("locale", "language"),
    [("ja", "ja"), ("ja-JP", "ja"), ("ja_JP.UTF-8", "ja"), ("JA", "ja"), ("en-US", "en"), ("", "en"), ("C", "en")],
)
def test_a_locale_names_a_language(locale: str, language: Language) -> None:
    assert reader_language(locale) == language
