"""Tool calls that a model writes as JSON text in its reply."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_BEGINS = re.compile(r"^[ \t]*(?=[{\[`<])", re.MULTILINE)
_WRAPPED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|$)|```(?:json|tool_call)?[ \t]*\n(.*?)```", re.DOTALL)
_OPENINGS = ("```json\n", "```tool_call\n", "```\n", "<tool_call>")
_ARGUMENTS = ("arguments", "parameters", "args", "action_input", "input")
_NAMES = ("name", "action", "tool")
# By then a call has said its name.
_NAMED_WITHIN = 400
# What search_text sets before each line that it found.
_FOUND_AT = re.compile(r'^[^\n"{}]*?:\d+: ?', re.MULTILINE)
_DECODER = json.JSONDecoder(strict=False)
# Characters that may be read in vain for calls in one text: braces within braces that never close
# would be read again and again.
_MOST_IN_VAIN = 20_000_000
# As many levels as the decoder follows, each of a few characters.
_TOO_DEEP = 10_000


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call as it was written: the name of a known tool, and its arguments."""

    name: str
    arguments: dict[str, Any]


class WrittenCalls:
    """Reads a reply as it streams, and holds back what may be calls of the tools `names`.

    A call stands at the end of a reply. With `alone`, nothing else may stand in the reply;
    `is_over` then says that no call can follow any more. Below other words only the form
    that the model was told counts. A call that stands in one of the texts `shown` to the model,
    however it is laid out there, is a quotation.
    """

    def __init__(self, names: frozenset[str], alone: bool, shown: Sequence[str] = ()) -> None:
        self.is_over = False
        self._shown = shown
        self._spoke = False
        self._names = names
        self._alone = alone
        self._held = ""
        self._known = re.compile("|".join(f'"{re.escape(name)}"' for name in sorted(names)) or "$^")
        self._at_line_start = True

    def add(self, piece: str) -> str:
        """Takes in a piece; gives what can be shown."""
        self._held += piece
        start = self._start()
        if start is None:
            self.is_over = self._alone and bool(self._held.strip())
            return self.release()
        shown, self._held, self._at_line_start = self._held[:start], self._held[start:], True
        if self._alone and shown.strip():
            self.is_over = True
            return shown + self.release()
        self._spoke |= bool(shown.strip())
        if self._may_be_calls():
            return shown
        self.is_over = self._alone
        return shown + self.release()

    def release(self) -> str:
        """What is held back, which is text after all."""
        text, self._held = self._held, ""
        self._spoke |= bool(text.strip())
        if text:
            self._at_line_start = not text.rpartition("\n")[2].strip()
        return text

    def calls(self) -> list[WrittenCall]:
        """The calls that the reply ends with; none unless all that is held back is known calls."""
        text = self._held.strip()
        if self._spoke and '"calls"' not in text and "<tool_call>" not in text:
            return []
        wrapped = [next(filter(None, match.groups()), "") for match in _WRAPPED.finditer(text)]
        if wrapped and _WRAPPED.sub("", text).strip():
            return []
        found: list[WrittenCall] = []
        for part in wrapped or [text]:
            calls = list(_calls_in(_parsed(part)))
            if not calls or any(call is None or call.name not in self._names for call in calls):
                return []
            found += [call for call in calls if call is not None]
        return [] if any(map(self._is_quoted, found)) else found

    def _is_quoted(self, call: WrittenCall) -> bool:
        return any(_holds(text, call) or _holds(_FOUND_AT.sub("", text), call) for text in self._shown)

    def _start(self) -> int | None:
        """Where in the held text calls may begin: at the start of a line."""
        if self._held and not self._at_line_start:
            line_end = self._held.find("\n")
            if line_end < 0:
                return None
            match = _BEGINS.search(self._held, line_end + 1)
        else:
            match = _BEGINS.search(self._held)
        return match.start() if match else None

    def _may_be_calls(self) -> bool:
        text = self._held.lstrip()
        if text[:1] in ("`", "<") and not any(text.startswith(o) or o.startswith(text) for o in _OPENINGS):
            return False
        return len(text) < _NAMED_WITHIN or bool(self._known.search(text))


def _holds(text: str, call: WrittenCall) -> bool:
    """Whether `call` stands in `text` as JSON, alone or as a part of other JSON. Yes where that cannot be told."""
    at, in_vain = text.find("{"), 0
    while at >= 0 and in_vain < _MOST_IN_VAIN:
        try:
            value, end = _DECODER.raw_decode(text, at)
        except ValueError as error:
            in_vain, end = in_vain + getattr(error, "pos", at) - at, at + 1
        except RecursionError:
            in_vain, end = in_vain + _TOO_DEEP, at + 1
        else:
            if _is_within(value, call):
                return True
        at = text.find("{", end)
    return at >= 0


def _is_within(value: Any, call: WrittenCall) -> bool:
    left = [value]
    while left:
        match left.pop():
            case dict(inner):
                if _call(inner) == call:
                    return True
                left += inner.values()
            case list(parts):
                left += parts
            case str(text) if _holds(text, call):
                return True
    return False


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _calls_in(value: Any) -> Iterator[WrittenCall | None]:
    """The calls that a JSON value stands for, None for what is no call."""
    match value:
        case {"calls": list(calls)} | {"tool_calls": list(calls)}:
            for call in calls:
                yield from _calls_in(call)
        case list(calls):
            for call in calls:
                yield from _calls_in(call)
        case {"function": dict(function)}:
            yield from _calls_in(function)
        case dict():
            yield _call(value)
        case _:
            yield None


def _call(value: dict[str, Any]) -> WrittenCall | None:
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    given = next((value[key] for key in _ARGUMENTS if key in value), None)
    arguments = _parsed(given) if isinstance(given, str) else given
    return WrittenCall(name, arguments) if name and isinstance(arguments, dict) else None
