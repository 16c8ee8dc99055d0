"""The gauge beside the message box: how much of the model's window the conversation takes."""

from dataclasses import asdict

import chainlit as cl

from app.agent import Conversation
from app.events import Event, RoundStarted, TurnEnded


async def show_gauge(conversation: Conversation) -> None:
    """Tells the page how full the window is, and of what."""
    room = conversation.room()
    await cl.send_window_message({"type": "folio-gauge", "used": room.used, **asdict(room)})


async def follow(event: Event, conversation: Conversation) -> None:
    """Brings the gauge up to date where `event` may have changed what the model is shown."""
    if isinstance(event, RoundStarted | TurnEnded):
        await show_gauge(conversation)
