"""What belongs to the session at hand: its person, their settings and agent, its page."""

from functools import cache, lru_cache

import chainlit as cl

from app.agent import Agent, Conversation
from app.assemble import agent_from
from app.language import Language, reader_language
from app.phrases import phrase
from app.settings import Settings, load_settings
from app.ui.people.person import Person, person_of
from app.ui.session.page import Page

# Each keeps threads and a chat model of its own.
_AGENTS = 64


@cache
def the_settings() -> Settings:
    """The settings of this process."""
    return load_settings()


@lru_cache(_AGENTS)
def agent_for(settings: Settings) -> Agent:
    """The agent that `settings` describe, which all sessions with the same settings have in common."""
    return agent_from(settings)


def person() -> Person:
    """Whose session it is."""
    return person_of(cl.context.session.user, the_settings())


def agent() -> Agent:
    """The agent that answers in this session."""
    return agent_for(person().settings)


def model_name(language: Language) -> str:
    """Who answers, as the page says it."""
    answering = agent()
    return phrase("helper_name", language) if answering.embedded else answering.endpoint.model


def reader() -> Language:
    """The language of the browser that this session is shown in."""
    return reader_language(getattr(cl.context.session, "language", ""))


def page() -> Page:
    """This session's page, with a new conversation if it has none."""
    known = cl.user_session.get("page")
    if not isinstance(known, Page):
        known = Page(Conversation(agent()), agent().picture)
        cl.user_session.set("page", known)
    return known
