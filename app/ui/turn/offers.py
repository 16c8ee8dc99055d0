"""The buttons below an answer that was not to be had as it was asked for: ways to go on."""

from collections.abc import Sequence
from dataclasses import asdict

import chainlit as cl

from app.events import Offer
from app.language import Language
from app.phrases import phrase
from app.ui.shown.elements import change, element


def offers_element(offers: Sequence[Offer], language: Language) -> cl.CustomElement:
    """Buttons that send their offer's message. What the page sends is a message like any other: nothing is trusted."""
    words = {"group": phrase("offers_group", language)}
    return element("Offers", state="offered", offers=[asdict(offer) for offer in offers], words=words)


async def withdraw(shown: cl.CustomElement) -> None:
    """Takes the buttons away: the conversation has gone on."""
    change(shown, state="gone")
    await shown.update()
