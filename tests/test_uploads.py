"""Files from outside: taken in whole under a harmless name that is free, within the limits, or not at all."""

import asyncio
import http.client
import json
import socket
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from page import running_app
from visitors import visitor

from app.events import Receipt
from app.ui.panel.uploads import Upload, Uploads
from app.workspace import Limits, Seen, Workspace, WorkspaceError
from app.workspace.changes.verbs.uploading import harmless_name

_MEGABYTE = 1_000_000
_WAY = "/folio/files/upload"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "work", tmp_path / "data", Limits(100 * _MEGABYTE, 30), 10)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("report.pdf", "report.pdf"),
        ("報告書（最終）.pdf", "報告書（最終）.pdf"),
        ("か\u3099.txt", "が.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\a.txt", "a.txt"),
        (".env", "env"),
        (" ..hidden. ", "hidden"),
        ("CON.txt", "CON_.txt"),
        ("a\nb\x00c.txt", "a bc.txt"),
        ("\u202egpj.exe", "gpj.exe"),
        ("\ud800a.txt", "a.txt"),
        ('a<b>:"|?*.txt', "a_b______.txt"),
        (".folio-0123456789abcdef-0123456789abcdef.tmp", "folio-0123456789abcdef-0123456789abcdef.tmp"),
        ("..", "_"),
        ("", "_"),
        ("~", "_"),
    ],
)
def test_a_name_is_kept_and_can_do_no_harm(given: str, name: str) -> None:
    assert harmless_name(given) == name


def test_a_name_that_is_too_long_keeps_its_ending() -> None:
    name = harmless_name("長" * 300 + ".pdf")
    assert name.endswith("長.pdf") and len(name.encode()) <= 255


def test_a_file_that_is_there_is_never_written_over(folder: Workspace) -> None:
    (folder.root / "uploads").mkdir()
    (folder.root / "uploads" / "Report.pdf").write_bytes(b"old")
    paths = [folder.changes.take_in("report.pdf", "", [b"new"]).path for _ in range(2)]
    assert paths == ["uploads/report (2).pdf", "uploads/report (3).pdf"]
    assert (folder.root / "uploads" / "Report.pdf").read_bytes() == b"old"


def test_an_upload_has_a_receipt_and_is_undone_with_the_folder_that_was_made_for_it(folder: Workspace) -> None:
    receipt = folder.changes.take_in("a.bin", "", [b"\0" * 1000, b"\1" * 1000])
    assert (receipt.verb, receipt.path, receipt.size_after, receipt.size_before) == (
        "uploaded",
        "uploads/a.bin",
        2000,
        None,
    )
    folder.changes.undo(receipt.id, Seen())
    assert names(folder.root) == []


def test_an_upload_that_breaks_off_leaves_nothing(folder: Workspace) -> None:
    def broken() -> Iterator[bytes]:
        yield b"half"
        assert any(name.endswith(".tmp") for name in names(folder.root / "uploads"))
        raise EOFError

    with pytest.raises(EOFError):
        folder.changes.take_in("a.txt", "", broken())
    assert names(folder.root) == []


def test_what_killed_uploads_left_goes_with_the_next_start_but_not_what_one_under_way_holds(folder: Workspace) -> None:
    left = folder.root / "uploads" / ".folio-0123456789abcdef-0123456789abcdef.tmp"
    left.parent.mkdir()
    left.write_bytes(b"half")

    def arriving() -> Iterator[bytes]:
        yield b"half"
        folder.changes.clear_uploads()
        yield b"whole"

    folder.changes.take_in("a.txt", "", arriving())
    assert names(left.parent) == ["a.txt"]


@pytest.mark.parametrize("where", ["", "papers"])
def test_a_folder_that_moves_meanwhile_takes_nothing_with_it(folder: Workspace, where: str) -> None:
    (folder.root / "papers").mkdir()

    def moving() -> Iterator[bytes]:
        yield b"half"
        (folder.root / (where or "uploads")).rename(folder.root / "moved")
        yield b"whole"

    with pytest.raises(WorkspaceError) as refused:
        folder.changes.take_in("a.txt", where, moving())
    assert refused.value.code == "file:changed:folder"
    assert [path for path in folder.root.rglob("*") if path.is_file()] == []
    assert folder.changes.take_in("a.txt", "moved", [b"a"]).id


@pytest.mark.parametrize("where", ["../elsewhere", "nowhere", "a.txt", "out"])
def test_no_folder_but_uploads_is_made_and_none_outside_is_reached(
    folder: Workspace, tmp_path: Path, where: str
) -> None:
    (folder.root / "a.txt").write_text("a")
    (tmp_path / "elsewhere").mkdir()
    (folder.root / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WorkspaceError):
        folder.changes.take_in("b.txt", where, [b"b"])
    assert names(folder.root) == ["a.txt", "out"]
    assert names(tmp_path / "elsewhere") == []


@dataclass(frozen=True)
class Answer:
    status: int
    body: dict[str, Any]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("uploads") / "work"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def address(work: Path) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", UPLOAD_MAX_MB="2", UPLOAD_MAX_FILES="3") as url:
        yield url


@pytest.fixture(scope="module")
def cookie(address: str) -> str:
    """What the page is signed in by."""
    request = urllib.request.Request(address, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=30) as page:
        return "; ".join(given.partition(";")[0] for given in page.headers.get_all("set-cookie", []))


Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def session(address: str) -> str:
    """The session of a page that was open a moment ago."""

    async def opened() -> str:
        async with visitor(address, "") as page:
            return page.session

    return asyncio.run(opened())


@pytest.fixture
def ask(address: str, cookie: str, session: str) -> Ask:
    """One request to the way in."""

    def asked(method: str, body: bytes = b"", headers: Mapping[str, str] | None = None, **query: str) -> Answer:
        line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        line.request(
            method,
            f"{_WAY}?{urlencode({'session': session, 'gesture': uuid.uuid4().hex, **query})}",
            body,
            {"Cookie": cookie, **(headers or {})},
        )
        answer = line.getresponse()
        told = answer.read()
        given = Answer(answer.status, json.loads(told) if told.startswith(b"{") else {})
        line.close()
        return given

    return asked


def files(work: Path) -> list[str]:
    """The files in the folder and below, once nothing is being taken in any more."""
    deadline = time.monotonic() + 20
    while any(work.rglob("*.tmp")) and time.monotonic() < deadline:
        time.sleep(0.05)
    return sorted(str(path.relative_to(work)) for path in work.rglob("*") if path.is_file())


@pytest.mark.slow
def test_the_way_in_takes_a_file_once_and_takes_it_back_once(ask: Ask, work: Path) -> None:
    taken = ask("PUT", b"hello", name="../挨拶.txt")
    assert taken.status == 201
    assert {**taken.body, "id": ""} == {"id": "", "folder": "uploads", "name": "挨拶.txt", "size": 5, "undo": True}
    assert (work / "uploads" / "挨拶.txt").read_bytes() == b"hello"
    assert ask("DELETE", id="forged").status == 404
    assert [ask("DELETE", id=taken.body["id"]).status for _ in range(2)] == [200, 404]
    assert files(work) == []


@pytest.mark.slow
def test_what_is_announced_as_too_large_is_not_waited_for(ask: Ask, work: Path) -> None:
    refused = ask("PUT", headers={"Content-Length": str(2 * _MEGABYTE + 1)}, name="a.bin")
    assert refused.status == 413 and "2 MB" in refused.body["said"]
    assert files(work) == []


@pytest.mark.slow
def test_the_server_reads_no_further_than_the_limit_and_keeps_nothing(
    address: str, cookie: str, session: str, work: Path
) -> None:
    host = urlsplit(address)
    piece, sent = b"%x\r\n%b\r\n" % (65_536, b"x" * 65_536), 0
    with socket.create_connection((host.hostname, host.port), 30) as line, suppress(OSError):
        line.sendall(
            f"PUT {_WAY}?name=a.bin&session={session}&gesture=l HTTP/1.1\r\nHost: {host.netloc}\r\nCookie: {cookie}\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        while sent < 100 * _MEGABYTE:
            line.sendall(piece)
            sent += len(piece)
    # What has been sent beyond the limit lies in the system's own buffers.
    assert 2 * _MEGABYTE < sent < 20 * _MEGABYTE
    assert files(work) == []


@pytest.mark.slow
def test_a_connection_that_breaks_leaves_nothing(address: str, cookie: str, session: str, work: Path) -> None:
    host = urlsplit(address)
    with socket.create_connection((host.hostname, host.port), 30) as line:
        line.sendall(
            f"PUT {_WAY}?name=a.bin&session={session}&gesture=b HTTP/1.1\r\nHost: {host.netloc}\r\nCookie: {cookie}\r\n"
            "Content-Length: 1000000\r\n\r\n".encode()
            + b"x" * 1000
        )
        deadline = time.monotonic() + 20
        while not any(work.rglob("*.tmp")) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert any(work.rglob("*.tmp"))
    assert files(work) == []


@pytest.mark.slow
def test_one_gesture_brings_no_more_files_than_the_setting_says(ask: Ask, work: Path) -> None:
    given = [ask("PUT", b"x", {"Accept-Language": "ja"}, name="a.txt", gesture="one") for _ in range(4)]
    assert [answer.status for answer in given] == [201, 201, 201, 429]
    assert "3 ファイルまで" in given[3].body["said"]
    for answer in given[:3]:
        ask("DELETE", id=answer.body["id"])
    assert files(work) == []


def test_files_of_no_gesture_belong_together_for_a_short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    uploads = Uploads()
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    assert [uploads.count("ann", "") for _ in range(3)] == [1, 2, 3]
    assert (uploads.count("bob", ""), uploads.count("ann", "drop")) == (1, 1)
    monkeypatch.setattr("time.monotonic", lambda: 2000.0)
    assert uploads.count("ann", "") == 1


@pytest.mark.slow
def test_a_foreign_page_and_a_stranger_are_refused(ask: Ask, work: Path) -> None:
    assert ask("PUT", b"x", {"Origin": "http://evil.example"}, name="a.txt").status == 403
    assert ask("PUT", b"x", {"Cookie": ""}, name="a.txt").status == 401
    assert files(work) == []


def test_an_upload_is_its_owners_and_counts_once() -> None:
    uploads = Uploads()
    upload = Upload("ann", Receipt("1", "uploaded", "uploads/a.txt"), "")
    id = uploads.add(upload)
    assert uploads.of(id, "ann") is upload
    assert uploads.of(id, "bob") is None
    upload.told = True
    assert uploads.of(id, "ann") is None
