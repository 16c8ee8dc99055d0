"""The file of accounts, the command that makes them, and the folders that go with them."""

import io
import json
import os
from pathlib import Path

import pytest

from app.accounts import Accounts, AccountsError
from app.settings import Settings
from app.ui.people.allowed import is_allowed
from app.ui.people.attempts import Attempts
from app.ui.people.person import folder_name, person_of
from app.ui.people.secret import secret_for
from app.users import main


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    return Accounts(tmp_path / "data" / "accounts.json")


def test_an_account_is_kept_as_a_salted_hash_for_its_owner_alone(accounts: Accounts, tmp_path: Path) -> None:
    file = tmp_path / "data" / "accounts.json"
    accounts.set("aiko", "correct horse")
    accounts.set("ben", "correct horse")
    kept = json.loads(file.read_text())
    assert "correct" not in file.read_text()
    assert kept["aiko"] != kept["ben"]
    assert kept["aiko"].startswith("$argon2id$")
    assert file.stat().st_mode & 0o077 == 0


def test_only_the_right_password_of_a_known_name_has_a_mark_which_changes_with_it(accounts: Accounts) -> None:
    accounts.set("aiko", "correct horse")
    mark = accounts.mark("aiko", "correct horse")
    assert mark == accounts.marks()["aiko"] != ""
    assert accounts.mark("aiko", "correct mule") == accounts.mark("ben", "correct horse") == ""
    accounts.set("aiko", "battery staple")
    assert accounts.marks()["aiko"] != mark
    accounts.remove("aiko")
    assert accounts.mark("aiko", "battery staple") == ""


@pytest.mark.parametrize(
    ("name", "password"), [("Aiko", "long enough"), ("../x", "long enough"), ("", "long enough"), ("aiko", "short")]
)
def test_a_name_or_password_that_will_not_do_is_refused_and_nothing_is_kept(
    accounts: Accounts, name: str, password: str
) -> None:
    with pytest.raises(AccountsError):
        accounts.set(name, password)
    assert accounts.names() == []


def test_a_damaged_file_is_named_and_left_as_it_is(accounts: Accounts, tmp_path: Path) -> None:
    file = tmp_path / "data" / "accounts.json"
    file.parent.mkdir()
    file.write_text("{")
    with pytest.raises(AccountsError, match=r"accounts\.json"):
        accounts.set("aiko", "long enough")
    assert file.read_text() == "{"


def test_the_command_adds_lists_and_removes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(os.environ, "DATA_DIR", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("long enough\n"))
    assert main(["add", "aiko"]) == 0
    assert main(["add", "aiko"]) == 1
    assert main(["password", "ben"]) == 1
    assert main(["list"]) == 0
    assert main(["remove", "aiko"]) == 0
    assert main(["list"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[:2] == ["aiko can sign in.", "aiko"]
    assert "No accounts yet" in said.out
    assert "there is already an account 'aiko'" in said.err


def test_five_attempts_of_a_name_from_an_address_and_no_more_but_other_addresses_may_still_come() -> None:
    attempts = Attempts()
    assert [attempts.may("aiko", "10.0.0.1") for _ in range(7)] == [True] * 5 + [False] * 2
    assert attempts.may("aiko", "10.0.0.2")
    assert attempts.may("ben", "10.0.0.1")


def test_attempts_that_succeed_are_not_held_against_anybody() -> None:
    attempts = Attempts()
    for _ in range(200):
        assert attempts.may("aiko", "10.0.0.1")
        attempts.succeeded("aiko", "10.0.0.1")


def test_an_address_that_tries_many_names_is_refused() -> None:
    attempts = Attempts()

    def tries(number: int) -> bool:
        may = attempts.may(f"name{number}", "10.0.0.1")
        attempts.failed(f"name{number}", "10.0.0.1")
        return may

    assert [tries(number) for number in range(70)] == [True] * 60 + [False] * 10


def test_each_person_has_a_folder_of_their_own_unless_it_is_shared(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {"work_dir": tmp_path / "work", "data_dir": tmp_path / "data", "auth": "password"}
    )
    aiko, ben = (person_of(name, settings).settings for name in ("aiko", "ben"))
    assert (aiko.work_dir, ben.work_dir) == (tmp_path / "work" / "aiko", tmp_path / "work" / "ben")
    assert aiko.data_dir != ben.data_dir
    shared = settings.model_copy(update={"folders": "shared"})
    assert person_of("aiko", shared).settings.work_dir == tmp_path / "work"


def test_no_two_people_have_the_same_folder_and_no_name_leads_out() -> None:
    ids = [
        "aiko",
        "google:aiko@example.com",
        "github:aiko@example.com",
        "aiko@EXAMPLE.com",
        "..",
        "a/b",
        "a-b",
        "ＡＢ",
        ".",
    ]
    names = [folder_name(id) for id in ids]
    assert len({name.casefold() for name in names}) == len(ids)
    assert all("/" not in name and name.strip(".") == name for name in names)


def test_each_way_to_sign_in_has_a_secret_of_its_own_that_stays(tmp_path: Path) -> None:
    local = secret_for("local", tmp_path, None)
    assert local == secret_for("local", tmp_path, None)
    assert local != secret_for("password", tmp_path, None)
    assert secret_for("local", tmp_path, "given") != secret_for("password", tmp_path, "given")
    assert (tmp_path / "secret-local").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("identifier", "allowed", "may"),
    [
        ("jo@example.com", "jo@example.com", True),
        ("Jo@Example.com", "@example.com", True),
        ("jo@evil.com", "@example.com, jo@example.com", False),
        ("jo@notexample.com", "@example.com", False),
        ("jo", "@example.com", False),
        ("jo", "*", True),
        ("jo@example.com", "", False),
    ],
)
def test_only_those_who_are_allowed_come_through_oauth(identifier: str, allowed: str, may: bool) -> None:
    assert is_allowed(identifier, allowed) is may
