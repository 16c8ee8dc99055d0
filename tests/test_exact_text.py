"""Text and back: every byte that was not changed is the same afterwards, or nothing is written."""

import codecs
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.workspace.errors import WorkspaceError
from app.workspace.text.content import decoded, encoded, line_end, rewritten
from app.workspace.text.encodings import UTF_8

MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
}
UNMARKED = ["utf-8", "cp932", "euc_jp", "iso2022_jp", "cp1252", "latin-1"]
WORDS = {
    "cp1252": "café été größe 5€ ’tis plain",
    "latin-1": "café été größe plain ±",
}
JAPANESE_WORDS = "りんご 日本語 カタカナ 表示 ソース 能力 plain"
LINES = st.lists(st.integers(0, 6), max_size=5)


@st.composite
def stored_files(draw: st.DrawFn) -> tuple[bytes, str, int]:
    r"""A file's bytes, its line end, and how many lines it has."""
    codec = draw(st.sampled_from([*UNMARKED, *MARKS]))
    words = WORDS.get(codec, JAPANESE_WORDS).split(" ")
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    lines = [" ".join(words[n % len(words)] for n in line) for line in draw(st.lists(LINES, min_size=1, max_size=8))]
    text = end.join(lines) + (end if draw(st.booleans()) else "")
    mark = MARKS.get(codec, b"") if codec not in UNMARKED or draw(st.booleans()) else b""
    return mark + text.encode(codec), end, len(text.split(end))


@given(stored_files())
@settings(max_examples=300)
def test_a_text_that_is_read_and_written_is_the_same_bytes(stored: tuple[bytes, str, int]) -> None:
    content, end, _ = stored
    text = decoded(content, "a.txt")
    assert text.exact
    assert encoded(text.text, text.encoding, "a.txt") == content
    assert not text.text.startswith("\ufeff")
    assert line_end(text.text) == (end if end in text.text else "\n")


@given(stored_files(), st.integers(0, 8))
@settings(max_examples=300)
def test_editing_one_line_keeps_every_other_byte(stored: tuple[bytes, str, int], which: int) -> None:
    content, end, count = stored
    text = decoded(content, "a.txt")
    lines = text.text.split(end)
    number = which % count
    edited = end.join([*lines[:number], "an edited line", *lines[number + 1 :]])
    written = encoded(edited, text.encoding, "a.txt")
    codec = text.encoding.codec
    before, after = (end.join([*part, ""]).encode(codec) if part else b"" for part in (lines[:number], []))
    assert written.startswith(text.encoding.mark + before)
    assert content.startswith(text.encoding.mark + before)
    rest = (end + end.join(lines[number + 1 :])).encode(codec) if number + 1 < count else after
    assert (written.endswith(rest), content.endswith(rest)) == (True, True)
    assert len(written) == len(text.encoding.mark) + len(before) + len("an edited line".encode(codec)) + len(rest)


@pytest.mark.slow
@given(st.binary(max_size=60))
@example(b"\xed\x40\x81\xca\xee\xf9\x87\x90 \x81\xe0")
@example(b"\x1b$BF|K\\\x1b(J\n")
@settings(max_examples=1_000)
def test_any_bytes_come_out_again_or_are_said_not_to(content: bytes) -> None:
    try:
        text = decoded(content, "a.txt")
    except WorkspaceError as error:
        assert error.code in ("file:binary", "file:encoding")
        return
    if text.exact:
        assert encoded(text.text, text.encoding, "a.txt") == content
    with suppress(WorkspaceError):
        assert rewritten(content, text, text.text, "a.txt") == content


@pytest.mark.parametrize(
    "content",
    [
        b"one\n\x1b$BF|K\\\x1b(J\nthree\n",
        b"one\n\x1b$@F|K\\\x1b(B\r\nthree",
        "これは日本語\n".encode() * 9 + b"\xff\xfe\n" + "三\nthree\n".encode(),
        b"three\n" + "\u2252 日本語です\n".encode("cp932") + b"\x87\x90 \x93\xfa\n",
    ],
    ids=["JIS Roman", "JIS of 1978", "damaged UTF-8", "a second spelling"],
)
def test_lines_that_stay_keep_bytes_that_encoding_would_change(content: bytes) -> None:
    text = decoded(content, "a.txt")
    assert not text.exact
    changed = rewritten(content, text, text.text.replace("three", "3"), "a.txt")
    assert changed == content.replace(b"three", b"3")


def test_a_line_with_invalid_bytes_is_not_changed() -> None:
    content = "これは日本語\n".encode() * 9 + b"bad \xff\n"
    text = decoded(content, "a.txt")
    with pytest.raises(WorkspaceError) as caught:
        rewritten(content, text, text.text.replace("bad", "good"), "a.txt")
    assert (caught.value.code, "line 10 has bytes that are no text" in caught.value.text) == ("file:encoding", True)


def test_lines_that_depend_on_one_another_are_not_changed() -> None:
    content = b"\x1b$BF|K\\\nF|K\\\x1b(B\nthree\n"
    text = decoded(content, "a.txt")
    assert (text.text, text.exact) == ("日本\n日本\nthree\n", False)
    with pytest.raises(WorkspaceError):
        rewritten(content, text, "日本\n日本\n3\n", "a.txt")


def test_characters_that_the_encoding_cannot_hold_are_named() -> None:
    sjis = decoded("りんご".encode("cp932"), "a.txt").encoding
    with pytest.raises(WorkspaceError) as caught:
        encoded("りんご 🍎 café 🍎", sjis, "a.txt")
    assert caught.value.code == "file:encoding"
    assert "'a.txt' is Shift_JIS (CP932), which cannot hold 🍎 (U+1F34E), é (U+00E9)." in caught.value.text


def test_at_most_ten_characters_are_named() -> None:
    sjis = decoded("りんご".encode("cp932"), "a.txt").encoding
    with pytest.raises(WorkspaceError) as caught:
        encoded("".join(chr(0x1F300 + n) for n in range(25)), sjis, "a.txt")
    assert ("U+1F309" in caught.value.text, "and 15 more" in caught.value.text) == (True, True)
    assert "U+1F30A" not in caught.value.text


@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le"])
def test_half_a_character_is_named_and_not_written(codec: str) -> None:
    encoding = decoded(MARKS[codec] + "a".encode(codec), "a.txt").encoding
    with pytest.raises(WorkspaceError) as caught:
        encoded("a\ud83c", encoding, "a.txt")
    assert (caught.value.code, "U+D83C" in caught.value.text) == ("file:encoding", True)


def test_binary_data_is_refused_with_its_size() -> None:
    with pytest.raises(WorkspaceError) as caught:
        decoded(bytes(10_240), "x.bin")
    assert (caught.value.code, caught.value.text) == (
        "file:binary",
        "'x.bin' is binary data (10,240 bytes), not text.",
    )


def test_a_file_that_breaks_its_own_mark_is_refused() -> None:
    with pytest.raises(WorkspaceError) as caught:
        decoded(b"\xff\xfeo\0d", "a.txt")
    assert (caught.value.code, "marked as UTF-16 LE" in caught.value.text) == ("file:encoding", True)


@pytest.mark.parametrize(
    ("text", "end"),
    [("", "\n"), ("a", "\n"), ("a\nb\r\nc\r\n", "\r\n"), ("a\nb\nc\r\n", "\n"), ("a\rb", "\r"), ("a\r\rb\rc\n", "\n")],
)
def test_the_line_end_is_the_one_used_most(text: str, end: str) -> None:
    assert line_end(text) == end


def test_a_new_text_is_plain_utf_8() -> None:
    assert encoded("りんご\n", UTF_8, "a.txt") == "りんご\n".encode()


@pytest.mark.parametrize(("codec", "character"), [("cp932", "\u301c"), ("cp932", "\u2212"), ("cp932", "\u2016")])
def test_a_character_that_would_come_back_as_another_is_named(codec: str, character: str) -> None:
    encoding = decoded("日本語のテキストです。\n".encode(codec), "a.txt").encoding
    with pytest.raises(WorkspaceError) as refused:
        encoded(f"日本語{character}の\n", encoding, "a.txt")
    assert (refused.value.code, f"U+{ord(character):04X}" in refused.value.text) == ("file:encoding", True)
