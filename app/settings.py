"""Every setting of the app, read once from the environment and `.env` into one frozen value."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from dotenv import dotenv_values
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.addresses import collector_address, database_address, http_address
from app.language import AnswerLanguage

# `chainlit run` puts this key into the environment when CI is set there.
_CHAINLIT_CI_KEY = "sk-FAKE-OPENAI-API-KEY"

PROJECT = Path(__file__).resolve().parent.parent

_TWO_NUMBERS = re.compile(r"\d+(\.\d+)?\s*,\s*\d+(\.\d+)?", re.ASCII)
# What may hold a secret is not repeated when it is wrong.
_SECRET = (
    "OPENAI_API_KEY",
    "HISTORY_URL",
    "METRICS_TOKEN",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
)


class SettingsError(Exception):
    """A setting has a value that cannot be used. The message names it and says what would do."""


def _from_project(path: Path) -> Path:
    try:
        return (PROJECT / path.expanduser()).absolute()
    except RuntimeError as error:
        raise ValueError(str(error)) from None


def _sendable(key: str | None) -> str | None:
    if key is not None and not (key.isascii() and key.isprintable()):
        raise ValueError("a key is plain ASCII; this one holds other characters (a smart quote, perhaps)")
    return key


def _price(text: str | None) -> str | None:
    if text is not None and not _TWO_NUMBERS.fullmatch(text):
        raise ValueError("it should be two prices with a comma between them, such as 0.10,0.50")
    return text


Dollars = Annotated[float | None, Field(gt=0, allow_inf_nan=False)]
ProjectPath = Annotated[Path, AfterValidator(_from_project)]


class Settings(BaseModel):
    """What the app was told. A field's environment name is its own name in capitals."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_default=True)

    openai_api_key: Annotated[str | None, AfterValidator(_sendable)] = Field(
        None, description="key for the model server; a key or a base URL selects the connected model"
    )
    openai_base_url: Annotated[str | None, AfterValidator(http_address)] = Field(
        None, description="an OpenAI-compatible server, such as http://localhost:11434/v1"
    )
    model: str = Field("gpt-6-luna", description="model name; `provider:name` goes through init_chat_model")
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] = Field(
        "none",
        description="how long a reasoning model thinks: none, minimal, low, medium, high or xhigh, as it knows them",
    )
    temperature: float | None = Field(
        None,
        ge=0,
        le=2,
        allow_inf_nan=False,
        description="how freely the model words its answers, 0 to 2; none: not sent, so that the server decides",
    )
    answer_language: AnswerLanguage = Field(
        "as_asked", description="as_asked: answers are in the language of the question; en, ja: always in that one"
    )
    model_price: Annotated[str | None, AfterValidator(_price)] = Field(
        None,
        description="what MODEL costs, in US dollars per million tokens in and out, such as 0.10,0.50; none: as known"
        " by its name",
    )
    openai_api: Literal["auto", "chat", "responses"] = Field(
        "auto",
        description="chat: chat completions; responses: the Responses API; auto: that one only where OpenAI's models"
        " think and call tools",
    )
    tool_protocol: Literal["auto", "native", "json"] = Field(
        "auto",
        description="native: the server's tool calls; json: calls written as JSON text, for models without them;"
        " auto: json once the server refuses tools",
    )
    context_window: int | None = Field(
        None,
        ge=1_000,
        description="tokens that the model takes in and gives out in one request; none: as known by its name",
    )
    max_answer_tokens: int | None = Field(
        None, ge=16, description="tokens of one reply at most; none: the server decides"
    )
    model_timeout: float = Field(
        300, gt=0, description="seconds of silence from the model server before a request is given up"
    )
    reply_timeout: float = Field(1_800, gt=0, description="seconds that one whole reply of the model may take")
    work_dir: ProjectPath = Field(Path("work"), description="the folder that is talked to")
    max_rounds: int = Field(20, ge=1, description="requests to the model in one turn, before a last one without tools")
    max_turn_tokens: int = Field(
        200_000, ge=1_000, description="tokens in and out together in one turn, before a last request without tools"
    )
    max_turn_cost: Dollars = Field(
        None, description="US dollars that one turn may cost, before a last request without tools; none: no limit"
    )
    max_conversation_tokens: int | None = Field(
        None, ge=1_000, description="tokens in and out together in one conversation; none: no limit"
    )
    max_conversation_cost: Dollars = Field(
        None, description="US dollars that one conversation may cost; none: no limit"
    )
    max_day_tokens: int | None = Field(
        None, ge=1_000, description="tokens in and out together that one person may take in a day; none: no limit"
    )
    max_day_cost: Dollars = Field(None, description="US dollars that one person may cost in a day; none: no limit")
    at_limit: Literal["refuse", "ask"] = Field(
        "refuse",
        description="refuse: at a limit of tokens or cost nothing more is asked of the model; ask: you are asked"
        " whether it is raised",
    )
    max_result_chars: int = Field(
        20_000,
        ge=500,
        description="characters of one tool result, as shown to the model (10000 at most for the built-in helper)",
    )
    tool_timeout: float = Field(30, gt=0, description="seconds that one tool call may take")
    closed_tab_seconds: float = Field(
        60, ge=0, description="seconds for which a turn goes on after its tab was closed or lost its connection"
    )
    approval: Literal["ask", "auto", "read_only"] = Field(
        "ask",
        description="ask: changes to existing files are asked about first; auto: only what you did not ask for is;"
        " read_only: nothing can be changed",
    )
    undo_max_mb: int = Field(
        1_000, ge=0, description="megabytes kept at most for Undo; the oldest changes are dropped first"
    )
    undo_max_days: int = Field(30, ge=0, description="days for which a change can be undone")
    upload_max_mb: int = Field(100, ge=0, description="megabytes of one file that is uploaded, at most")
    upload_max_files: int = Field(20, ge=0, description="files that are uploaded at once, at most")
    data_dir: ProjectPath = Field(
        Path(".data"), description="what the app keeps for itself; never inside the work folder"
    )
    record: bool = Field(True, description="whether every turn is written down, an event a line, in DATA_DIR/record")
    record_content: bool = Field(
        False, description="whether what files hold and what is answered is written down there too, not only its size"
    )
    record_max_days: int = Field(90, ge=1, description="days that this record goes back, at most")
    record_max_mb: int = Field(100, ge=1, description="megabytes of it, at most; the oldest lines are dropped first")
    demo: bool = Field(
        False,
        description="the page plays a prepared conversation: on a copy of the folder, which `make demo` puts into"
        " DATA_DIR/demo, and with every other setting as by default",
    )
    history_url: Annotated[str | None, AfterValidator(database_address)] = Field(
        None,
        description="where conversations are kept, such as postgresql://user:password@host/name; none: SQLite, in"
        " DATA_DIR",
    )

    auth: Literal["local", "password", "oauth"] = Field(
        "local",
        description="local: no login, for this machine alone; password, oauth: for any other address too",
    )
    folders: Literal["own", "shared"] = Field(
        "own",
        description="with a login: own: each person has a folder below WORK_DIR; shared: all have WORK_DIR",
    )
    allowed_hosts: str = Field(
        "",
        description="with a login: the names under which browsers may reach the page, with commas; none: any",
    )
    oauth_allowed: str = Field(
        "",
        description="with AUTH=oauth: who may sign in, with commas: jo@example.com, @example.com, or * for anybody",
    )
    metrics_token: Annotated[str | None, AfterValidator(_sendable)] = Field(
        None,
        min_length=16,
        description="what Prometheus says at /metrics, as a bearer token of 16 characters or more; none: nothing is"
        " asked without a login, and nothing is served with one",
    )
    otel_exporter_otlp_endpoint: Annotated[str | None, AfterValidator(collector_address)] = Field(
        None, description="an OpenTelemetry collector over HTTP, such as http://localhost:4318; none: no spans are made"
    )
    otel_exporter_otlp_traces_endpoint: Annotated[str | None, AfterValidator(collector_address)] = Field(
        None, description="the whole address for spans, such as http://localhost:4318/v1/traces, where it is another"
    )
    otel_traces_exporter: str = Field("otlp", description="otlp: spans go to that address; none: no spans are made")

    @model_validator(mode="after")
    def _keep_data_out_of_the_work_folder(self) -> "Settings":
        kept, work = (self.data_dir / "undo").resolve(), self.work_dir.resolve()
        if kept.is_relative_to(work) or work.is_relative_to(kept):
            raise ValueError("DATA_DIR lies inside WORK_DIR; choose a folder outside it")
        return self

    @property
    def accounts_file(self) -> Path:
        """Where the accounts of AUTH=password are."""
        return self.data_dir / "accounts.json"

    @property
    def spans_url(self) -> str:
        """Where spans are sent, "" where none are made."""
        if "otlp" not in (name.strip() for name in self.otel_traces_exporter.split(",")):
            return ""
        base = self.otel_exporter_otlp_endpoint
        return self.otel_exporter_otlp_traces_endpoint or (f"{base.removesuffix('/')}/v1/traces" if base else "")

    @property
    def connected(self) -> bool:
        """Whether a model server is configured; if not, the built-in helper answers."""
        return bool(self.openai_api_key or self.openai_base_url)


def settings_from(values: Mapping[str, str | None]) -> Settings:
    """Settings from environment-like `values`; empty ones count as not given.

    Raises SettingsError with one sentence that names each bad setting.
    """
    given = {name: (values.get(name.upper()) or "").strip() for name in Settings.model_fields}
    if given["openai_api_key"] == _CHAINLIT_CI_KEY:
        del given["openai_api_key"]
    try:
        settings = Settings.model_validate({name: value for name, value in given.items() if value})
    except ValidationError as error:
        raise SettingsError("; ".join(_sentence(problem) for problem in error.errors())) from None
    return _on_a_copy(settings) if settings.demo else settings


def _on_a_copy(settings: Settings) -> Settings:
    """The demo's: whoever asks for it, it never comes near the folder or the model of `settings`."""
    place = settings.data_dir / "demo"
    return Settings.model_validate({"demo": True, "work_dir": place / "work", "data_dir": place / "data"})


def _sentence(problem: Mapping[str, Any]) -> str:
    said = str(problem["msg"]).removeprefix("Value error, ")
    name = "".join(str(part) for part in problem["loc"][:1]).upper()
    return f"{name}: {said} (it is {problem['input']!r})" if name and name not in _SECRET else f"{name} {said}".strip()


def load_settings() -> Settings:
    """Settings for this process: the environment first, then the project's `.env`.

    OpenTelemetry reads its own variables, OTEL_*, from the environment: those of the file are put there.
    """
    values = {**dotenv_values(PROJECT / ".env"), **os.environ}
    os.environ.update({name: value for name, value in values.items() if name.startswith("OTEL_") and value})
    return settings_from(values)
