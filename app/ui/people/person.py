"""The person that a page belongs to."""

from dataclasses import dataclass

import chainlit as cl

from app.settings import Settings


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is the name they signed in under; `settings` are the app's, with this person's own folder and data."""

    id: str
    settings: Settings


LOCAL = "you"


def person_of(user: cl.User | None, settings: Settings) -> Person:
    """Who `user` is; without a sign-in the one person of this machine."""
    return Person(user.identifier if user else LOCAL, settings)
