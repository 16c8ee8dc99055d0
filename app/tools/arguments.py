"""Strict arguments of tools, and what is wrong with those that a model sent."""

import difflib
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from app.json_text import json_object


class Arguments(BaseModel):
    """Base of every tool's arguments: nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ArgumentsError(Exception):
    """Arguments that cannot be used; `code` is `args:<reason>[:<argument>]`, `text` names all that is wrong."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


_REASONS = {"missing": "missing", "extra_forbidden": "unknown", "literal_error": "allowed"}
_RANGE = ("greater_than", "less_than", "too_long", "too_short", "string_too")


def parsed(model: type[Arguments], raw: str) -> Arguments:
    """The arguments in the JSON text `raw`. Raises ArgumentsError."""
    given = json_object(raw)
    if given is None:
        raise ArgumentsError("args:json", "The arguments are not one complete JSON object; nothing was run.")
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems = error.errors()
    code = f"args:{_reason(problems[0]['type'])}:{_place(problems[0]['loc'])}"
    said = "; ".join(_sentence(problem, model) for problem in problems)
    raise ArgumentsError(code, f"Nothing was run: {said}.")


def _reason(kind: str) -> str:
    if any(mark in kind for mark in _RANGE):
        return "range"
    return _REASONS.get(kind, "type")


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location)


def _sentence(problem: Any, model: type[Arguments]) -> str:
    place = _place(problem["loc"])
    if problem["type"] == "missing":
        return f"the argument '{place}' is missing"
    if problem["type"] == "extra_forbidden":
        near = difflib.get_close_matches(place, list(model.model_fields), n=1, cutoff=0.4)
        known = near or list(model.model_fields)
        return f"there is no argument '{place}' (use {', '.join(known)})"
    return f"'{place}' is {problem['input']!r:.80}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"
