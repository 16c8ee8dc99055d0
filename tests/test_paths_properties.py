"""Whatever is asked for: no path leaves the root, nothing but a refusal is raised, and what is there is reached."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from app.workspace.errors import WorkspaceError, escaped, unescaped
from app.workspace.paths.near import alike, composed, folded
from app.workspace.paths.resolving import Paths

TRICKY = [
    *(
        "..",
        ".",
        "",
        "~",
        "a",
        "A",
        "ａ",
        "work",
        "Work",
        "\\",
        "\\\\",
        "\\n",
        "\n",
        "\\x01",
        "\x01",
        "\\udcff",
        "\udcff",
    ),
    *(
        "C:",
        "C:\\",
        "file:",
        "'",
        '"',
        "`",
        "「",
        "」",
        " ",
        "\u3000",
        "é",
        "e\u0301",
        "ｶﾞ",
        "ガ",
        "-",
        "–",
        ".txt",
        "…",
    ),
    *("\u202e", "\u200b", "\ud800", "\0", "CON", "link", "out", "loop", "deep", "x" * 250, "あ" * 80),
]
PIECE = st.sampled_from(TRICKY)
ASKED = st.one_of(
    st.text(max_size=30),
    st.lists(st.lists(PIECE, max_size=3).map("".join), max_size=5).map("/".join),
    st.lists(st.one_of(PIECE, st.sampled_from(["/", "//"])), max_size=6).map("".join),
    st.lists(PIECE, max_size=3).map(lambda pieces: "{root}/" + "/".join(pieces)),
)
NAME = st.one_of(
    st.binary(min_size=1, max_size=12),
    st.lists(PIECE, min_size=1, max_size=4).map(lambda pieces: os.fsencode("".join(pieces).replace("\ud800", "?"))),
).map(lambda name: name.replace(b"/", b"").replace(b"\0", b"")[:255])
NAMES = st.lists(NAME.filter(lambda name: name not in (b"", b".", b"..")), min_size=1, max_size=4, unique=True)


@contextmanager
def folder(*names: str) -> Iterator[Paths]:
    """The paths of a new folder that holds files of these names, beside one that is outside."""
    with tempfile.TemporaryDirectory() as around:
        root = Path(around, "work")
        Path(around, "outside").mkdir()
        root.mkdir()
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).touch()
        yield Paths(root)


def means(paths: Paths, asked: str) -> str:
    return "/".join(paths.found(asked))


@pytest.mark.slow
@given(ASKED)
@settings(max_examples=200, deadline=None)
def test_any_text_is_refused_or_means_something_inside(asked: str) -> None:
    with folder("a/a.txt", "é/\udcff.txt", "deep/deep/A") as paths:
        (paths.root / "link").symlink_to("deep")
        (paths.root / "out").symlink_to("../outside")
        (paths.root / "loop").symlink_to("loop")
        asked = asked.replace("{root}", str(paths.root))
        before = sorted(paths.root.rglob("*"))
        for act in (paths.found, paths.place):
            try:
                parts = act(asked)
            except WorkspaceError as error:
                said = error.text.replace(escaped(asked)[:200], "").replace(asked, "")
                assert str(paths.root.parent) not in said
                assert said.isprintable() or "\u3000" in said
            else:
                assert not {"", ".", ".."} & set(parts)
                assert not any("/" in part for part in parts)
                assert act == paths.place or os.path.lexists(paths.root.joinpath(*parts))
        assert sorted(paths.root.rglob("*")) == before


@given(st.text())
@example("\\\\n")
@example("\\U00110000")
def test_no_two_names_are_shown_alike_and_each_leads_back(name: str) -> None:
    assert unescaped(escaped(name)) == name
    assert unescaped(name) == name or escaped(unescaped(name)) == name


@pytest.mark.slow
@given(NAMES, st.booleans())
@settings(max_examples=200, deadline=None)
def test_what_is_shown_reaches_its_file_whatever_lies_beside_it(names: list[bytes], below: bool) -> None:
    paths_there = [("deep/" if below else "") + os.fsdecode(name) for name in names]
    with folder(*paths_there) as paths:
        for path in paths_there:
            assert means(paths, escaped(path)) == path
            assert "/".join(paths.place(escaped(path))) == path
            others = {escaped(other) for other in paths_there} - {escaped(path)}
            assert path in others or means(paths, path) == path


@pytest.mark.slow
@given(NAMES, NAME)
@settings(max_examples=200, deadline=None)
def test_only_what_is_near_is_taken(names: list[bytes], other: bytes) -> None:
    there, asked = list(map(os.fsdecode, names)), os.fsdecode(other)
    assume(asked.strip() == asked and not {"'", '"', "`", "\\", "「", "」"} & set(asked) and asked not in ("work", "."))
    with folder(*there) as paths, suppress(WorkspaceError):
        parts = paths.found(asked)
        assert parts == (asked,) or alike(there, asked) == list(parts)


@pytest.mark.slow
@given(NAMES, NAME)
@example([b"\x01"], b"\x01'..'")
@example([b"\x01"], b"\x01\\\x01")
@settings(max_examples=200, deadline=None)
def test_a_new_name_has_no_twin_and_a_working_name_works(names: list[bytes], other: bytes) -> None:
    there, asked = list(map(os.fsdecode, names)), os.fsdecode(other)
    with folder(*there) as paths:
        try:
            parts = paths.place(asked)
        except WorkspaceError as error:
            offer = re.search(r" A name that would work: '(.*)'\.$", error.text, re.DOTALL)
            assert offer or error.code == "path:outside" or "look the same" in error.text
            parts = paths.place(offer[1]) if offer else ()
        if not parts or parts[0] in there:
            return
        assert parts[0] == composed(parts[0])
        assert folded(parts[0]) not in set(map(folded, there))
        paths.root.joinpath(*parts[:-1]).mkdir(parents=True, exist_ok=True)
        paths.root.joinpath(*parts).touch()
        assert paths.found(escaped("/".join(parts))) == parts


@pytest.mark.parametrize("is_file", [False, True])
def test_a_folder_that_goes_or_becomes_a_file_is_a_plain_refusal(is_file: bool) -> None:
    with folder("deep/a.txt") as paths:
        parts = paths.found("deep/a.txt")
        shutil.rmtree(paths.root / "deep")
        if is_file:
            (paths.root / "deep").touch()
        with pytest.raises(WorkspaceError) as caught, paths.file(parts, "deep/a.txt"):
            pass
    assert caught.value.code == ("path:not_a_directory" if is_file else "path:not_found")
