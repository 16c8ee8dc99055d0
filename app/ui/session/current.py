"""What belongs to the session at hand: its person, their settings and agent, its page."""

import asyncio
from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary, WeakValueDictionary

import chainlit as cl
from chainlit.session import BaseSession

from app.agent import Agent, Conversation
from app.assemble import agent_from
from app.language import Language, reader_language
from app.ledger import Account
from app.phrases import phrase
from app.settings import Settings
from app.ui.choices.choices import Choices
from app.ui.choices.kept import kept
from app.ui.choices.profiles import with_profile
from app.ui.people.folders import folder_of, the_ledger, the_settings
from app.ui.people.person import Person, folder_name, id_of, person_of
from app.ui.session.page import Page

# Each keeps threads and a chat model of its own.
_AGENTS = 64
_TAKING_UP_SECONDS = 60.0
# A page lives for as long as a session shows it or a turn runs there.
_alive: WeakValueDictionary[tuple[str, str], Page] = WeakValueDictionary()

_taken_up: WeakKeyDictionary[BaseSession, asyncio.Event] = WeakKeyDictionary()


@lru_cache(_AGENTS)
def agent_for(settings: Settings) -> Agent:
    """The agent that `settings` describe, which all sessions with the same settings have in common."""
    return agent_from(settings)


def person() -> Person:
    """Whose session it is."""
    return person_of(id_of(cl.context.session.user), the_settings())


def account() -> Account | None:
    """Where it is counted what this session's person spends in a day, if it is."""
    ledger = the_ledger()
    return ledger.of(person().id) if ledger else None


def choices_file() -> Path:
    """Where the choices of this session's person are kept."""
    return the_settings().data_dir / "choices" / f"{folder_name(person().id)}.json"


def choices() -> Choices:
    """What this session's person chose; each session begins with what is kept."""
    known = cl.user_session.get("choices")
    if not isinstance(known, Choices):
        known = kept(choices_file())
        cl.user_session.set("choices", known)
    return known


def allowed() -> Settings:
    """The settings that this session's person may choose within: theirs, as the profile of this chat has them."""
    return with_profile(person().settings, cl.context.session.chat_profile)


def settings() -> Settings:
    """The settings that hold in this session."""
    return choices().applied(allowed())


def agent() -> Agent:
    """The agent that answers in this session."""
    return agent_for(settings())


def model_name(language: Language) -> str:
    """Who answers, as the page says it."""
    answering = agent()
    return phrase("helper_name", language) if answering.embedded else answering.endpoint.model


def reader() -> Language:
    """The language of the browser that this session is shown in."""
    return reader_language(getattr(cl.context.session, "language", ""))


def page() -> Page:
    """This session's page, with a new conversation if it has none."""
    if (known := known_page()) is not None:
        return known
    made = new_page(Conversation(agent(), account=account()))
    # While a past conversation is being taken up, nobody is to find an empty one in its place.
    return made if cl.context.session.thread_id_to_resume else take(made)


async def taken_up() -> None:
    """Waits until the past conversation that this session asked for, if it did, is there. Raises TimeoutError."""
    session = cl.context.session
    if session.thread_id_to_resume and known_page() is None:
        # Chainlit hears messages meanwhile.
        async with asyncio.timeout(_TAKING_UP_SECONDS):
            await _taken_up.setdefault(session, asyncio.Event()).wait()


def begin_taking_up(thread_id: str) -> None:
    """Takes in that this session, which was new, is to show a past conversation: what is said from here on waits."""
    cl.context.session.thread_id_to_resume = thread_id
    cl.user_session.set("page", None)
    _taken_up[cl.context.session] = asyncio.Event()


def begin_anew() -> None:
    """Takes in that this session's conversation is a new one, also where it asked for a past one that is not there."""
    cl.context.session.thread_id_to_resume = None
    _taken_up.setdefault(cl.context.session, asyncio.Event()).set()


def known_page() -> Page | None:
    """This session's page; None while it has none, as long as a past conversation is being taken up."""
    known = cl.user_session.get("page")
    return known if isinstance(known, Page) else None


def new_page(conversation: Conversation) -> Page:
    """A page with `conversation`, which is kept as this session's thread."""
    return Page(conversation, folder_of(person().id), cl.context.session.thread_id, person().id)


def take(page: Page) -> Page:
    """Has this session show `page`."""
    cl.user_session.set("page", page)
    _alive[person().id, cl.context.session.thread_id] = page
    page.screens.join(cl.context.session)
    _taken_up.setdefault(cl.context.session, asyncio.Event()).set()
    return page


def alive(thread_id: str) -> Page | None:
    """The page of this person's thread, if it is alive in this process."""
    return _alive.get((person().id, thread_id))
