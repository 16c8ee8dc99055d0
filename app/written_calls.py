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


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call as it was written: the name of a known tool, and its arguments."""

    name: str
    arguments: dict[str, Any]


class WrittenCalls:
    """Reads a reply as it streams, and holds back what may be calls of the tools `names`.

    A call stands at the end of a reply. With `alone`, nothing else may stand in the reply;
    `is_over` then says that no call can follow any more. Below other words only the form
    that the model was told counts. What stands so in one of `results` is a quotation.
    """

    def __init__(self, names: frozenset[str], alone: bool, results: Sequence[str] = ()) -> None:
        self.is_over = False
        self._results = results
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
        if self._is_quoted(text):
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
        return found

    def _is_quoted(self, text: str) -> bool:
        bare = _bare(text)
        foreign = self._spoke and '"calls"' not in text and "<tool_call>" not in text
        return foreign or any(bare in _bare(result) for result in self._results)

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


def _bare(text: str) -> str:
    """`text` without blanks, fences and marks around it, to be found again however it was laid out."""
    return re.sub(r"\s+|```(?:json|tool_call)?|</?tool_call>", "", text)


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
