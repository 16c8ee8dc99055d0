"""Which file a name in an answer means: the one that the conversation was about."""

from app.events import Extent, Receipt, ToolFinished
from app.ui.shown.places import Places

THERE = {"photo.png", "only.txt", "uploads/photo.png", "uploads/a.txt", "uploads/deep/a.txt", "docs/photo.png"}


def places(*turns: list[ToolFinished]) -> Places:
    known = Places(lambda path: path if path in THERE else "")
    for turn in turns:
        known.begin()
        for event in turn:
            known.follow(event)
    return known


def looked(path: str, *found: str) -> ToolFinished:
    return ToolFinished("c", "any", True, "", "", 0.1, extent=Extent(path, found=found))


def made(path: str, source: str = "") -> ToolFinished:
    return ToolFinished("c", "any", True, "", "", 0.1, receipt=Receipt("r", "copied", path, source))


def test_names_in_a_listing_mean_what_is_in_that_folder() -> None:
    known = places([looked("uploads")])
    assert [known.find(name) for name in ("photo.png", "a.txt", "only.txt", "none")] == [
        "uploads/photo.png",
        "uploads/a.txt",
        "only.txt",
        "",
    ]


def test_a_name_that_two_files_have_is_the_one_that_was_read_found_or_changed_else_none() -> None:
    assert places([looked(""), looked("uploads")]).find("photo.png") == ""
    assert places([looked(""), looked("uploads"), looked("uploads/photo.png")]).find("photo.png") == "uploads/photo.png"
    assert places([looked(""), made("docs/photo.png")]).find("photo.png") == "docs/photo.png"
    assert places([looked("", "uploads/photo.png")]).find("photo.png") == "uploads/photo.png"
    assert places([looked("uploads/a.txt")]).find("photo.png") == ""
    assert places([looked("uploads/a.txt"), looked("uploads/deep/a.txt")]).find("a.txt") == ""
    assert places([looked("uploads/a.txt"), looked("uploads/deep/a.txt")]).find("deep/a.txt") == "uploads/deep/a.txt"


def test_a_path_that_is_told_whole_is_that_path() -> None:
    known = places([looked("uploads"), looked("docs/photo.png")])
    assert known.find("uploads/photo.png") == "uploads/photo.png"
    assert places([looked("docs")]).find("only.txt") == "only.txt"


def test_a_later_turn_speaks_of_the_same_place_also_when_it_is_taken_up_again() -> None:
    known = places([looked("uploads")], [])
    assert known.find("photo.png") == "uploads/photo.png"
    assert places([looked("uploads")], [looked("docs")]).find("photo.png") == "docs/photo.png"
    again = places()
    again.know(known.saved())
    assert again.find("photo.png") == "uploads/photo.png"
    again.know({"no": "list"})
    assert again.find("a.txt") == "uploads/a.txt"


def test_without_a_call_a_name_is_a_path_from_the_root() -> None:
    assert [places().find(name) for name in ("photo.png", "a.txt")] == ["photo.png", ""]
