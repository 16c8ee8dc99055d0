"""Calls whose arguments are still arriving, each in the row that the call will have."""

import json
import re
from dataclasses import dataclass

import chainlit as cl
from chainlit.utils import utc_now
from langchain_core.utils.json import parse_partial_json

from app.events import CallDelta, ToolStarted
from app.language import Language
from app.ui.steps.icons import icon_of
from app.ui.steps.titles import running

# A text that is to be written, as far as it has come: up to its closing quote, or to an escape that is not whole.
_WRITTEN = re.compile(r'"(?:text|new_text)"\s*:\s*"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])*)')
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")
# It stands in a block of code, which it must not end.
_FENCE = re.compile("(?<=``)`")
_BETWEEN = "\n\u22ef\n"
_TEXT, _ARGUMENTS = "txt", "json"


@dataclass(slots=True)
class _Draft:
    step: cl.Step
    name: str
    arguments: str = ""


class Drafts:
    """The rows of one reply's calls from their first words on; only the page knows them until their call runs."""

    def __init__(self, language: Language, parent_id: str | None) -> None:
        self._language = language
        self._parent = parent_id
        self._begun: dict[int, _Draft] = {}
        self._started = 0

    async def add(self, piece: CallDelta) -> cl.Step | None:
        """Shows a piece; gives the row if it is a new one. A piece that fits nowhere waits for what its call brings."""
        draft, new = self._begun.get(piece.index), None
        if piece.start == 0:
            draft, new = self._begin(piece, draft)
        if draft is None or piece.start != len(draft.arguments):
            return None
        draft.arguments += piece.text
        await self._show(draft)
        return new

    def taken(self) -> cl.Step | None:
        """The row of the next call that starts, if it has one."""
        self._started += 1
        draft = self._begun.pop(self._started - 1, None)
        if draft is not None:
            draft.step.show_input = _ARGUMENTS
        return draft.step if draft else None

    async def end(self) -> list[cl.Step]:
        """Takes away the rows of calls that were not run; a new reply may begin."""
        gone, self._begun, self._started = [draft.step for draft in self._begun.values()], {}, 0
        for step in gone:
            await cl.context.emitter.delete_step(step.to_dict())
        return gone

    def _begin(self, piece: CallDelta, known: _Draft | None) -> tuple[_Draft, cl.Step | None]:
        """A call that begins, or begins anew; and its row if that is a new one."""
        new = (
            None if known else cl.Step("", "tool", parent_id=self._parent, icon=icon_of(piece.name), default_open=True)
        )
        step = known.step if known else new
        assert step is not None
        step.auto_collapse, step.start, step.input = True, step.start or utc_now(), ""
        draft = self._begun[piece.index] = _Draft(step, piece.name)
        return draft, new

    async def _show(self, draft: _Draft) -> None:
        """Brings the row up to date: a text that grows is sent piece by piece, anything else anew."""
        step, (kind, shown) = draft.step, _shown(draft.arguments)
        before = str(step.input)
        if before and kind == step.show_input and shown.startswith(before):
            await step.stream_token(shown[len(before) :], is_input=True)
            return
        given = ToolStarted("", draft.name, _arguments(draft.arguments), draft.name)
        step.name, step.show_input, step.streaming = running(given, self._language), kind, False
        await step.stream_token(shown, is_sequence=True, is_input=True)


def _shown(arguments: str) -> tuple[str, str]:
    """What a person reads of arguments that have only begun, and as what: the text to be written, else all of them."""
    written = [json.loads(f'"{found[1]}"', strict=False) for found in _WRITTEN.finditer(arguments)]
    text = _FENCE.sub("\u200b`", _HALF_CHARACTER.sub("", _BETWEEN.join(written)))
    return (_TEXT, text) if text else (_ARGUMENTS, arguments)


def _arguments(begun: str) -> dict[str, object]:
    """What can be read of arguments that have only begun."""
    try:
        given = parse_partial_json(begun)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}
