"""Past conversations, taken up again: as they looked, and with what the agent knew."""

import chainlit as cl
from chainlit.session import WebsocketSession
from chainlit.socket import resume_thread
from chainlit.types import ThreadDict

from app.agent import Conversation
from app.phrases import phrase
from app.ui.session.current import (
    account,
    agent,
    alive,
    begin_anew,
    begin_taking_up,
    model_name,
    new_page,
    page,
    reader,
    take,
)
from app.ui.session.earlier import offer_earlier
from app.ui.session.memory import layer
from app.ui.session.mending import mend, mend_elements
from app.ui.session.page import Page
from app.ui.shown.elements import element_of


async def resume(thread: ThreadDict) -> None:
    """Takes up a conversation of this session's person. The page is sent `thread` afterwards, as it is left here.

    One that is alive goes on as it is, with the turn that runs there.
    """
    take(alive(thread["id"]) or await _brought_back(thread))
    await offer_earlier(thread, reader())


async def resume_here(thread_id: str) -> None:
    """Takes up a conversation that the page shows, and of which its new session knows nothing."""
    session = cl.context.session
    if not isinstance(session, WebsocketSession) or session.has_first_interaction:
        return
    begin_taking_up(thread_id)
    thread = await resume_thread(session)
    if thread is None:
        begin_anew()
        await cl.send_window_message({"type": "folio-here", "id": "", "isLost": True})
        await cl.Message(phrase("conversation_lost", reader()), author=model_name(reader())).send()
        return
    session.thread_id, session.has_first_interaction = thread_id, True
    emitter = cl.context.emitter
    await emitter.emit("first_interaction", {"interaction": "resume", "thread_id": thread_id})
    await resume(thread)
    await emitter.resume_thread(thread)
    await page().come_back()


async def catch_up() -> None:
    """Brings a page that has a connection again up to date: what it was sent meanwhile is lost."""
    session = cl.context.session
    if isinstance(session, WebsocketSession) and session.restored and page().went_on_elsewhere:
        await _show_whole()
    await page().come_back()


async def _show_whole() -> None:
    """Has this session's page show all of its conversation anew: what another tab has asked meanwhile it has missed."""
    thread = await layer().get_thread(cl.context.session.thread_id)
    if thread is not None:
        await offer_earlier(thread, reader())
        await cl.context.emitter.resume_thread(thread)


async def _brought_back(thread: ThreadDict) -> Page:
    memory = await layer().memory_of(thread["id"]) or {}
    if (faster := alive(thread["id"])) is not None:
        # Another tab has brought it back meanwhile.
        return faster
    back = new_page(await Conversation.brought_back(agent(), memory.get("agent"), account()))
    stored = await layer().elements_of(thread["id"])
    back.know(memory, {known["id"]: element_of(known) for known in stored if known["type"] == "custom"})
    # From here on another tab finds it.
    take(back)
    await back.show_just_made(thread, reader())
    await mend(thread, reader(), model_name(reader()) if memory.get("runs") else None)
    await mend_elements(thread, reader())
    back.memory.keep()
    return back
