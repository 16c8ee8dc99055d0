"""The sessions that show one conversation: a tab and its copies, or the tab that another has become by a reload."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakSet

import chainlit as cl
from chainlit.context import ChainlitContext, context_var
from chainlit.emitter import ChainlitEmitter
from chainlit.server import sio
from chainlit.session import BaseSession, WebsocketSession

from app.ui.history.stored_elements import address_of

_NAMESPACE = "/"


class Screens:
    """All sessions that show a conversation; what its turns show goes to each of them."""

    def __init__(self) -> None:
        self._sessions: WeakSet[WebsocketSession] = WeakSet()

    def join(self, session: BaseSession) -> None:
        """Shows what comes from now on in `session`, too."""
        if isinstance(session, WebsocketSession):
            self._sessions.add(session)

    @asynccontextmanager
    async def turn_elsewhere(self, asked: cl.Message) -> AsyncIterator[None]:
        """A context in which the other sessions show that a turn runs, which `asked` began in this one."""
        context = cl.context
        run = context.current_run
        for other in self.others(context.session):
            await _tell(other, "new_message", asked.to_dict())
            if run is not None:
                await _tell(other, "new_message", run.to_dict())
            await _tell(other, "task_start", {})
        try:
            yield
        finally:
            for other in self.others(context.session):
                await _tell(other, "task_end", {})

    def others(self, session: BaseSession) -> list[WebsocketSession]:
        """All but `session`."""
        return [other for other in self._sessions if other is not session]

    @property
    def are_seen(self) -> bool:
        """Whether a page is connected that shows the conversation."""
        return any(sio.manager.is_connected(session.socket_id, _NAMESPACE) for session in self._sessions)

    def show_in_all(self, session: BaseSession) -> None:
        """What is sent from here on in this task of `session` goes to all."""
        if isinstance(session, WebsocketSession):
            _send_to(session, lambda: [session, *self.others(session)])


def show_in_one(session: BaseSession) -> None:
    """What is sent from here on in this task goes to `session` alone."""
    if isinstance(session, WebsocketSession):
        _send_to(session, lambda: [session])


def _send_to(session: WebsocketSession, screens: Callable[[], Iterable[WebsocketSession]]) -> None:
    context_var.set(ChainlitContext(session, _ToScreens(session, screens)))


class _ToScreens(ChainlitEmitter):
    """Sends to several sessions. A file is named by the address that holds in each of them, and for good."""

    def __init__(self, session: WebsocketSession, screens: Callable[[], Iterable[WebsocketSession]]) -> None:
        super().__init__(session)
        self._screens = screens

    @property
    def emit(self) -> Any:
        return self._to_each

    async def _to_each(self, event: str, data: Any) -> None:
        if event == "element" and data["chainlitKey"] and data["type"] != "custom":
            # What has changed has another key, without which the page would show what it has already.
            url = f"{address_of(data['threadId'], data['id'])}?key={data['chainlitKey']}"
            data = {**data, "chainlitKey": None, "url": url}
        for session in self._screens():
            await _tell(session, event, data)


async def _tell(session: WebsocketSession, event: str, data: Any) -> None:
    # Chainlit says that it gives nothing; it is to be awaited.
    emit: Any = session.emit
    await emit(event, data)
