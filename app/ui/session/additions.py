"""What the page asks to have added to the running question, and what it is told of that."""

from collections.abc import Callable

import chainlit as cl

from app.events import Event, QuestionAdded

_LONGEST_ID = 64


class Additions:
    """One session's additions, by the ids that its page gave them.

    `add` hands a text on; it is false when the text must be a question of its own. The page
    keeps a text until it is told that the model is shown it, so that none is lost.
    """

    def __init__(self, add: Callable[[str], bool]) -> None:
        self._add = add
        self._waiting: dict[str, str] = {}
        self._taken_up: list[str] = []

    async def take(self, id: str, text: str) -> None:
        """Takes in what the page sent, once, and tells what became of it, as often as the page asks."""
        if not text.strip() or len(id) > _LONGEST_ID:
            return
        await _tell(self._taken(id, text), id)

    def _taken(self, id: str, text: str) -> str:
        if id in self._taken_up:
            return "folio-added"
        # What stands alone of a pair of surrogates cannot be sent on.
        clean = text.encode(errors="ignore").decode()
        if id in self._waiting or self._add(clean):
            self._waiting[id] = clean
            return "folio-adding"
        return "folio-refused"

    async def follow(self, event: Event) -> None:
        """Tells the page of an addition that the model is shown from now on."""
        if isinstance(event, QuestionAdded):
            for id in [id for id, text in self._waiting.items() if text == event.text][:1]:
                del self._waiting[id]
                self._taken_up.append(id)
                await _tell("folio-added", id)

    def end(self) -> None:
        """Forgets what no request came for: the page asks it by itself."""
        self._waiting.clear()


async def ask_again() -> None:
    """Asks a page whose connection was lost for what it wants added: either side may have missed the other's word."""
    await cl.send_window_message({"type": "folio-returned"})


async def _tell(what: str, id: str) -> None:
    await cl.send_window_message({"type": what, "id": id})
