"""Calls whose arguments are still arriving, each in the row that the call will have."""

import chainlit as cl
from chainlit.utils import utc_now
from langchain_core.utils.json import parse_partial_json

from app.events import CallDelta, ToolStarted
from app.language import Language
from app.ui.steps.icons import icon_of
from app.ui.steps.titles import running


class Drafts:
    """The rows of one reply's calls from their first words on; only the page knows them until their call runs."""

    def __init__(self, language: Language, parent_id: str | None) -> None:
        self._language = language
        self._parent = parent_id
        self._begun: dict[int, cl.Step] = {}
        self._started = 0

    async def add(self, piece: CallDelta) -> cl.Step | None:
        """Shows a piece; gives the row if it is a new one."""
        step = self._begun.get(piece.index)
        if step is None or piece.start != len(str(step.input)):
            return await self._begin(piece, step)
        await step.stream_token(piece.text, is_input=True)
        return None

    def taken(self) -> cl.Step | None:
        """The row of the next call that starts, if it has one."""
        self._started += 1
        return self._begun.pop(self._started - 1, None)

    async def end(self) -> list[cl.Step]:
        """Takes away the rows of calls that were not run; a new reply may begin."""
        gone, self._begun, self._started = list(self._begun.values()), {}, 0
        for step in gone:
            await cl.context.emitter.delete_step(step.to_dict())
        return gone

    async def _begin(self, piece: CallDelta, known: cl.Step | None) -> cl.Step | None:
        """A new row, or one that begins anew; a piece that fits nowhere waits for what its call will bring."""
        if piece.start:
            return None
        title = running(ToolStarted("", piece.name, _arguments(piece.text), piece.name), self._language)
        step = known or cl.Step(title, "tool", parent_id=self._parent, icon=icon_of(piece.name), default_open=True)
        step.auto_collapse = True
        step.start = step.start or utc_now()
        step.streaming, step.name, step.input = False, title, ""
        await step.stream_token(piece.text, is_input=True)
        self._begun[piece.index] = step
        return None if known else step


def _arguments(begun: str) -> dict[str, object]:
    """What can be read of arguments that have only begun."""
    try:
        given = parse_partial_json(begun)
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}
