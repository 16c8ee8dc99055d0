"""All of a text in pieces: nothing lost, nothing twice, whatever the encoding and the lines, in little memory."""

import tracemalloc
from pathlib import Path

import pytest
from sample_documents import docx, par, pdf

from app.workspace import Limits, WholeText, Workspace, WorkspaceError

LINES = "".join(f"Line {number}: the harbour wall was repaired.\n" for number in range(3_000))
KANA = "港の壁は昭和六年に造られました。\r\n" * 3_000


@pytest.fixture
def workspace(workdir: Path, tmp_path: Path) -> Workspace:
    return Workspace(workdir, tmp_path / "data", Limits(), 20)


def pieces(text: WholeText, wanted: int = 1_000, most: int = 1_500) -> list[str]:
    taken = []
    while piece := text.take(wanted, most):
        taken.append(piece)
    text.close()
    return taken


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ""),
        (LINES.encode(), LINES),
        (b"\xef\xbb\xbf" + LINES.encode(), LINES),
        (KANA.encode("cp932"), KANA.replace("\r\n", "\n")),
        (KANA.encode("utf-16"), KANA.replace("\r\n", "\n")),
        (b"x" * 100_000, "x" * 100_000),
        # Larger than what is read at once; what follows a megabyte of ASCII tells its own encoding.
        (b"y" * 9_000_000, "y" * 9_000_000),
        (LINES.encode() * 100 + KANA.encode("cp932"), LINES * 100 + KANA.replace("\r\n", "\n")),
        (KANA.encode() * 100, KANA.replace("\r\n", "\n") * 100),
        (KANA.encode() * 100 + b"\xff\n", KANA.replace("\r\n", "\n") * 100 + "\\xff\n"),
    ],
    ids=[
        "empty",
        "lines",
        "mark",
        "cp932",
        "utf-16",
        "one line",
        "one huge line",
        "late cp932",
        "large utf-8",
        "damaged",
    ],
)
def test_the_pieces_are_the_text(workspace: Workspace, workdir: Path, content: bytes, said: str) -> None:
    (workdir / "a.txt").write_bytes(content)
    most = max(1_500, len(said) // 50)
    taken = pieces(workspace.text_of("a.txt"), most * 2 // 3, most)
    assert "".join(taken) == said
    assert all(len(piece) <= most for piece in taken)


def test_a_piece_ends_with_a_line_and_what_is_left_is_known(workspace: Workspace, workdir: Path) -> None:
    (workdir / "a.txt").write_text(LINES)
    text = workspace.text_of("a.txt")
    assert (text.left, text.size, text.path) == (len(LINES), len(LINES), "a.txt")
    assert text.beginning(7) == "Line 0:"
    piece = text.take(1_000, 1_500)
    assert piece.endswith("\n")
    assert (text.taken, text.left) == (len(piece), len(LINES) - len(piece))
    text.close()
    assert text.take(1_000, 1_500) == ""


def test_documents_give_what_they_say(workspace: Workspace, workdir: Path) -> None:
    (workdir / "a.pdf").write_bytes(pdf([["The first page."], ["The second page."]]))
    (workdir / "a.docx").write_bytes(docx(par("The museum") + par("It has two rooms.")))
    assert [word in "".join(pieces(workspace.text_of("a.pdf"))) for word in ("first", "second")] == [True, True]
    assert "It has two rooms.\n" in "".join(pieces(workspace.text_of("a.docx")))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("none.txt", "path:not_found"),
        ("stock", "path:not_a_file"),
        ("../x", "path:outside"),
        ("a.bin", "file:binary"),
    ],
)
def test_what_has_no_text_is_refused(workspace: Workspace, workdir: Path, name: str, code: str) -> None:
    (workdir / "a.bin").write_bytes(bytes(range(256)) * 40_000)
    with pytest.raises(WorkspaceError) as refused:
        workspace.text_of(name)
    assert refused.value.code == code


def test_the_memory_does_not_grow_with_the_file(workspace: Workspace, workdir: Path) -> None:
    (workdir / "a.log").write_bytes(LINES.encode() * 350)
    tracemalloc.start()
    text, chars = workspace.text_of("a.log"), 0
    while piece := text.take(40_000, 60_000):
        chars += len(piece)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (chars, peak < 12_000_000) == (len(LINES) * 350, True)
