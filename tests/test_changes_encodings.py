"""Encoding, mark, line ends, last line end: what a file has it keeps, byte for byte."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from changing import Folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.events import Receipt
from app.workspace.errors import WorkspaceError

JAPANESE = "見積書\r\n合計は１２，０００円です。\r\nよろしくお願いいたします。\r\n"
ENCODINGS = {
    "utf-8": (b"", "utf-8"),
    "utf-8 with mark": (b"\xef\xbb\xbf", "utf-8"),
    "utf-16 le": (b"\xff\xfe", "utf-16-le"),
    "utf-16 be": (b"\xfe\xff", "utf-16-be"),
    "cp932": (b"", "cp932"),
    "euc-jp": (b"", "euc_jp"),
    "iso-2022-jp": (b"", "iso2022_jp"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def stored(text: str, name: str) -> bytes:
    mark, codec = ENCODINGS[name]
    return mark + text.encode(codec)


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_edit_keeps_the_encoding(folder: Folder, name: str) -> None:
    (folder.root / "a.txt").write_bytes(stored(JAPANESE, name))
    folder.edit("a.txt", "合計は１２，０００円です。\n", "合計は\n９，０００円です。\n")
    wanted = stored(JAPANESE.replace("は１２，", "は\r\n９，"), name)
    assert (folder.root / "a.txt").read_bytes() == wanted


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_overwrite_keeps_the_encoding_and_the_line_ends(folder: Folder, name: str) -> None:
    (folder.root / "a.txt").write_bytes(stored(JAPANESE, name))
    folder.write("a.txt", "請求書\n合計は一円です。")
    assert (folder.root / "a.txt").read_bytes() == stored("請求書\r\n合計は一円です。\r\n", name)


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_append_keeps_the_encoding_and_the_line_ends(folder: Folder, name: str) -> None:
    (folder.root / "a.txt").write_bytes(stored(JAPANESE.rstrip("\r\n"), name))
    folder.write("a.txt", "追伸\n以上\n", append=True)
    assert (folder.root / "a.txt").read_bytes() == stored(JAPANESE + "追伸\r\n以上\r\n", name)


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        (b"a\nb\n", "c", b"c\n"),
        (b"a\nb", "c\n", b"c\n"),
        (b"a\nb", "c\nd", b"c\nd"),
        (b"a\r\nb\r\n", "c\r\nd\n", b"c\r\nd\r\n"),
        (b"a\nb\n", "c\r\nd\r\n", b"c\nd\n"),
        (b"a\rb\r", "c\nd\n", b"c\rd\r"),
        (b"a", "c\r\nd", b"c\r\nd"),
        (b"", "c\r\nd", b"c\r\nd"),
        (b"a\n", "", b""),
        (b"\xef\xbb\xbf", "c", b"\xef\xbb\xbfc"),
    ],
)
def test_an_overwritten_files_line_ends(folder: Folder, old: bytes, new: str, result: bytes) -> None:
    (folder.root / "a.txt").write_bytes(old)
    folder.write("a.txt", new)
    assert (folder.root / "a.txt").read_bytes() == result


def test_characters_that_the_encoding_cannot_hold_are_named_before_anything_is_touched(folder: Folder) -> None:
    before = stored(JAPANESE, "cp932")
    (folder.root / "a.txt").write_bytes(before)
    changes: list[Callable[[], Receipt]] = [
        lambda: folder.write("a.txt", "한국 😀"),
        lambda: folder.write("a.txt", "한국 😀", append=True),
        lambda: folder.edit("a.txt", "見積書", "한국 😀"),
    ]
    for change in changes:
        with pytest.raises(WorkspaceError) as caught:
            change()
        assert caught.value.code == "file:encoding"
        assert all(character in caught.value.text for character in "한국😀")
    assert ((folder.root / "a.txt").read_bytes(), folder.names()) == (before, ["a.txt"])


@pytest.mark.parametrize("change", ["write", "append", "edit"])
def test_what_is_no_text_is_not_changed_as_text(folder: Folder, change: str) -> None:
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256))
    (folder.root / "a.txt").write_bytes(data)
    with pytest.raises(WorkspaceError) as caught:
        if change == "edit":
            folder.edit("a.txt", "IHDR", "x")
        else:
            folder.write("a.txt", "text", append=change == "append")
    assert (caught.value.code, (folder.root / "a.txt").read_bytes()) == ("file:binary", data)


def test_a_text_with_stand_ins_does_not_replace_the_file(folder: Folder) -> None:
    (folder.root / "a.py").write_text("def f(): pass\n\n\ndef g(): pass\n")
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.py", "def f(): return 1\n\n\n# ... rest of the file unchanged ...\n")
    assert (caught.value.code, "edit_file" in caught.value.text) == ("args:allowed:text", True)
    assert (folder.root / "a.py").read_text() == "def f(): pass\n\n\ndef g(): pass\n"
    folder.write("b.py", "# ... rest of the file unchanged ...\n")
    folder.write("a.py", "# ... rest of the file unchanged ...\n", append=True)


LINES = st.lists(
    st.tuples(
        st.text("合計は円です。見積書アイウ abc123①", max_size=12),
        st.sampled_from(["\n", "\r\n"]),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.slow
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=LINES, name=st.sampled_from(["utf-8", "utf-8 with mark", "utf-16 le", "utf-16 be", "cp932"]))
def test_where_one_line_is_edited_every_other_byte_stays(
    folder: Folder, lines: list[tuple[str, str]], name: str
) -> None:
    # Enough kana that there is no doubt about the encoding.
    head, tail = "これはひらがなの行です。\r\n", "おわりです"
    before = head + "".join(line + end for line, end in lines) + tail
    (folder.root / "a.txt").unlink(missing_ok=True)
    (folder.root / "a.txt").write_bytes(stored(before, name))
    folder.edit("a.txt", "ひらがなの", "カタカナの")
    assert (folder.root / "a.txt").read_bytes() == stored(before.replace("ひらがなの", "カタカナの"), name)


def test_bytes_with_a_twin_stay_where_another_line_is_edited(folder: Folder) -> None:
    # Two pairs of bytes are the same character in CP932; only one of them is written for it.
    first, others = "これは一行目です。\r\n", "いろはにほへとちりぬるを\r\n" * 5
    rest = others.encode("cp932") + b"\xee\xf9 \xfa\x54\r\n"
    (folder.root / "a.txt").write_bytes(first.encode("cp932") + rest)
    folder.edit("a.txt", "一行目", "１行目")
    assert (folder.root / "a.txt").read_bytes() == first.replace("一", "１").encode("cp932") + rest


@pytest.mark.parametrize(
    ("before", "text", "named"),
    [
        (None, "a\0b", "U+0000"),
        (b"old\n", "a\0b", "U+0000"),
        (b"\xff\xfeo\0l\0d\0", "a\0b", "U+0000"),
        (None, "\ufeffhello", "U+FEFF"),
        (b"old\n", "\ufeffhello", "U+FEFF"),
        (None, '\x1b$B$"\x1b(B', "U+001B"),
    ],
)
def test_a_text_that_would_not_be_read_as_the_same_is_refused_with_the_characters_named(
    folder: Folder, before: bytes | None, text: str, named: str
) -> None:
    if before is not None:
        (folder.root / "a.txt").write_bytes(before)
    picture = folder.picture()
    changes: list[Callable[[], Receipt]] = [lambda: folder.write("a.txt", text)]
    if before is not None:
        changes.append(lambda: folder.edit("a.txt", "old", text))
    for change in changes:
        with pytest.raises(WorkspaceError) as caught:
            change()
        assert (caught.value.code, named in caught.value.text) == ("file:encoding", True)
    assert folder.picture() == picture


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_a_text_that_begins_with_the_files_own_mark_has_it_once(folder: Folder, mark: bytes) -> None:
    codec = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}[mark]
    (folder.root / "a.txt").write_bytes(mark + "hi\n".encode(codec))
    folder.write("a.txt", "\ufeffhello\n")
    assert (folder.root / "a.txt").read_bytes() == mark + "hello\n".encode(codec)
    folder.edit("a.txt", "hello", "\ufeffhi")
    assert (folder.root / "a.txt").read_bytes() == mark + "hi\n".encode(codec)


def test_a_second_mark_that_the_user_has_stays(folder: Folder) -> None:
    (folder.root / "a.txt").write_bytes(b"\xef\xbb\xbf\xef\xbb\xbfone\ntwo\n")
    folder.edit("a.txt", "two", "2")
    assert (folder.root / "a.txt").read_bytes() == b"\xef\xbb\xbf\xef\xbb\xbfone\n2\n"


@pytest.mark.parametrize("before", [b"old", b"old\n", b"\xef\xbb\xbf"])
def test_nothing_is_not_appended(folder: Folder, before: bytes) -> None:
    (folder.root / "a.txt").write_bytes(before)
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.txt", "", append=True)
    assert (caught.value.code, (folder.root / "a.txt").read_bytes()) == ("args:range:text", before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"\x1b$B", b"\x1b$B\x1b(Bx"),
        (b"abc\n\x1b$B", b"abc\n\x1b$B\x1b(Bx"),
        (b'\x1b$B$"', b'\x1b$B$"\x1b(B\nx'),
        (b'\x1b$B$"\x1b(B\n\x1b(J', b'\x1b$B$"\x1b(B\n\x1b(Jx'),
        (b'\x1b(Babc\n\x1b$B$"\x1b(B', b'\x1b(Babc\n\x1b$B$"\x1b(B\nx'),
        (b"caf\xc3\xa9 \xe3\x81\x82\xe3\x81\x82\n\xff", b"caf\xc3\xa9 \xe3\x81\x82\xe3\x81\x82\n\xff\nx"),
    ],
)
def test_an_append_keeps_every_byte_before_it(folder: Folder, before: bytes, after: bytes) -> None:
    (folder.root / "a.txt").write_bytes(before)
    folder.write("a.txt", "x", append=True)
    assert (folder.root / "a.txt").read_bytes() == after


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from([b"abc", b"\n", b"\r\n", b"\x1b$B", b'$"', b"\x1b(B", b"\x1b(J", b"\xff", b"\x93\xfa"]))
)
def test_an_append_to_any_bytes_keeps_them_or_is_refused(folder: Folder, pieces: list[bytes]) -> None:
    before = b"".join(pieces)
    (folder.root / "a.txt").unlink(missing_ok=True)
    (folder.root / "a.txt").write_bytes(before)
    with suppress(WorkspaceError):
        folder.write("a.txt", "x", append=True)
        assert (folder.root / "a.txt").read_bytes() != before
    assert (folder.root / "a.txt").read_bytes().startswith(before)


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        (b"a\r\nb\nc\r\nd\ne\n", "a\nb\nC\nd\ne\n", b"a\r\nb\nC\nd\ne\n"),
        (b"a\r\nb\nc\r\nd\r\n", "a\nnew\nb\nc\nd\n", b"a\r\nnew\r\nb\nc\r\nd\r\n"),
        (b"a\r\nb\nc", "a\nb\nc\nd", b"a\r\nb\nc\nd"),
        (b"a\nb\r\nc\r\n", "b\nc", b"b\r\nc\r\n"),
        (b"a\r\nb\rc\nd\r\n", "a\nb\rc\nD\n", b"a\r\nb\rc\nD\r\n"),
    ],
)
def test_a_line_that_an_overwrite_keeps_keeps_its_own_end(folder: Folder, old: bytes, new: str, result: bytes) -> None:
    (folder.root / "a.txt").write_bytes(old)
    folder.write("a.txt", new)
    assert (folder.root / "a.txt").read_bytes() == result
