"""No document can hang or kill the app: the worker and its limits."""

import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import sample_documents as samples
from hypothesis import given
from hypothesis import strategies as st

from app.documents import DocumentError, Kind, Line, extract, extraction
from app.documents.pieces import Fact, Note
from app.documents.wire import Ended, Failed, Message, received, sent

ENTITIES = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
LAUGHS = f'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">{ENTITIES}]>'


def run(
    code: str, monkeypatch: pytest.MonkeyPatch, seconds: float = 20, wanted: Callable[[], bool] = lambda: True
) -> str:
    """The code of the failure when the worker does this instead of its work."""

    def worker(fd: int, reader: str, seconds: float) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", f"import os, sys, time, subprocess\n{code}"]
        return subprocess.Popen(command, stdin=fd, stdout=subprocess.PIPE, start_new_session=True)

    monkeypatch.setattr(extraction, "_worker", worker)
    with pytest.raises(DocumentError) as caught:
        extract(os.open("/dev/null", os.O_RDONLY), Kind("PDF document", "pdf"), seconds, wanted)
    return caught.value.code


# Endings


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("os.abort()", "file:too_big"),
        ("os.kill(os.getpid(), 11)", "file:unreadable:damaged"),
        ("os.kill(os.getpid(), 9)", "file:unreadable"),
        ("sys.exit(3)", "file:unreadable"),
        ("print('garbage')", "file:unreadable"),
        ("print('[' * 100000)", "file:unreadable"),
        ("print('[\"line\"]')", "file:unreadable"),
        ('print(\'["line", "a", ""]\')', "file:unreadable"),
        ('print(\'["failed", "file:unreadable:damaged", "It is damaged."]\')', "file:unreadable:damaged"),
    ],
)
def test_however_a_worker_ends_it_is_an_error(code: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(code, monkeypatch) == expected


def test_a_worker_that_hangs_is_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    start = time.monotonic()
    assert run("time.sleep(60)", monkeypatch, seconds=0.3) == "tool:timeout"
    assert time.monotonic() - start < 1.5


@pytest.mark.slow
def test_a_worker_that_never_stops_writing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "_LARGEST_OUTPUT", 1_000_000)
    assert run('while True: print(\'["note", "a"]\' )', monkeypatch) == "file:too_big"


@pytest.mark.slow
def test_what_is_no_longer_wanted_ends_soon_with_all_that_it_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start = time.monotonic()
    code = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(subprocess.Popen(['sleep', '60']).pid))\ntime.sleep(60)"
    assert run(code, monkeypatch, wanted=lambda: time.monotonic() < start + 0.7) == "tool:cancelled"
    assert time.monotonic() - start < 2
    child = Path(f"/proc/{(tmp_path / 'pid').read_text()}/stat")
    until = time.monotonic() + 10
    while (gone := _is_gone(child)) is False and time.monotonic() < until:
        time.sleep(0.05)
    assert gone


def _is_gone(stat: Path) -> bool:
    try:
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_an_error_of_the_one_who_asks_ends_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    class Withdrawn(Exception):
        pass

    def wanted() -> bool:
        raise Withdrawn

    with pytest.raises(Withdrawn):
        samples.taken(samples.pdf([["a"]]), wanted=wanted)
    assert not _children()


def _children() -> str:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().strip()


def test_a_kind_without_a_working_reader_is_an_error() -> None:
    with Path("/dev/null").open() as file, pytest.raises(DocumentError) as caught:
        extract(file.fileno(), Kind("thing", "no_such_reader"), 20, lambda: True)
    assert caught.value.code == "file:unreadable"


def test_a_kind_that_has_no_reader_is_refused_without_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(extraction, "_worker")
    for reader, code in (
        ("", "unreadable"),
        ("locked", "unreadable:encrypted"),
        ("old_office", "unreadable"),
        ("broken", "unreadable:damaged"),
    ):
        with pytest.raises(DocumentError) as caught:
            extract(-1, Kind("thing", reader), 20, lambda: True)
        assert caught.value.code == f"file:{code}"


# Limits


def test_a_worker_knows_nothing_of_the_apps_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = tmp_path / "python"
    spy.write_text(f"#!/bin/sh\nenv > {tmp_path}/env\npwd > {tmp_path}/pwd\necho '[\"ended\"]'\n")
    spy.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(spy))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert samples.taken(samples.pdf([["a"]])).lines == ()
    assert {line.split("=")[0] for line in (tmp_path / "env").read_text().split("\n") if line} <= {
        "PATH",
        "LANG",
        "OMP_THREAD_LIMIT",
        "PWD",
        "SHLVL",
        "_",
    }
    assert (tmp_path / "pwd").read_text() == "/\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("bytearray(1_200_000_000)", "MemoryError"),
        ("f = open('big', 'wb'); f.write(b'abc'); f.flush()", "File too large"),
        ("signal.pause()", ""),
    ],
)
def test_memory_files_and_time_are_limited(code: str, error: str, tmp_path: Path) -> None:
    start = f"import signal, time; from app.documents.worker import _limit; _limit(-1.0); {code}"
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode in (1, -signal.SIGALRM)
    assert error in done.stderr


def test_a_compiled_library_is_kept_for_the_next_worker() -> None:
    """Without it, each worker would compile its library again, which takes seconds."""
    source = (Path(extraction.__file__).parent / "worker.py").read_text()
    assert source.index("import_module(f") < source.index("_limit(seconds)")


@pytest.mark.slow
def test_a_text_without_end_is_cut_and_says_where() -> None:
    extract = samples.taken(("<p>" + "word " * 100_000 + "</p>").encode() * 45, "a.html")
    assert sum(len(line.text) for line in extract.lines) <= 20_000_000
    assert extract.notes == ("only the beginning was read: the text is too long and is cut",)


def test_lines_hold_no_line_ends_and_no_control_characters() -> None:
    notebook = r'{"cells": [{"cell_type": "raw\u2028x", "source": "a\u0000b\u0007c\td"}]}'
    assert samples.shown(notebook.encode(), "a.ipynb") == ["[cell 1, raw x]", "a b c\td"]


# Bombs


@pytest.mark.parametrize(
    ("members", "compression"),
    [
        ({"word/document.xml": b" " * 20_000_000}, zipfile.ZIP_DEFLATED),
        ({"word/document.xml": b"", "word/a": b" " * 110_000_000}, zipfile.ZIP_STORED),
        ({f"word/{number}": b" " * 21_000_000 for number in range(10)}, zipfile.ZIP_STORED),
        ({f"word/{number}": b"" for number in range(10_001)}, zipfile.ZIP_DEFLATED),
    ],
    ids=["ratio", "large", "sum", "many"],
)
def test_a_packed_bomb_is_refused_before_it_is_parsed(members: dict[str, bytes], compression: int) -> None:
    data = samples.zipped({"[Content_Types].xml": b"", **members}, compression)
    assert samples.refused(data) == "file:too_big"


@pytest.mark.parametrize("mark", ["word/document.xml", "ppt/presentation.xml", "xl/workbook.xml"])
def test_every_packed_kind_is_guarded(mark: str) -> None:
    assert samples.refused(samples.zipped({"[Content_Types].xml": b"", mark: b" " * 20_000_000})) == "file:too_big"


@pytest.mark.parametrize("kind", ["epub+zip", "vnd.oasis.opendocument.text", "vnd.oasis.opendocument.spreadsheet"])
def test_every_kind_with_a_mimetype_is_guarded(kind: str) -> None:
    data = samples.zipped({"mimetype": f"application/{kind}", "content.xml": b" " * 20_000_000})
    assert samples.refused(data) == "file:too_big"


def test_a_packed_document_with_a_password_is_told() -> None:
    data = bytearray(samples.docx(samples.par("a")))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert samples.refused(bytes(data)) == "file:unreadable:encrypted"


def test_a_size_that_is_a_lie_is_no_way_around() -> None:
    data = samples.zipped({"[Content_Types].xml": b"", "_rels/.rels": b"", "word/document.xml": b"<a/>" * 100_000})
    lie = data.replace((400_000).to_bytes(4, "little"), (400).to_bytes(4, "little"))
    assert lie != data
    assert samples.refused(lie) == "file:unreadable:damaged"


@pytest.mark.slow
def test_a_document_that_takes_all_memory_is_refused() -> None:
    body = "<w:p/>" * 16_000_000
    data = samples.changed_zip(samples.docx("BODY"), {"word/document.xml": ("BODY", body)}, zipfile.ZIP_STORED)
    assert samples.refused(data) == "file:too_big"


DOCX = samples.docx(samples.par("hi"))
XML = [
    pytest.param(DOCX, "word/document.xml", "<w:document", "hi", id="word"),
    pytest.param(samples.pptx(), "ppt/slides/slide1.xml", "<p:sld ", "Sales grew", id="slides"),
    pytest.param(samples.epub(["hi"]), "OEBPS/a.opf", "<package", "A book", id="epub"),
]


@pytest.mark.parametrize(("data", "part", "root", "text"), XML)
def test_entities_name_no_file_and_do_not_grow(data: bytes, part: str, root: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the secret")
    outside = f'<!DOCTYPE l [<!ENTITY j SYSTEM "file://{tmp_path}/secret.txt">]>'
    for declared in (outside, LAUGHS):
        changed = samples.changed_zip(data, {part: (root, declared + root)})
        changed = samples.changed_zip(changed, {part: (text, "&j;")})
        try:
            lines = samples.shown(changed)
        except DocumentError as error:
            assert error.code in ("file:unreadable:damaged", "file:too_big")
        else:
            said = "".join(lines)
            assert "secret" not in said and "aaaa" not in said


# Between the worker and the app

PIECES = st.one_of(
    st.builds(Line, st.text(), st.text(), st.lists(st.tuples(st.integers(0, 9), st.text())).map(tuple)),
    st.builds(Fact, st.text()),
    st.builds(Note, st.text()),
    st.builds(Failed, st.text(), st.text()),
    st.just(Ended()),
)


@given(PIECES)
def test_what_is_sent_is_received(message: Message) -> None:
    row = sent(message)
    assert row.count(b"\n") == 1
    assert received(row) == message


@given(st.binary())
def test_no_bytes_break_the_receiver(row: bytes) -> None:
    received(row)


def test_a_character_that_is_none_does_not_stop_the_text() -> None:
    assert received(sent(Line("a\ud800b"))) == Line("a?b")
