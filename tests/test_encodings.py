"""Telling the encoding of bytes: what is written in it decides, Japanese first where that is in doubt."""

import codecs
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workspace.text.encodings import UTF_8, Encoding, encoding_of

JAPANESE = [
    "日本",
    "表",
    "氏名",
    "りんご",
    "カタカナ",
    "①②㈱℡№ 特記",
    "Excelの表 A列とB列",
    "第1章 はじめに\n価格は100円です。\n",
    "ﾔﾏﾀﾞ 太郎 さん",
    "東京都千代田区丸の内一丁目",
    "請求書番号 発行日 支払期限 合計金額 消費税 小計",
    "佐藤,鈴木,高橋,田中,伊藤,渡辺,山本,中村,小林,加藤",
    "売上高 営業利益 経常利益 当期純利益 自己資本比率 前年同期比",
    "吾輩は猫である。名前はまだ無い。\nどこで生れたかとんと見当がつかぬ。\n" * 40,
]
WESTERN = [
    "Preço: 10",
    "déjà vu",
    "naïve café",
    "à la carte",
    "año nuevo, ñandú",
    "¿Qué?",
    "Übersicht der Größen",
    "“quoted”, it’s — 5€ ™",
    "AÑO",
    "É",
    "10 ± 5 °C",
    "§ 5 Abs. 2",
    "100 £",
    "pääjärvi",
    "på øl, smørrebrød",
    "L’été à Paris, créée",
    "• item\n• item two",
    "x\n" * 38 + "Preis 5€ Marke™ café\nlast",
]
OTHERS = [
    ("北京市朝阳区的人们在公园里跳舞唱歌,这是一个很好的例子", "gb18030", "GB18030"),
    ("這是一個繁體中文的例子,我們在台北", "big5", "Big5"),
    ("안녕하세요 저는 한국 사람입니다 만나서 반갑습니다", "cp949", "EUC-KR (CP949)"),
    ("Привет, как дела? Это обычный русский текст для проверки.", "cp1251", "Windows-1251"),
]


def told(data: bytes, whole: bool = True) -> Encoding:
    found = encoding_of(data, whole)
    assert found is not None
    return found


def read(data: bytes) -> tuple[str, str]:
    """The name of the encoding, and the text."""
    encoding = told(data)
    return encoding.name, data[len(encoding.mark) :].decode(encoding.codec, encoding.errors)


def in_codec(texts: list[str], codec: str) -> list[str]:
    return [text for text in texts if text.encode(codec, "replace").decode(codec) == text]


@pytest.mark.parametrize("text", JAPANESE)
def test_shift_jis_is_read_and_named(text: str) -> None:
    assert read(text.encode("cp932")) == ("Shift_JIS (CP932)", text)


@pytest.mark.parametrize("text", in_codec(JAPANESE[3:], "euc_jp"))
def test_euc_jp_is_read_and_named(text: str) -> None:
    assert read(text.encode("euc_jp")) == ("EUC-JP", text)


def test_euc_jp_with_newer_signs_is_read() -> None:
    text = "①番の項目は完了しました"
    assert read(text.encode("euc_jis_2004")) == ("EUC-JP (JIS X 0213)", text)


@pytest.mark.parametrize("text", in_codec(JAPANESE, "iso2022_jp_ext"))
def test_iso_2022_jp_is_told_by_its_escapes(text: str) -> None:
    data = text.encode("iso2022_jp_ext")
    assert (read(data), told(data).guessed) == (("ISO-2022-JP", text), False)


def test_colours_of_a_terminal_are_no_iso_2022_jp() -> None:
    assert told(b"\x1b[31mred\x1b(B\x1b[m\n") == UTF_8


@pytest.mark.parametrize("text", WESTERN)
def test_western_text_is_read_and_named(text: str) -> None:
    assert read(text.encode("cp1252")) == ("Windows-1252", text)


def test_bytes_that_windows_1252_leaves_out_are_read_as_latin_1() -> None:
    assert read(b"caf\xe9 na\xefve d\xe9j\xe0 \x81") == ("ISO-8859-1", "café naïve déjà \x81")


@pytest.mark.parametrize(("text", "codec", "name"), OTHERS)
def test_other_languages_are_told_by_a_second_opinion(text: str, codec: str, name: str) -> None:
    assert read(text.encode(codec)) == (name, text)


@pytest.mark.parametrize("name", ["UTF-16 LE", "UTF-16 BE"])
@pytest.mark.parametrize(
    "text", ["text", "café\n", "Excel表", "日本語\n日本語 一二三　四\n", "価格は100円です。", "りんご 5"]
)
def test_utf_16_is_told_with_and_without_a_mark(text: str, name: str) -> None:
    codec, mark = ("utf-16-le", codecs.BOM_UTF16_LE) if name.endswith("LE") else ("utf-16-be", codecs.BOM_UTF16_BE)
    assert read(mark + text.encode(codec)) == (name, text)
    assert read(text.encode(codec)) == (f"{name} without BOM", text)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1b\ufeff\ufffe"), max_size=50))
def test_what_is_utf_8_is_called_utf_8(text: str) -> None:
    assert told(text.encode()) == UTF_8
    marked = told(codecs.BOM_UTF8 + text.encode())
    assert (marked.name, marked.mark, marked.is_plain_utf8) == ("UTF-8 with BOM", codecs.BOM_UTF8, False)


@given(st.sampled_from(["utf-8", "cp932", "euc_jp"]), st.integers(0, 40))
def test_a_sample_may_end_within_a_character(codec: str, missing: int) -> None:
    data = ("これは日本語の文章です。" * 20).encode(codec)
    encoding = told(data[: len(data) - missing], whole=False)
    assert (encoding.codec, encoding.errors) == (codec, "strict")


def test_a_whole_text_that_ends_within_a_character_is_damaged() -> None:
    data = "これは日本語の文章です。".encode()[:-1]
    assert read(data) == ("UTF-8 with invalid bytes", "これは日本語の文章です\\xe3\\x80")


@pytest.mark.parametrize(("codec", "name"), [("utf-8", "UTF-8"), ("cp932", "Shift_JIS (CP932)"), ("euc_jp", "EUC-JP")])
def test_a_few_wrong_bytes_do_not_hide_the_encoding(codec: str, name: str) -> None:
    text = "これは日本語の文章です。\n" * 20
    data = text.encode(codec) + b"\x85\n" + text.encode(codec)
    assert read(data) == (f"{name} with invalid bytes", f"{text}\\x85\n{text}")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"PK\x03\x04\0\0",
        bytes(500),
        b"\x01\x00\x02\x00\x03\x00",
        b"text\0text",
        "some text\0 and some more text".encode("utf-16-le"),
        random.Random(7).randbytes(400).replace(b"\0", b"\x01"),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40),
    ],
    ids=["PNG", "ZIP", "zeros", "numbers", "one zero", "one zero in UTF-16", "random", "OLE"],
)
def test_what_is_no_text_has_no_encoding(data: bytes) -> None:
    assert encoding_of(data, whole=True) is None


def test_what_shows_the_encoding_may_come_late() -> None:
    text = "plain line\n" * 20_000 + "日本語の行\n"
    assert read(text.encode("euc_jp")) == ("EUC-JP", text)


def test_an_empty_text_is_utf_8() -> None:
    assert told(b"") == UTF_8


def test_what_only_looks_likely_is_said_to_be_guessed() -> None:
    guessed = {told(text.encode(codec)).guessed for text, codec in [("りんご", "cp932"), ("Preço", "cp1252")]}
    assert (guessed, told("りんご".encode()).guessed) == ({True}, False)


@pytest.mark.parametrize(
    "content",
    [
        b"hello world this is text\x00\nmore text here\n" * 20,
        b"abc\x00def\n",
        b"key\x00value\x00",
        b"col1\x00col2\n",
        b"col1\x00col2\n" * 50,
    ],
)
def test_a_few_zero_bytes_between_words_make_no_utf_16(content: bytes) -> None:
    assert encoding_of(content, whole=True) is None
