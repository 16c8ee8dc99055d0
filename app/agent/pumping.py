"""The events of a turn, handed from the task that it runs in to whoever shows them."""

import asyncio
import logging
from collections.abc import AsyncIterator

from app.agent.turn import Turn
from app.events import Event, TurnEnded
from app.phrases import phrase

logger = logging.getLogger(__name__)

Events = asyncio.Queue[Event]


async def pump(coming: AsyncIterator[Event], turn: Turn, events: Events) -> None:
    """Puts what comes into `events`, to the TurnEnded; a fault of the app's own ends the turn as well."""
    try:
        async for event in coming:
            _put(events, event, turn)
    except Exception as error:
        logger.exception("the turn failed")
        said = phrase("inner_failure", turn.language, kind=type(error).__name__)
        _put(events, turn.ended("model_error", turn.kept_partial(said)), turn)


def _put(events: Events, event: Event, turn: Turn) -> None:
    """Hands `event` over; before the last one the round that is still open, as it is where the turn was stopped."""
    for ended in turn.counting.end_round() if isinstance(event, TurnEnded) else ():
        events.put_nowait(ended)
    events.put_nowait(event)
