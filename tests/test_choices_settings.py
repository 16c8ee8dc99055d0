"""What a person chooses: within what the app allows, whatever the page sends, and kept for them alone."""

from pathlib import Path
from typing import Any

import pytest
from chainlit.input_widget import Select

from app.settings import Settings
from app.ui.choices.choices import Choices
from app.ui.choices.kept import keep, kept
from app.ui.choices.panel import Panel
from app.ui.choices.profiles import profiles, with_profile

SERVER = "http://127.0.0.1:9/v1"


@pytest.fixture
def base(tmp_path: Path) -> Settings:
    return settings_at(tmp_path)


def settings_at(folder: Path, **other: Any) -> Settings:
    given = {"openai_base_url": SERVER, "model": "first", "work_dir": folder / "work", "data_dir": folder / "data"}
    return Settings.model_validate({**given, **other})


def chosen(base: Settings, **wanted: object) -> Choices:
    choices, refusals = Choices().changed(base, wanted)
    assert refusals == []
    return choices


def test_what_was_chosen_holds_and_all_else_is_as_the_app_has_it(base: Settings) -> None:
    wanted = {
        "model": "second",
        "temperature": 0.5,
        "max_rounds": "7",
        "max_turn_tokens": 5000,
        "approval": "read_only",
        "answer_language": "ja",
    }
    choices = chosen(base, steps="none", **wanted)
    holding = choices.applied(base)
    assert holding == base.model_copy(update={**wanted, "max_rounds": 7})
    assert choices.steps == "none"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("max_rounds", "many", "Requests for one question, at most: it must be a whole number."),
        ("max_rounds", 0, "Requests for one question, at most: it must be at least 1."),
        ("max_rounds", 2.5, "Requests for one question, at most: it must be a whole number."),
        ("max_rounds", True, "Requests for one question, at most: it is none of the choices."),
        ("max_rounds", "9" * 5000, "Requests for one question, at most: it must be a whole number."),
        ("max_turn_tokens", "-5", "Tokens for one question, at most: it must be at least 1,000."),
        ("max_turn_tokens", [1000], "Tokens for one question, at most: it is none of the choices."),
        ("temperature", "warm", "Temperature: it must be a number."),
        ("temperature", "nan", "Temperature: it must be a number."),
        ("temperature", float("inf"), "Temperature: it must be a number."),
        ("temperature", 2.1, "Temperature: it must be at most 2."),
        ("temperature", -1, "Temperature: it must be at least 0."),
        ("approval", "always", "Changes to files: it is none of the choices."),
        ("approval", "auto", "Changes to files: whoever set up this app allows no more than “Ask before existing"),
        ("answer_language", "fr", "Language of the answers: it is none of the choices."),
        ("steps", "some", "Steps shown: it is none of the choices."),
        ("steps", {"all": 1}, "Steps shown: it is none of the choices."),
        ("model", "a\nb", "Model: this cannot be a model's name."),
        ("other_model", "x" * 201, "Model: this cannot be a model's name."),
        ("model", {"name": "x"}, "Model: it is none of the choices."),
    ],
)
def test_a_bad_value_is_refused_with_the_reason_and_the_old_one_stays(
    base: Settings, name: str, value: object, said: str
) -> None:
    before = chosen(base, max_rounds=5, temperature=1, steps="tools")
    now, refusals = before.changed(base, {name: value})
    assert now == before
    assert said in Panel(base, now, (), "en").refused(refusals)
    assert Panel(base, now, (), "ja").refused(refusals).startswith("変更できませんでした：「")


def test_what_is_good_is_taken_beside_what_is_not(base: Settings) -> None:
    now, refusals = Choices().changed(base, {"max_rounds": "no", "max_turn_tokens": "9000", "unheard": "of"})
    assert ([refusal.name for refusal in refusals], now.settings) == (["max_rounds"], {"max_turn_tokens": 9000})


@pytest.mark.parametrize("value", ["", None, "  "])
def test_an_empty_box_goes_back_to_what_the_app_has(base: Settings, value: object) -> None:
    choices = chosen(base, max_rounds=5, model="second", temperature=1)
    emptied, refusals = choices.changed(base, {"max_rounds": value, "model": value, "temperature": value})
    assert (emptied.settings, refusals) == ({}, [])


def test_without_a_temperature_none_is_sent_even_where_the_app_has_one(tmp_path: Path) -> None:
    base = settings_at(tmp_path, temperature=0.7)
    assert chosen(base, temperature="").applied(base).temperature is None


def test_the_word_on_changes_is_never_looser_than_the_apps(tmp_path: Path) -> None:
    loose, strict = settings_at(tmp_path, approval="auto"), settings_at(tmp_path, approval="read_only")
    kept_before = chosen(loose, approval="ask")
    assert kept_before.applied(loose).approval == "ask"
    assert kept_before.applied(strict).approval == "read_only"


@pytest.mark.parametrize(("auth", "rounds"), [("local", 500), ("password", 20)])
def test_limits_are_raised_above_the_apps_on_a_machine_of_ones_own_alone(
    base: Settings, auth: str, rounds: int
) -> None:
    team = base.model_copy(update={"auth": auth})
    assert Choices().changed(team, {"max_rounds": 500})[0].applied(team).max_rounds == rounds
    assert Choices(settings={"max_rounds": 500}).applied(team).max_rounds == rounds


def test_a_model_is_chosen_at_the_same_server_alone(base: Settings, tmp_path: Path) -> None:
    _, refusals = Choices().changed(base, {"model": "azure_openai:gpt-4o"})
    assert [refusal.key for refusal in refusals] in (["choice_other_server"], ["choice_unusable"])
    moved = settings_at(tmp_path, openai_base_url="http://127.0.0.1:10/v1")
    choices = chosen(base, model="second", max_rounds=3)
    assert (choices.applied(moved).model, choices.applied(moved).max_rounds) == ("first", 3)


def test_a_price_is_that_of_the_apps_own_model(tmp_path: Path) -> None:
    base = settings_at(tmp_path, model_price="1,2")
    assert chosen(base, model="second").applied(base).model_price is None
    assert chosen(base, max_rounds=3).applied(base).model_price == "1,2"


def test_choices_are_kept_whole(base: Settings, tmp_path: Path) -> None:
    path, choices = tmp_path / "choices" / "you.json", chosen(base, model="second", temperature=0.25, steps="tools")
    assert kept(path) == Choices()
    assert keep(path, choices)
    assert kept(path) == choices
    assert [found.name for found in path.parent.iterdir()] == ["you.json"]


@pytest.mark.parametrize("found", ["", "{", "[]", '{"steps": "some"}', '{"settings": {"max_rounds": [1]}}', "\x00"])
def test_a_file_that_cannot_be_read_is_no_choice(tmp_path: Path, found: str) -> None:
    (tmp_path / "you.json").write_text(found)
    assert kept(tmp_path / "you.json") == Choices()


def test_a_kept_value_that_no_longer_can_be_is_let_be(base: Settings) -> None:
    choices = Choices(settings={"max_rounds": -1, "approval": "none", "temperature": 1.5})
    assert choices.applied(base) == base.model_copy(update={"temperature": 1.5})


def test_a_disk_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "choices").write_text("a file where a folder should be")
    assert not keep(tmp_path / "choices" / "you.json", Choices())


def test_the_panel_shows_what_holds_and_offers_what_is_allowed(base: Settings) -> None:
    form = Panel(base, chosen(base, temperature=0.5), ("first", "second"), "ja").form()
    shown = {widget.id: widget for widget in form.inputs}
    assert form.settings() == {
        "model": "first",
        "other_model": "",
        "temperature": "0.5",
        "max_rounds": 20,
        "max_turn_tokens": 200_000,
        "approval": "ask",
        "answer_language": "as_asked",
        "steps": "all",
    }
    approval = shown["approval"]
    assert isinstance(approval, Select)
    assert set(approval.items.values()) == {"read_only", "ask"}
    assert shown["max_rounds"].label == "1つの質問あたりのリクエスト数の上限"


def test_without_a_list_a_model_is_named_in_words_and_the_helper_has_none(base: Settings) -> None:
    plain = Panel(base, Choices(), (), "en").form().settings()
    assert ("model" in plain, "other_model" in plain) == (True, False)
    helper = Panel(with_profile(base, "helper"), Choices(), (), "en").form().settings()
    assert {"model", "other_model", "temperature"}.isdisjoint(helper)


def test_a_change_is_told_in_one_line(base: Settings) -> None:
    choices = chosen(base, model="second", max_turn_tokens=9000, temperature=0.5)
    assert Panel(base, choices, (), "en").told(Choices()) == (
        "Model: second, Temperature: 0.5, Tokens for one question, at most: 9,000"
    )
    assert "モデルは「second」、" in Panel(base, choices, (), "ja").told(Choices())
    assert Panel(base, choices, (), "en").told(choices) == ""


def test_profiles_are_what_the_settings_leave_to_choose_from(base: Settings, tmp_path: Path) -> None:
    def ids(settings: Settings) -> list[tuple[str, bool]]:
        return [(profile.name, profile.default) for profile in profiles(settings, "en")]

    alone = settings_at(tmp_path, openai_base_url=None, model="gpt-6-luna")
    assert ids(base) == [("connected", True), ("helper", False), ("read_only", False)]
    assert ids(alone) == [("helper", True), ("read_only", False)]
    assert ids(settings_at(tmp_path, approval="read_only")) == [("connected", True), ("helper", False)]
    assert profiles(base, "ja")[2].display_name == "読み取り専用"


def test_a_profile_changes_what_it_says_and_an_unknown_one_nothing(base: Settings) -> None:
    assert with_profile(base, "read_only") == base.model_copy(update={"approval": "read_only"})
    assert not with_profile(base, "helper").connected
    assert with_profile(base, "forged") == with_profile(base, None) == with_profile(base, "connected") == base
    assert chosen(base, approval="ask").applied(with_profile(base, "read_only")).approval == "read_only"
