"""What kind of document a file is, told by its content."""

import gzip
import io
import os
import random
import sqlite3
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

import pytest
import sample_documents as samples
from hypothesis import given
from hypothesis import strategies as st

from app.documents import Kind, extraction, kind_of, kinds


def tar() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return stream.getvalue()


def database(folder: Path) -> bytes:
    with sqlite3.connect(folder / "a.db") as connection:
        connection.execute("create table a (b)")
    connection.close()
    return (folder / "a.db").read_bytes()


DOCUMENTS = {
    "PDF document": samples.pdf([["a"]]),
    "Word document": samples.docx(samples.par("a")),
    "PowerPoint presentation": samples.pptx(),
    "Excel workbook": samples.xlsx(lambda book: book.add_worksheet()),
    "EPUB book": samples.epub(["a"]),
    "OpenDocument text": samples.zipped({"mimetype": "application/vnd.oasis.opendocument.text"}),
    "OpenDocument spreadsheet": samples.zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}),
    "RTF document": rb"{\rtf1 a}",
    "HTML page": b"<!DOCTYPE html><p>a",
    "old Excel workbook (.xls)": samples.ole("Workbook"),
    "old Word document (.doc)": samples.ole("1Table", "Data", "Pictures", "Macros", "WordDocument"),
    "old PowerPoint presentation (.ppt)": samples.ole("Current User", "PowerPoint Document"),
    "password-protected Office document": samples.ole("EncryptionInfo", "EncryptedPackage"),
    "PNG image": samples.picture(samples.drawn([], (9, 9)), "PNG"),
    "JPEG image": samples.picture(samples.drawn([], (9, 9)), "JPEG"),
    "GIF image": samples.picture(samples.drawn([], (9, 9)), "GIF"),
    "WebP image": samples.picture(samples.drawn([], (9, 9)), "WEBP"),
    "TIFF image": samples.picture(samples.drawn([], (9, 9)), "TIFF"),
    "BMP image": samples.picture(samples.drawn([], (9, 9)), "BMP"),
}


@pytest.mark.parametrize("label", DOCUMENTS)
def test_a_document_is_known_by_its_content_whatever_its_name(label: str) -> None:
    told = samples.kind(DOCUMENTS[label], "wrong.txt")
    assert told is not None
    assert (told.label, bool(told.reader)) == (label, True)


@pytest.mark.parametrize(
    ("label", "data"),
    [
        ("ZIP archive", samples.zipped({"a.txt": "word/document.xml ppt/ xl/"})),
        ("Java archive", samples.zipped({"META-INF/MANIFEST.MF": ""})),
        ("Outlook message (.msg)", samples.ole("__nameid_version1.0", "__properties_version1.0")),
        ("Android package", samples.zipped({"AndroidManifest.xml": ""})),
        ("file in an old Office format", samples.ole("Something")),
        ("gzip archive", gzip.compress(b"abc", mtime=0)),
        ("tar archive", tar()),
        ("ELF program", Path(sys.executable).resolve().read_bytes()[:5000]),
        ("MP3 audio", b"ID3\x04\0\0\0\0\0\x23TSSE"),
        ("MP4 video", b"\0\0\0\x20ftypisom\0\0\2\0"),
        ("HEIC image", b"\0\0\0\x20ftypheic\0\0\0\0"),
        ("WAV audio", b"RIFF\x24\0\0\0WAVEfmt "),
    ],
)
def test_a_binary_without_a_reader_is_named(label: str, data: bytes) -> None:
    assert samples.kind(data, "a.pdf") == Kind(label)


def test_a_database_is_named(tmp_path: Path) -> None:
    assert samples.kind(database(tmp_path)) == Kind("SQLite database")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", b"PK is a mark"),
        ("a.txt", b"BM, MZ, ID3, GIF89a and RIFF begin other files"),
        ("a.txt", b"GIF89a is a format of pictures"),
        ("a.md", "# 見出し".encode("cp932")),
        ("a.csv", b"a,b\n1,2\n"),
        ("a.txt", "見出し".encode("iso2022_jp")),
        ("a.txt", "日本".encode("utf-16")),
        ("a.html", b""),
        ("a.py", b"print('<html>')"),
        ("a.txt", b"We write %PDF-1.7 first."),
        ("a.dat", bytes(range(256))),
        ("a", b""),
    ],
)
def test_what_may_be_plain_text_has_no_kind(name: str, data: bytes) -> None:
    assert samples.kind(data, name) is None


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.HTM", "<p>日本".encode("utf-16"), "html"),
        ("a.eml", b"Subject: a\n\nb", "mail"),
        ("a.mhtml", b"Subject: a\n\nb", "mail"),
        ("a.ipynb", b"{}", "notebook"),
        ("a.txt", rb"{\rtf1 a}", "rtf"),
    ],
)
def test_a_document_that_is_text_says_so(name: str, data: bytes, reader: str) -> None:
    told = samples.kind(data, name)
    assert told is not None
    assert (told.reader, told.is_text) == (reader, True)


def test_a_pdf_may_begin_with_other_bytes_when_it_is_called_so() -> None:
    data = b"HTTP/1.1 200 OK\r\n" + samples.pdf([["a"]])
    assert samples.kind(data, "a.pdf") == kinds.PDF
    assert samples.kind(data, "a.txt") is None


def test_pictures_are_those_that_a_page_can_show() -> None:
    assert kinds.Kind("PNG image", "picture").is_picture
    assert not kinds.PDF.is_picture


def test_the_position_of_the_open_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(samples.docx(samples.par("a")))
    fd = os.open(path, os.O_RDONLY)
    os.lseek(fd, 7, os.SEEK_SET)
    told = kind_of(fd, "a")
    assert told is not None
    extraction.extract(fd, told, 60, lambda: True)
    assert os.lseek(fd, 0, os.SEEK_CUR) == 7
    os.close(fd)


@given(st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", b"RIFF"]), st.binary())
def test_no_bytes_break_it(start: bytes, rest: bytes) -> None:
    samples.kind(start + rest, "a.html")


STARTS = (
    *(b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"%PDF-1.7", b"RIFF", b"\0\0\0\x20ftyp"),
    *(b"{\\rtf1", b"<html", b"\xff\xfe", b"\xfe\xff", b"\x89PNG\r\n\x1a\n", b"II*\0", b"GIF89a", b"ID3"),
)


@given(st.sampled_from(STARTS), st.integers(0, 700), st.sampled_from([b"\0", b"\xff", b"\1", b"\x0c"]), st.binary())
def test_no_header_full_of_one_byte_breaks_it(start: bytes, size: int, byte: bytes, rest: bytes) -> None:
    samples.kind(start + byte * size + rest, "a.xls")


@given(st.randoms(use_true_random=False), st.sampled_from(STARTS))
def test_no_random_header_breaks_it(chance: random.Random, start: bytes) -> None:
    samples.kind(start + chance.randbytes(600), "a.xls")


@given(
    st.lists(st.tuples(st.integers(0, 1500), st.sampled_from([0, 1, 0x7F, 0x80, 0xFE, 0xFF])), min_size=1, max_size=6),
    st.integers(0, 3_000),
)
def test_no_damage_to_a_container_breaks_it(changes: list[tuple[int, int]], length: int) -> None:
    for data in (samples.ole("a", "b", "c", "d", "WordDocument"), DOCUMENTS["EPUB book"]):
        changed = bytearray(data)
        for at, byte in changes:
            changed[at % len(changed)] = byte
        samples.kind(bytes(changed))
        samples.kind(bytes(changed[:length]))


@pytest.mark.parametrize("rest", [b"\0" * 600, b"", b"\0" * 22 + b"\xff" * 600])
def test_an_old_office_file_with_a_broken_header_is_told_as_damaged(rest: bytes) -> None:
    data = samples.ole("Workbook")[:8] + rest
    assert samples.kind(data, "broken.xls") == Kind("damaged file in an old Office format", "broken")
    assert samples.refused(data, "broken.xls") == "file:unreadable:damaged"


def test_a_container_that_nobody_foresaw_is_told_as_damaged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(fd: int) -> None:
        raise IndexError

    monkeypatch.setattr(kinds, "zip_names", failing)
    assert samples.kind(samples.docx(samples.par("a"))) == kinds.BROKEN
    assert "IndexError" in caplog.text


def test_every_reader_exists() -> None:
    named = [vars(kinds)[name] for name in vars(kinds) if name.isupper()]
    tables = [vars(kinds)[name] for name in ("_MIMETYPES", "_OLE_STREAMS", "_TEXT_SUFFIXES")]
    told = [kind for kind in named if isinstance(kind, Kind)] + [kind for table in tables for kind in table.values()]
    told += [kind for _, kind in vars(kinds)["_OOXML"]] + [kinds.Kind("PNG image", "picture")]
    readers = {kind.reader for kind in told} - {""} - set(extraction._NO_READER)
    assert {reader for reader in readers if find_spec(f"app.documents.readers.{reader}") is None} == set()


def test_importing_the_documents_imports_no_library() -> None:
    code = "import sys, app.documents; print(sorted({n.split('.')[0] for n in sys.modules}))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for library in ("pypdfium2", "bs4", "pptx", "openpyxl", "python_calamine", "PIL", "lxml", "numpy", "email"):
        assert f"'{library}'" not in names
