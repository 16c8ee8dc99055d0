"""Strict arguments of tools, and what is wrong with those that a model sent."""

import difflib
import json
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from app.json_text import json_object

_ALL = 10


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
        raise ArgumentsError("args:json", f"The arguments are {_other_than_an_object(raw)}; nothing was run.")
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems = error.errors()
    code = f"args:{_reason(problems[0]['type'])}:{_place(problems[0]['loc'])}"
    said = "; ".join(_sentence(problem, model) for problem in problems[:_ALL])
    more = f"; and {len(problems) - _ALL} more" if len(problems) > _ALL else ""
    raise ArgumentsError(code, f"Nothing was run: {said}{more}.")


def _other_than_an_object(raw: str) -> str:
    try:
        kind = type(json.loads(raw))
    except (ValueError, RecursionError):
        return "not one complete JSON object"
    kinds = {list: "a JSON array", str: "a JSON string", bool: "a JSON boolean", type(None): "null"}
    return f"{kinds.get(kind, 'a JSON number')}, not a JSON object"


def _reason(kind: str) -> str:
    if any(mark in kind for mark in _RANGE):
        return "range"
    return _REASONS.get(kind, "type")


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location)[:80]


def _sentence(problem: ErrorDetails, model: type[Arguments]) -> str:
    place = _place(problem["loc"])
    if problem["type"] == "missing":
        return f"the argument '{place}' is missing"
    if problem["type"] == "extra_forbidden":
        known = list(_owner(model, problem["loc"]).model_fields)
        near = difflib.get_close_matches(str(problem["loc"][-1]), known, n=1, cutoff=0.4)
        return f"there is no argument '{place}' (use {', '.join(near or known)})"
    return f"'{place}' is {problem['input']!r:.80}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"


def _owner(model: type[BaseModel], location: tuple[int | str, ...]) -> type[BaseModel]:
    """The model whose argument `location` ends in: `model` itself, or one that a list in it holds."""
    for name in location[:-1]:
        field = model.model_fields.get(str(name))
        inner: tuple[Any, ...] = get_args(field.annotation) if field else ()
        if inner and isinstance(inner[0], type) and issubclass(inner[0], BaseModel):
            model = inner[0]
    return model
