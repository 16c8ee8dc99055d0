"""What the model is shown of each result, at the foot of its step, and the person's say in it."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import chainlit as cl
from chainlit.utils import utc_now
from pydantic import TypeAdapter

from app.agent import Sight
from app.events import ToolFinished
from app.language import Language
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.ui.shown.elements import Told, change, element

_NOT_THE_MODELS = ("undo", "read_part")
Look = Callable[[str], Sight | None]
Wish = Callable[[str], bool]


# By the id of each: its call, its tokens, its language, how the result was shown, and the id of its element.
_FORM = TypeAdapter(dict[str, tuple[str, int, Language, Sight, str]])


@dataclass(slots=True)
class _Foot:
    call_id: str
    shown: cl.CustomElement
    tokens: int
    language: Language
    sight: Sight = "whole"


class Sights:
    """One session's results, each under an id that only its own page was told and that counts once.

    `look` tells what the model is shown of a result, `leave_out` and `keep` change it: they are
    false where they cannot.
    """

    def __init__(self, look: Look, leave_out: Wish, keep: Wish) -> None:
        self._look = look
        self._wishes = {"leave_out": leave_out, "keep": keep}
        self._feet: dict[str, _Foot] = {}

    def offer(self, ended: ToolFinished, title: str, language: Language) -> list[cl.CustomElement]:
        """The foot of the step of a call that has ended; none where the model is shown nothing of it."""
        if ended.name in _NOT_THE_MODELS:
            return []
        foot = _Foot(ended.call_id, element("Sight"), estimated_tokens(ended.text), language)
        words = {
            "group": phrase("shown_group", language, title=title),
            "leave_out": phrase("leave_out", language),
            "keep": phrase("keep", language),
            "again": phrase("show_and_keep", language),
            "failed": phrase("shown_failed", language),
            "gone": phrase("shown_gone", language),
        }
        change(foot.shown, words=words, **self._told(foot))
        return [foot.shown]

    def saved(self) -> dict[str, Any]:
        """All of them, as JSON has it."""
        feet = {id: (f.call_id, f.tokens, f.language, f.sight, f.shown.id) for id, f in self._feet.items()}
        saved: dict[str, Any] = _FORM.dump_python(feet, mode="json")
        return saved

    def know(self, saved: object, shown: Mapping[str, cl.CustomElement]) -> None:
        """Knows again what was saved, of the elements in `shown`, which go by their ids; anything else is let be."""
        with suppress(ValueError):
            for id, (call_id, tokens, language, sight, of) in _FORM.validate_python(saved).items():
                if of in shown:
                    self._feet[id] = _Foot(call_id, shown[of], tokens, language, sight)

    async def refresh(self) -> None:
        """Brings the steps up to date whose results are shown in another way than before."""
        for id, foot in list(self._feet.items()):
            sight = self._look(foot.call_id)
            if sight is not None and sight != foot.sight:
                del self._feet[id]
                await self._change(foot, sight)

    async def press(self, payload: object) -> Told:
        """Does what the person wishes of a result; gives what its foot shows from now on."""
        id, wish = _given(payload)
        if id not in self._feet or wish not in self._wishes:
            return {"state": "gone", "said": ""}
        foot = self._feet.pop(id)
        self._wishes[wish](foot.call_id)
        return await self._change(foot, self._look(foot.call_id) or foot.sight)

    async def _change(self, foot: _Foot, sight: Sight) -> Told:
        foot.sight = sight
        told = self._told(foot)
        change(foot.shown, **told)
        await foot.shown.update()
        return told

    def _told(self, foot: _Foot) -> Told:
        id = secrets.token_urlsafe(16)
        self._feet[id] = foot
        said = phrase(f"shown_{foot.sight}", foot.language, tokens=f"{foot.tokens:,}", time="{time}")
        return {"id": id, "state": foot.sight, "said": said, "since": utc_now()}


def _given(payload: object) -> tuple[str, str]:
    match payload:
        case {"id": str(id), "wish": str(wish)}:
            return id, wish
    return "", ""
