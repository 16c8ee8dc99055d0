"""What is recorded of a call's arguments: only those that its tool has, and of these the plain ones as they are."""

from typing import Any, Literal, get_args, get_origin

from app.telemetry.telling import known_tool, reason_of
from app.tools import requests
from app.tools.arguments import Arguments

Kept = dict[str, Any]

# A test holds it to the table of tools. That takes half a second to import, and no report needs it.
TAKEN: dict[str, type[Arguments]] = {
    "list_directory": requests.ListDirectory,
    "read_file": requests.ReadFile,
    "file_search": requests.FileSearch,
    "search_text": requests.SearchText,
    "draw_chart": requests.DrawChart,
    "write_file": requests.WriteFile,
    "edit_file": requests.EditFile,
    "copy_file": requests.CopyOrMove,
    "move_file": requests.CopyOrMove,
    "file_delete": requests.FileDelete,
    "make_directory": requests.MakeDirectory,
}
# The arguments that say where to look and what for.
PLAIN = frozenset(
    {"dir_path", "file_path", "source_path", "destination_path", "pattern", "query", "kind", "aggregate"}
    | {"offset", "limit", "column", "hidden", "raw", "regex", "append"}
)
# Those that may hold content, whatever type they are of. There are no others: a model may make up names that hold some.
CONTENT = frozenset({"text", "edits", "x", "y", "sheet"})
_LONG_ARGUMENT = 500
_LARGE_NUMBER = 10**12


def arguments_of(tool: str, given: Kept) -> Kept:
    """The arguments of a call of `tool`: as they are, as their size, or, where it has none of that name, counted."""
    takes = _kinds(tool)
    known = {name: value if _is_plain(value, takes[name], name) else size(value) for name, value in given.items()
             if name in takes}  # fmt: skip
    others = {name: value for name, value in given.items() if name not in takes}
    return {**known, "others": {"number": len(others), **size(others)}} if others else known


def title_of(tool: str, kept: Kept) -> str:
    """What a person reads of a call of which `kept` was recorded."""
    return " ".join([known_tool(tool), *(value for value in kept.values() if isinstance(value, str))])


def code_of(tool: str, code: str) -> str:
    """The code, with the argument that it names where the tool has it."""
    return code if code.removeprefix(f"{reason_of(code)}:") in _kinds(tool) else reason_of(code)


def size(value: Any) -> Kept:
    """What is recorded instead of `value`."""
    return {"characters": _characters(value)}


def _kinds(tool: str) -> dict[str, Any]:
    fields = TAKEN[tool].model_fields if tool in TAKEN else {}
    return {name: field.annotation for name, field in fields.items()}


def _is_plain(value: Any, kind: Any, name: str) -> bool:
    if name not in PLAIN:
        return False
    if get_origin(kind) is Literal:
        return isinstance(value, str) and value in get_args(kind)
    if type(value) is not kind:
        return False
    return len(value) <= _LONG_ARGUMENT if isinstance(value, str) else abs(value) < _LARGE_NUMBER


def _characters(value: Any) -> int:
    """How long all texts in `value` are."""
    if isinstance(value, dict):
        return sum(map(_characters, value.values()))
    if isinstance(value, list):
        return sum(map(_characters, value))
    return len(value) if isinstance(value, str) else len(str(value))
