"""What the model thinks before it answers, on the page: a folded row of its own."""

import time

import chainlit as cl
from chainlit.utils import utc_now

from app.language import Language
from app.phrases import phrase
from app.ui.shown.boxes import box
from app.usage import elapsed

_UPDATE_SECONDS = 1.0


class Thinking:
    """One stretch of thinking, as a row in the reader's `language` that grows while it is folded."""

    def __init__(self, language: Language, parent_id: str | None) -> None:
        self.step = cl.Step(phrase("thinking", language), "tool", parent_id=parent_id, icon="brain")
        self.step.start = utc_now()
        self._language = language
        self._began = self._updated = time.monotonic()
        self._pieces: list[str] = []

    async def add(self, text: str) -> None:
        """Takes in a piece; what an open row shows is at most a second old."""
        self._pieces.append(text)
        if len(self._pieces) == 1:
            self.step.output = self._shown()
            await self.step.send()
        elif time.monotonic() - self._updated > _UPDATE_SECONDS:
            await self._update()

    async def close(self) -> None:
        """Ends the row; it says how long the model thought."""
        self.step.end = utc_now()
        self.step.name = phrase("thought", self._language, time=elapsed(time.monotonic() - self._began, self._language))
        await self._update()

    async def _update(self) -> None:
        self.step.output = self._shown()
        await self.step.update()
        self._updated = time.monotonic()

    def _shown(self) -> str:
        return box("".join(self._pieces), self._language, "plaintext")
