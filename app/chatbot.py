"""The browser front door: `chainlit run app/chatbot.py`."""

import asyncio
import logging
import os
import sys

import chainlit as cl
from chainlit.config import config
from chainlit.server import sio
from chainlit.types import ThreadDict

from app.assemble import spare_the_collector
from app.phrases import phrase
from app.settings import SettingsError
from app.ui.choices.offering import asked_in, offer_choices, show_choices, show_defaults
from app.ui.history.install import install_history
from app.ui.history.trouble import trouble_message
from app.ui.panel.routes import serve_panel
from app.ui.panel.shown import open_panel
from app.ui.panel.uploads_route import serve_uploads
from app.ui.people.door import open_door
from app.ui.people.folders import folder_of, the_settings, the_telemetry
from app.ui.people.heard import hear_only_what_fits
from app.ui.session.current import (
    agent,
    agent_for,
    begin_anew,
    known_page,
    model_name,
    page,
    person,
    reader,
    taken_up,
)
from app.ui.session.deleted import is_deleted, leave_deleted
from app.ui.session.demo import demo_message
from app.ui.session.files import keep_files_apart
from app.ui.session.left import leave_alone
from app.ui.session.memory import layer
from app.ui.session.resuming import catch_up, resume, resume_here
from app.ui.session.signals import connect_in_order, on_arrival, on_opening, on_return
from app.ui.session.taken import Taken, tell_taken
from app.ui.shown.elements import Told

logger = logging.getLogger(__name__)
# A line for each request to the model, or for each file that changes, would drown the lines that matter.
logging.getLogger("httpx2").setLevel(logging.WARNING)
logging.getLogger("watchfiles").setLevel(logging.WARNING)
logging.getLogger("alembic").setLevel(logging.WARNING)
# That a page's texts are those of its parent language, or English, is as it should be.
logging.getLogger("chainlit").addFilter(lambda told: "not found. " not in told.getMessage())

# Where Chainlit looks for what it signs cookies with.
_SECRET = "CHAINLIT_AUTH_SECRET"
_LONGEST_MESSAGE = 20_000_000

_taken = Taken()


@cl.on_chat_resume
async def take_up(thread: ThreadDict) -> None:
    """Goes on with a past conversation."""
    await resume(thread)
    await show_choices()


async def greet() -> None:
    """Opens a conversation that has not begun, unless a message was faster."""
    begin_anew()
    if known_page() is None:
        await cl.send_window_message({"type": "folio-here", "id": ""})
    await cl.send_window_message(trouble_message(layer().trouble))
    await show_choices()
    if the_settings().demo:
        await cl.send_window_message(demo_message(folder_of(person().id)))


@cl.on_message
async def answer(message: cl.Message) -> None:
    """Shows the turn that answers `message`. Whatever goes wrong reaches the person as a sentence."""
    language = reader()
    tell_taken(message.id)
    try:
        await taken_up()
        question = await asked_in(message, language)
        if question is not None:
            page().conversation.use(agent())
            await page().answer(message, question, language, model_name(language), agent().embedded)
    except Exception as error:
        logger.exception("the turn could not be shown")
        await cl.Message(phrase("inner_failure", language, kind=type(error).__name__)).send()
    finally:
        # Chainlit keeps every message of every session here; the conversation has its own history.
        cl.chat_context.clear()


@cl.on_window_message
async def hear(message: object) -> None:
    """What the page's own script tells: what it wants added, stopped, uploaded or shown, and what it does not know."""
    match message:
        case {"type": "folio-panel", "id": str(id)}:
            await open_panel(id, reader())
        case {"type": "folio-shows", "id": str(id)}:
            await resume_here(id)
        case {"type": "folio-sent", "id": str(id)}:
            await _taken.tell(id)
        case {"type": "folio-defaults"}:
            await show_defaults()
        case _:
            if (shown := known_page()) is not None:
                await shown.hear(message)


@cl.action_callback("decide")
async def decide(action: cl.Action) -> Told:
    """The person's word on a change that waits for it."""
    return page().decide(action.payload)


@cl.action_callback("undo")
async def undo(action: cl.Action) -> Told:
    """Takes a change back."""
    # What may be changed is as it is chosen now.
    page().conversation.use(agent())
    return await page().undo(action.payload, reader())


@cl.action_callback("sight")
async def change_sight(action: cl.Action) -> Told:
    """Leaves a result out of what the model is shown from now on, or keeps it there."""
    return await page().change_sight(action.payload)


@cl.on_chat_end
async def leave() -> None:
    """Ends what runs in a conversation that no page shows any more, unless one does again in time."""
    if (left := known_page()) is not None:
        leave_alone(left, the_settings().closed_tab_seconds)


@cl.on_app_shutdown
async def end() -> None:
    """Lets those who follow turns finish what they have begun: the process ends at once after this."""
    await asyncio.to_thread(the_telemetry().close)


async def come_back() -> None:
    """Brings a page that has a connection again up to date: what it was sent meanwhile is lost."""
    if await is_deleted():
        return
    await cl.send_window_message(trouble_message(layer().trouble))
    await show_choices()
    await catch_up()


async def is_to_be_answered(id: str) -> bool:
    """Whether a message is: once, and in a conversation that is still there."""
    return not await is_deleted() and _taken.take(id)


def open_up() -> None:
    """Lets people in, as the settings say; a setting that cannot be used ends the app with one sentence."""
    try:
        secret = open_door(the_settings(), os.environ.get(_SECRET), os.environ.get("CHAINLIT_URL", ""))
    except SettingsError as error:
        sys.exit(f"folio: {error}")
    os.environ[_SECRET] = secret
    # A longer message would close the connection and be lost without a word.
    sio.eio.max_http_buffer_size = _LONGEST_MESSAGE


def build() -> None:
    """Builds the agent before the app listens; a setting that cannot be used ends it with one sentence."""
    try:
        agent_for(the_settings())
        install_history(the_settings(), leave_deleted)
    except SettingsError as error:
        sys.exit(f"folio: {error}")
    spare_the_collector()


def tell_where() -> None:
    """Says where the page is, now that nothing stands in its way."""
    print(f"Folio: open http://localhost:{config.run.port} in your browser (Ctrl-C ends it).", flush=True)


open_up()
keep_files_apart()
build()
serve_uploads()
serve_panel()
offer_choices()
on_opening(greet)
on_arrival(is_to_be_answered)
on_return(come_back)
connect_in_order()
hear_only_what_fits()
tell_where()
