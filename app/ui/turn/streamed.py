"""A message of the app that grows while it arrives."""

import asyncio
import time

import chainlit as cl
from chainlit.utils import utc_now

from app.ui.session.memory import layer
from app.ui.shown.links import Find, linked
from app.ui.shown.markdown import safe_markdown

# A frame makes the page parse the whole message again; twenty a second keep pace.
_FLUSH_SECONDS = 0.05
_IDLE_SHARE = 10
_REST_SECONDS = 2.0


class StreamedText:
    """A message that grows: pieces are joined for a moment and shown together.

    At its end the names of files in it become links to those that `find` finds.
    """

    def __init__(self, author: str, find: Find) -> None:
        self._find = find
        self.message = _new_message(author)
        self._pieces: list[str] = []
        self._shown = 0
        self._kept_at = time.monotonic()
        self._flushing: asyncio.Task[None] | None = None

    async def add(self, text: str) -> None:
        """Takes in a piece; it is on the page a moment later."""
        self._pieces.append(text)
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush_soon())

    def is_all_of(self, text: str) -> bool:
        """Whether nothing of `text` is still to be shown."""
        return "".join(self._pieces).strip() == text.strip()

    async def rest(self) -> None:
        """Waits until all of it that has come is on the page."""
        if self._flushing is not None:
            await self._flushing

    async def move_down(self) -> cl.Message:
        """Goes on as the newest message of the page; gives the one that it was, which is taken away."""
        await self.rest()
        before, self.message = self.message, _new_message(self.message.author)
        self._shown = 0
        await before.remove()
        return before

    async def close(self, content: str | None = None) -> None:
        """Ends the message, with `content` in place of what was streamed, if given."""
        await self.rest()
        self.message.content = await linked("".join(self._pieces), self._find) if content is None else content
        if self.message.content.strip():
            await self.message.send()
            # What was kept on the way is not replaced by what is sent as if it were new.
            await self._keep()

    async def _flush_soon(self) -> None:
        pause = _FLUSH_SECONDS
        while self._shown < len(self._pieces):
            await asyncio.sleep(pause)
            began = time.monotonic()
            self._shown = len(self._pieces)
            # Sent whole: how a piece is read may depend on what follows it.
            await self.message.stream_token(self._safe(), is_sequence=True)
            if time.monotonic() - self._kept_at > _REST_SECONDS:
                await self._keep()
            # A long text takes longer to look through; it is then shown less often.
            pause = max(_FLUSH_SECONDS, _IDLE_SHARE * (time.monotonic() - began))

    async def _keep(self) -> None:
        """Has the message stand in its conversation as it is now, whatever becomes of the app."""
        await layer().update_step(self.message.to_dict())
        self._kept_at = time.monotonic()

    def _safe(self) -> str:
        return safe_markdown("".join(self._pieces))


def _new_message(author: str) -> cl.Message:
    # The time gives it its place among the others, also where it is sent again before it has come to its end.
    return cl.Message("", author=author, created_at=utc_now())
