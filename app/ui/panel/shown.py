"""The panel in one session: opened when its page asks for it, and told of what the conversation changes."""

from collections.abc import Sequence

import chainlit as cl
from chainlit.sidebar import ElementSidebar

from app.events import Receipt, ToolFinished
from app.language import Language
from app.phrases import phrase

_KEPT, _WISH = "panel", "panel_wish"


async def open_panel(wish: str, language: Language) -> None:
    """Opens the panel, once for each `wish`, which the page may send again until it sees the panel.

    It is one and the same element each time: a second one would stand below it.
    """
    if cl.user_session.get(_WISH) == wish:
        return
    cl.user_session.set(_WISH, wish)
    panel = cl.user_session.get(_KEPT)
    if not isinstance(panel, cl.CustomElement):
        panel = cl.CustomElement(name="Files", props={}, display="side")
        cl.user_session.set(_KEPT, panel)
    await panel.send(for_id="", persist=False)
    await ElementSidebar.set_title(phrase("panel_title", language))


async def tell_changed(event: ToolFinished) -> None:
    """Tells the page which file a call has changed, or which change it has taken back."""
    if event.receipt is not None or event.undone:
        await _tell([event.receipt] if event.receipt else [], undone=event.undone)


async def tell_all_changed(receipts: Sequence[Receipt]) -> None:
    """Tells a page that shows the conversation anew all that it has changed, in order."""
    await _tell(receipts, anew=True)


async def _tell(receipts: Sequence[Receipt], **more: str | bool) -> None:
    changes = [{"id": made.id, "verb": made.verb, "path": made.path, "source": made.source} for made in receipts]
    told = {"type": "folio-changed", "thread": cl.context.session.thread_id, "changes": changes}
    await cl.send_window_message({**told, **more})
