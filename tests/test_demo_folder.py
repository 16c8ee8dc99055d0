"""The demo plays on a copy, with the built-in helper, whatever else is set."""

from pathlib import Path

import pytest

from app.demo import copied, is_for_the_demo, main, with_needed
from app.settings import PROJECT, settings_from


def test_with_demo_neither_the_folder_nor_the_model_of_the_settings_is_used(tmp_path: Path) -> None:
    mine = {"WORK_DIR": str(tmp_path / "mine"), "DATA_DIR": str(tmp_path / "data"), "OPENAI_API_KEY": "sk-mine"}
    played = settings_from({**mine, "DEMO": "true", "APPROVAL": "auto"})
    assert played.work_dir == tmp_path / "data" / "demo" / "work"
    assert played.data_dir == tmp_path / "data" / "demo" / "data"
    assert (played.connected, played.approval) == (False, "ask")


def test_a_copy_has_the_plain_files_and_is_made_anew(tmp_path: Path) -> None:
    source, copy = tmp_path / "mine", tmp_path / "data" / "demo" / "work"
    (source / "stock").mkdir(parents=True)
    (source / "paper1.txt").write_text("One\n")
    (source / "stock" / "ringo.txt").write_text("りんご\n")
    (source / ".secret").write_text("hidden\n")
    (source / "link.txt").symlink_to(source / "paper1.txt")
    assert is_for_the_demo(copy.parent)
    copied(source, copy)
    (copy / "of_last_time.txt").write_text("gone\n")
    assert is_for_the_demo(copy.parent)
    assert copied(source, copy) == 2
    found = {path.relative_to(copy).as_posix(): path.read_text() for path in copy.rglob("*") if path.is_file()}
    assert found == {"paper1.txt": "One\n", "stock/ringo.txt": "りんご\n"}
    assert (source / "paper1.txt").read_text() == "One\n"


def test_what_stands_in_the_place_of_the_copy_and_is_not_the_demos_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for data in (tmp_path / "folder", tmp_path / "link"):
        data.mkdir()
    (tmp_path / "folder" / "demo").mkdir()
    (tmp_path / "folder" / "demo" / "keep.txt").write_text("mine\n")
    (tmp_path / "link" / "demo").symlink_to(tmp_path / "folder" / "demo")
    for data in (tmp_path / "folder", tmp_path / "link"):
        for name, value in (("WORK_DIR", PROJECT / "work"), ("DATA_DIR", data), ("DEMO", "")):
            monkeypatch.setenv(name, str(value))
        assert main() == 2
        assert str(data / "demo") in capsys.readouterr().err
        assert [path.name for path in (data / "demo").iterdir()] == ["keep.txt"]


@pytest.mark.parametrize("names", [(), ("paper1.txt", "paper2.txt", "paper3.txt")])
def test_a_folder_without_what_is_talked_about_is_left_alone(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).write_text("\n")
    assert with_needed(tmp_path) == PROJECT / "work"


def test_a_folder_with_all_of_it_is_the_one_that_is_copied(tmp_path: Path) -> None:
    for name in ("paper1.txt", "paper2.txt", "paper3.txt", "sales.csv"):
        (tmp_path / name).write_text("\n")
    assert with_needed(tmp_path) == tmp_path
