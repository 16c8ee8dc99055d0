"""Settings: what was given, what was not, and one sentence for what cannot be used."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import PROJECT, Settings, SettingsError, load_settings, settings_from


def test_without_anything_the_defaults_hold_and_the_built_in_helper_answers() -> None:
    settings = settings_from({})
    assert settings == Settings.model_validate({})
    assert (settings.connected, settings.model, settings.max_rounds) == (False, "gpt-6-luna", 20)
    assert (settings.work_dir, settings.data_dir) == (PROJECT / "work", PROJECT / ".data")


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "OPENAI_BASE_URL"])
def test_a_key_or_an_address_selects_the_connected_model(name: str) -> None:
    assert settings_from({name: "http://localhost:11434/v1"}).connected


@pytest.mark.parametrize("empty", ["", "  ", "\n", None])
def test_empty_values_count_as_not_given(empty: str | None) -> None:
    assert settings_from(dict.fromkeys(map(str.upper, Settings.model_fields), empty)) == settings_from({})


def test_every_value_is_read_by_its_name_in_capitals(tmp_path: Path) -> None:
    given = {
        "OPENAI_API_KEY": "sk-1",
        "OPENAI_BASE_URL": "http://localhost:8080/v1",
        "MODEL": "qwen3:8b",
        "REASONING_EFFORT": "high",
        "TEMPERATURE": "0.5",
        "ANSWER_LANGUAGE": "ja",
        "MODEL_PRICE": "0.10, 0.50",
        "OPENAI_API": "responses",
        "TOOL_PROTOCOL": "json",
        "CONTEXT_WINDOW": "8192",
        "MAX_ANSWER_TOKENS": "500",
        "MODEL_TIMEOUT": "2.5",
        "REPLY_TIMEOUT": "90.5",
        "WORK_DIR": str(tmp_path / "papers"),
        "MAX_ROUNDS": "3",
        "MAX_TURN_TOKENS": "5000",
        "MAX_TURN_COST": "0.25",
        "MAX_CONVERSATION_TOKENS": "50000",
        "MAX_CONVERSATION_COST": "1.5",
        "MAX_DAY_TOKENS": "100000",
        "MAX_DAY_COST": "2.5",
        "AT_LIMIT": "ask",
        "MAX_RESULT_CHARS": "1000",
        "CLOSED_TAB_SECONDS": "1.5",
        "TOOL_TIMEOUT": "7",
        "APPROVAL": "auto",
        "UNDO_MAX_MB": "5",
        "UNDO_MAX_DAYS": "2",
        "DATA_DIR": str(tmp_path / "data"),
        "RECORD": "False",
        "RECORD_CONTENT": "True",
        "RECORD_MAX_DAYS": "9",
        "RECORD_MAX_MB": "8",
        "DEMO": "False",
        "HISTORY_URL": "postgresql+asyncpg://jo@localhost/folio",
        "UPLOAD_MAX_MB": "7",
        "UPLOAD_MAX_FILES": "3",
        "AUTH": "oauth",
        "FOLDERS": "shared",
        "ALLOWED_HOSTS": "folio.example.com",
        "OAUTH_ALLOWED": "@example.com",
        "METRICS_TOKEN": "sixteen or more!",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318",
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://localhost:4318/v1/traces",
        "OTEL_TRACES_EXPORTER": "none",
    }
    read = settings_from(given).model_dump()
    assert {name.upper(): str(value) for name, value in read.items()} == {**given, "TOOL_TIMEOUT": "7.0"}


def test_names_in_small_letters_and_foreign_ones_are_not_read() -> None:
    assert settings_from({"model": "x", "PATH": "/bin"}) == settings_from({})


def test_values_are_stripped() -> None:
    assert settings_from({"OPENAI_API_KEY": " sk-1\n", "MODEL": " m "}).openai_api_key == "sk-1"


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("http://localhost:11434/v1/", "http://localhost:11434/v1"),
        ("http://localhost:11434/v1/chat/completions", "http://localhost:11434/v1"),
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        ("http://localhost:11434/v1/chat/completions/", "http://localhost:11434/v1"),
    ],
)
def test_an_address_is_brought_into_its_usual_form(given: str, url: str) -> None:
    assert settings_from({"OPENAI_BASE_URL": given}).openai_base_url == url


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("OPENAI_BASE_URL", "localhost:11434", ["OPENAI_BASE_URL", "http://", "localhost:11434"]),
        ("OPENAI_API_KEY", "“sk-1”", ["OPENAI_API_KEY", "ASCII"]),
        ("OPENAI_API_KEY", "sk\n1", ["OPENAI_API_KEY"]),
        ("MAX_ROUNDS", "many", ["MAX_ROUNDS", "'many'"]),
        ("MAX_ROUNDS", "0", ["MAX_ROUNDS", "'0'"]),
        ("MAX_ROUNDS", "2.5", ["MAX_ROUNDS", "'2.5'"]),
        ("MAX_DAY_TOKENS", "-1", ["MAX_DAY_TOKENS", "'-1'"]),
        ("MAX_TURN_COST", "0", ["MAX_TURN_COST", "'0'"]),
        ("MAX_DAY_COST", "nan", ["MAX_DAY_COST"]),
        ("AT_LIMIT", "warn", ["AT_LIMIT", "'refuse'", "'ask'"]),
        ("MAX_RESULT_CHARS", "10", ["MAX_RESULT_CHARS", "500"]),
        ("MODEL_TIMEOUT", "0", ["MODEL_TIMEOUT"]),
        ("TOOL_TIMEOUT", "-1", ["TOOL_TIMEOUT"]),
        ("APPROVAL", "always", ["APPROVAL", "'ask'", "'auto'", "'read_only'"]),
        ("UNDO_MAX_MB", "-1", ["UNDO_MAX_MB"]),
        ("TEMPERATURE", "2.1", ["TEMPERATURE", "2"]),
        ("ANSWER_LANGUAGE", "fr", ["ANSWER_LANGUAGE", "'as_asked'", "'en'", "'ja'"]),
        ("MODEL_PRICE", "cheap", ["MODEL_PRICE", "0.10,0.50"]),
        ("METRICS_TOKEN", "short", ["METRICS_TOKEN", "16"]),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318", ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318"]),
        ("DATA_DIR", "work/data", ["DATA_DIR", "WORK_DIR"]),
        ("DATA_DIR", "work", ["DATA_DIR", "WORK_DIR"]),
    ],
)
def test_a_value_that_cannot_be_used_is_named_in_one_sentence(name: str, value: str, words: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({name: value})
    said = str(caught.value)
    assert [word for word in words if word not in said] == []
    assert ("\n" in said, "pydantic" in said, "Value error" in said) == (False, False, False)


@pytest.mark.parametrize(("name", "value"), [("MODEL_TIMEOUT", "nan"), ("TOOL_TIMEOUT", "nan"), ("TEMPERATURE", "nan")])
def test_seconds_are_a_number(name: str, value: str) -> None:
    with pytest.raises(SettingsError):
        settings_from({name: value})


def test_every_bad_value_is_named() -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({"MAX_ROUNDS": "x", "TOOL_TIMEOUT": "y", "OPENAI_BASE_URL": "z"})
    assert [name for name in ("MAX_ROUNDS", "TOOL_TIMEOUT", "OPENAI_BASE_URL") if name not in str(caught.value)] == []


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "METRICS_TOKEN", "OTEL_EXPORTER_OTLP_ENDPOINT"])
def test_a_bad_key_is_never_shown(name: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({name: "sk-sécret"})
    assert "cret" not in str(caught.value)


def test_spans_go_to_the_address_for_them_or_below_the_collectors_own_unless_that_is_switched_off() -> None:
    base = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://here:4318/"}
    own = {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://there/spans/?key=1"}
    assert settings_from({}).spans_url == ""
    assert settings_from(base).spans_url == "http://here:4318/v1/traces"
    assert settings_from({**base, **own}).spans_url == "https://there/spans/?key=1"
    assert settings_from({**base, "OTEL_TRACES_EXPORTER": "none"}).spans_url == ""
    assert settings_from({**base, "OTEL_TRACES_EXPORTER": "console, otlp"}).spans_url == "http://here:4318/v1/traces"


def test_relative_folders_are_the_projects() -> None:
    assert settings_from({"WORK_DIR": "papers"}).work_dir == PROJECT / "papers"
    assert settings_from({"WORK_DIR": "~/papers"}).work_dir == Path.home() / "papers"


def test_a_work_folder_inside_the_data_folder_is_allowed(tmp_path: Path) -> None:
    assert settings_from({"DATA_DIR": str(tmp_path), "WORK_DIR": str(tmp_path / "work")}).connected is False


def test_a_data_folder_that_a_link_leads_into_the_work_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work" / "data").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "work" / "data")
    with pytest.raises(SettingsError):
        settings_from({"WORK_DIR": str(tmp_path / "work"), "DATA_DIR": str(tmp_path / "link")})


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        settings_from({}).model = "other"


def test_the_environment_comes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("MODEL=of-the-file\nMAX_ROUNDS=3\n# MAX_RESULT_CHARS=600\nOPENAI_BASE_URL=\n")
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setattr("app.settings.PROJECT", tmp_path)
    monkeypatch.setenv("MODEL", "of-the-environment")
    settings = load_settings()
    assert (settings.model, settings.max_rounds, settings.connected) == ("of-the-environment", 3, False)


def test_an_empty_environment_variable_does_not_hide_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("MODEL=of-the-file\n")
    monkeypatch.setattr("app.settings.PROJECT", tmp_path)
    monkeypatch.setenv("MODEL", "")
    assert load_settings().model in ("of-the-file", "gpt-6-luna")


def test_what_opentelemetry_reads_itself_counts_in_the_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("OTEL_EXPORTER_OTLP_HEADERS=x-key=abc\nOTEL_SERVICE_NAME=of-the-file\nMODEL=m\n")
    environment = {"OTEL_SERVICE_NAME": "of-the-environment"}
    monkeypatch.setattr("app.settings.PROJECT", tmp_path)
    monkeypatch.setattr("os.environ", environment)
    load_settings()
    assert environment == {
        "OTEL_EXPORTER_OTLP_HEADERS": "x-key=abc",
        "OTEL_SERVICE_NAME": "of-the-environment",
    }
