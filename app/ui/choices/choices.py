"""What one person chose, within what the app was set up with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from app.models import chosen_model
from app.models.listing import is_name
from app.settings import Settings, SettingsError

Shown = Literal["all", "tools", "none"]
Value = str | int | float | None

NAMES = ("model", "temperature", "max_rounds", "max_turn_tokens", "approval", "answer_language")
LIMITS = ("max_rounds", "max_turn_tokens")
# From the strictest on.
POLICIES = ("read_only", "ask", "auto")
_OTHER = "other_model"
# Why pydantic refused a value, by the beginning of its word for it.
_REASONS = {
    "greater_than_equal": "choice_at_least",
    "less_than_equal": "choice_at_most",
    "int": "choice_whole_number",
    "float": "choice_number",
    "finite": "choice_number",
    "literal": "choice_one_of",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A choice that was not taken: its name, and the phrase that says why."""

    name: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)


class _Refused(Exception):
    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key, self.values = key, values


class Choices(BaseModel):
    """The settings that one person has otherwise than the app; the model's is of use at `server` alone."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    settings: dict[str, Value] = {}
    server: str = ""
    steps: Shown = "all"

    def applied(self, base: Settings) -> Settings:
        """`base` with what was chosen; what `base` does not allow, or no longer, is let be."""
        settings = base
        for name in NAMES:
            if name in self.settings and (name != "model" or self.server == _server_of(base)):
                settings = _or_as_before(settings, base, name, self.settings[name])
        return settings

    def changed(self, base: Settings, wanted: Mapping[str, object]) -> tuple["Choices", list[Refusal]]:
        """The choices with what the page sent, which may be anything, and what of it was refused."""
        choices, refusals = self, list[Refusal]()
        asked = {**wanted, "model": wanted.get(_OTHER) or wanted.get("model")}
        for name in [name for name in (*NAMES, "steps") if name in wanted or asked.get(name)]:
            try:
                choices = choices._with(base, name, _text(asked[name]))
            except _Refused as refused:
                refusals.append(Refusal(name, refused.key, refused.values))
        return choices, refusals

    def _with(self, base: Settings, name: str, text: str) -> "Choices":
        if name == "steps":
            return self._with_steps(text)
        others = {key: value for key, value in self.settings.items() if key != name}
        default = None if name == "temperature" else getattr(base, name)
        chosen = getattr(_checked(base, base, name, text), name) if text else default
        if chosen != getattr(base, name):
            others[name] = chosen
        server = _server_of(base) if name == "model" else self.server
        return self.model_copy(update={"settings": others, "server": server})

    def _with_steps(self, text: str) -> "Choices":
        if text not in get_args(Shown):
            raise _Refused("choice_one_of")
        return self.model_copy(update={"steps": text})


def _or_as_before(settings: Settings, base: Settings, name: str, value: Value) -> Settings:
    try:
        return _checked(settings, base, name, value)
    except _Refused:
        return settings


def _checked(settings: Settings, base: Settings, name: str, value: Value) -> Settings:
    """`settings` with one other value, as the model of all settings takes it. Raises _Refused."""
    try:
        made = Settings.model_validate({**settings.model_dump(), name: value})
    except ValidationError as error:
        raise _refusal_of(error) from None
    if name == "approval" and POLICIES.index(made.approval) > POLICIES.index(base.approval):
        raise _Refused("choice_looser", most=base.approval)
    # On a machine of one's own the limits are one's own; a team's are those of whoever pays.
    if name in LIMITS and base.auth != "local" and (most := getattr(base, name)) < getattr(made, name):
        raise _Refused("choice_at_most", limit=f"{most:,}")
    return _with_model(made, base) if name == "model" else made


def _with_model(made: Settings, base: Settings) -> Settings:
    """`made`, whose model is another one, at the same server. The app's price is that of its own model."""
    if not is_name(made.model):
        raise _Refused("choice_bad_name")
    made = made if made.model == base.model else made.model_copy(update={"model_price": None})
    if _server_of(made) != _server_of(base):
        raise _Refused("choice_other_server")
    return made


@lru_cache(256)
def _server_of(settings: Settings) -> str:
    try:
        return chosen_model(settings).endpoint.url
    except SettingsError as error:
        raise _Refused("choice_unusable", why=str(error)) from None


def _text(value: object) -> str:
    """What the page sent, as settings are written; "" for nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        raise _Refused("choice_one_of")
    return "" if value is None else str(value).strip()


def _refusal_of(error: ValidationError) -> _Refused:
    problem = error.errors()[0]
    limits = problem.get("ctx", {})
    key = next((key for begun, key in _REASONS.items() if problem["type"].startswith(begun)), "")
    if not key:
        return _Refused("choice_unusable", why=str(problem["msg"]))
    return _Refused(key, limit=f"{limits.get('ge', limits.get('le', 0)):,}")
