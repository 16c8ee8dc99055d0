"""Following turns as they happen: whatever an observer does, the turn goes on."""

import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from app.events import Event

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class About:
    """Which turn it is: whose, in which conversation, through which front door, and by which model.

    `question` is what the person said, "" where they pressed a button; `url` is where the model's server is.
    """

    person: str
    conversation: str
    door: Literal["page", "terminal"]
    question: str
    model: str
    url: str


Follow = Callable[[Event | None], None]
"""Takes in the events of one turn in their order, and None once there are no more: also where no TurnEnded came."""


class Observer(Protocol):
    """Somebody who follows turns. It must not block: what takes long is for a thread of its own."""

    def begin(self, about: About) -> Follow:
        """A turn begins; what follows its events."""


@runtime_checkable
class Closing(Protocol):
    """An observer with something to do at the end of the app."""

    def close(self) -> None:
        """No more turns come. It takes a moment at most."""


class Telemetry:
    """All observers. One that fails is logged and left out of the turn, which goes on."""

    def __init__(self, observers: Sequence[Observer] = ()) -> None:
        self._observers = observers

    async def watched(self, events: AsyncGenerator[Event, None], about: About) -> AsyncGenerator[Event, None]:
        """`events`, each after the observers have seen it."""
        followers: list[Follow] = []
        for observer in self._observers:
            try:
                followers.append(observer.begin(about))
            except Exception:
                logger.exception("a turn is not followed by %s", type(observer).__name__)
        try:
            async with aclosing(events):
                async for event in events:
                    _tell(followers, event)
                    yield event
        finally:
            _tell(followers, None)

    def close(self) -> None:
        """No more turns come: observers may finish what they have begun."""
        for observer in self._observers:
            if isinstance(observer, Closing):
                observer.close()


def _tell(followers: list[Follow], event: Event | None) -> None:
    for follow in list(followers):
        try:
            follow(event)
        except Exception:
            logger.exception("a turn is not followed any more")
            followers.remove(follow)
