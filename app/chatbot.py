"""The browser front door: `chainlit run app/chatbot.py`."""

import asyncio
import logging
import sys

import chainlit as cl
from chainlit.config import config
from chainlit.server import app as web
from chainlit.server import sio
from chainlit.session import WebsocketSession

from app.agent import Conversation
from app.assemble import spare_the_collector
from app.language import reader_language
from app.phrases import phrase
from app.settings import SettingsError
from app.ui.people.guard import LOOPBACK, Guard
from app.ui.session.current import agent, agent_for, model_name, page, reader, the_settings
from app.ui.session.files import keep_files_apart
from app.ui.session.left import Left
from app.ui.session.page import Page
from app.ui.session.signals import on_return, on_stop
from app.ui.shown.elements import Told

logger = logging.getLogger(__name__)
# One line a request to the model would drown the lines that matter.
logging.getLogger("httpx2").setLevel(logging.WARNING)

_LONGEST_MESSAGE = 20_000_000
_waiting: set[asyncio.Task[None]] = set()
_left = Left()
_STARTERS = ("starter_list", "starter_title", "starter_save", "starter_two", "starter_all")


@cl.set_starters
async def starters(user: cl.User | None, language: str | None) -> list[cl.Starter]:  # noqa: ARG001
    """The first questions that the page offers."""
    spoken = reader_language(language or "")
    texts = {key: phrase(key, spoken) for key in _STARTERS}
    return [cl.Starter(label=text, message=text, icon=f"/public/icons/{key}.svg") for key, text in texts.items()]


@cl.on_chat_start
async def greet() -> None:
    """Tells the page which model answers, and the id of its conversation."""
    id = _left.id_of(page().conversation)
    await cl.send_window_message({"type": "folio-model", "name": model_name(reader()), "id": id})


@cl.on_message
async def answer(message: cl.Message) -> None:
    """Shows the turn that answers `message`. Whatever goes wrong reaches the person as a sentence."""
    language = reader()
    try:
        page().conversation.use(agent())
        await page().answer(message.content, language, model_name(language), agent().embedded)
    except Exception as error:
        logger.exception("the turn could not be shown")
        await cl.Message(phrase("inner_failure", language, kind=type(error).__name__)).send()
    finally:
        # Chainlit keeps every message of every session here; the conversation has its own history.
        cl.chat_context.clear()


@cl.on_window_message
async def hear(message: object) -> None:
    """What the page's own script tells: an addition, a conversation that it left, or that its own was lost."""
    match message:
        case {"type": "folio-left", "id": str(id)}:
            _left.stop(id)
        case {"type": "folio-lost"} if not cl.user_session.get("told_of_loss"):
            cl.user_session.set("told_of_loss", True)
            language = reader()
            await cl.Message(phrase("conversation_lost", language), author=model_name(language)).send()
        case _:
            await page().hear(message)


@cl.action_callback("decide")
async def decide(action: cl.Action) -> Told:
    """The person's word on a change that waits for it."""
    return page().decide(action.payload)


@cl.action_callback("undo")
async def undo(action: cl.Action) -> Told:
    """Takes a change back."""
    return await page().undo(action.payload, reader())


@cl.on_chat_end
async def leave() -> None:
    """Ends the turn of a chat that was left: at once for a new chat, else unless the tab comes back soon."""
    session, left = cl.context.session, cl.user_session.get("page")
    if isinstance(session, WebsocketSession) and isinstance(left, Page):
        waiting = asyncio.create_task(stop_unless_back(session, left.conversation))
        _waiting.add(waiting)
        waiting.add_done_callback(_waiting.discard)


async def stop_unless_back(session: WebsocketSession, left: Conversation) -> None:
    """Stops what runs in `left` if the session gets no new connection within the grace time."""
    connection = session.socket_id
    if not session.to_clear:
        await asyncio.sleep(the_settings().closed_tab_seconds)
    if session.to_clear or session.socket_id == connection:
        left.stop()


def guard() -> None:
    """Lets only this app's own page in, and only from this machine."""
    if config.run.host not in LOOPBACK:
        sys.exit(f"folio: the page has no login, so it listens on 127.0.0.1 only, not on {config.run.host}.")
    web.add_middleware(Guard, hosts=LOOPBACK)
    # A longer message would close the connection and be lost without a word.
    sio.eio.max_http_buffer_size = _LONGEST_MESSAGE


def build() -> None:
    """Builds the agent before the app listens; a setting that cannot be used ends it with one sentence."""
    try:
        agent_for(the_settings())
    except SettingsError as error:
        sys.exit(f"folio: {error}")
    spare_the_collector()


guard()
keep_files_apart()
build()
on_stop(lambda: page().conversation.stop())
on_return(lambda: page().come_back())
