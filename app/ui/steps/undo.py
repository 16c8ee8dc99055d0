"""The Undo button of each change."""

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any

import chainlit as cl
from pydantic import TypeAdapter

from app.events import Event, Receipt, ToolFinished
from app.language import Language
from app.phrases import phrase, reason_phrase
from app.ui.shown.elements import Told, change, element

TakeBack = Callable[[Sequence[Receipt]], AsyncGenerator[Event, None]]
Show = Callable[[Event], Awaitable[None]]
# By the id of each: the change, and the id of its button.
_FORM = TypeAdapter(dict[str, tuple[Receipt, str]])


class Undos:
    """One session's changes that can be undone, each under an id that only its own page was told."""

    def __init__(self, take_back: TakeBack) -> None:
        self._take_back = take_back
        self._offered: dict[str, tuple[Receipt, cl.CustomElement]] = {}

    def offer(self, receipt: Receipt, title: str, language: Language) -> cl.CustomElement:
        """The button that undoes the change of `receipt`, which the call `title` made."""
        id = secrets.token_urlsafe(16)
        words = {
            "undo": phrase("undo_button", language),
            "name": phrase("undo_named", language, title=title),
            "failed": phrase("undo_failed", language),
            "gone": phrase("undo_gone", language),
        }
        button = element("Undo", id=id, state="offered", said="", words=words)
        self._offered[id] = (receipt, button)
        return button

    def saved(self) -> dict[str, Any]:
        """What can be undone, as JSON has it."""
        offered = {id: (receipt, button.id) for id, (receipt, button) in self._offered.items()}
        saved: dict[str, Any] = _FORM.dump_python(offered, mode="json")
        return saved

    def know(self, saved: object, shown: Mapping[str, cl.CustomElement]) -> None:
        """Knows again what was saved, of the buttons in `shown`, which go by their ids; anything else is let be."""
        with suppress(ValueError):
            offered = _FORM.validate_python(saved)
            self._offered = {id: (made, shown[button]) for id, (made, button) in offered.items() if button in shown}

    def made(self) -> list[Receipt]:
        """The changes that stand and can be undone, in order."""
        return [receipt for receipt, _ in self._offered.values()]

    def knows(self, receipt: Receipt) -> bool:
        """Whether there is a button for the change of `receipt`."""
        return any(known.id == receipt.id for known in self.made())

    async def taken_back(self, receipt_id: str, language: Language) -> None:
        """Shows on its button that the change with this receipt was undone in another way."""
        for id, (receipt, button) in list(self._offered.items()):
            if receipt.id == receipt_id:
                del self._offered[id]
                change(button, state="undone", said=phrase("undone", language))
                await button.update()

    async def press(self, payload: object, show: Show, language: Language) -> Told:
        """Undoes a change and shows how; gives what its button shows from now on.

        What the page sends is not trusted: an id counts once, and again only after a refusal.
        """
        id = _id(payload)
        if id not in self._offered:
            return {"state": "gone", "said": ""}
        receipt, button = self._offered.pop(id)
        told: Told = {"state": "offered", "said": ""}
        try:
            told = _told(await self._undone(receipt, show), language)
        finally:
            if told["state"] != "undone":
                self._offered[id] = receipt, button
        change(button, **told)
        await button.update()
        return told

    async def _undone(self, receipt: Receipt, show: Show) -> ToolFinished | None:
        """How it ended, as its events are shown."""
        ended = None
        async with aclosing(self._take_back([receipt])) as events:
            async for event in events:
                await show(event)
                ended = event if isinstance(event, ToolFinished) else ended
        return ended


def _id(payload: object) -> str:
    match payload:
        case {"id": str(id)}:
            return id
    return ""


def _told(ended: ToolFinished | None, language: Language) -> Told:
    if ended is not None and ended.ok:
        return {"state": "undone", "said": phrase("undone", language)}
    why = reason_phrase(ended.code if ended else "", language)
    return {"state": "refused", "said": phrase("undo_refused", language, why=why)}
