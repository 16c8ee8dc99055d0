"""The right to change something, which can be withdrawn until the moment of the change."""

from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock


class Withdrawn(Exception):
    """The permit was withdrawn before the change: nothing was changed."""


class Permit:
    """One call's right to change the folder.

    A call runs in a thread that cannot be stopped, but what it does takes effect at one
    point, such as a rename. `commit` runs that point unless the permit is withdrawn;
    `withdraw` answers whether it came in time. Both take turns, so the answer is exact.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self.withdrawn = False
        self._used = False

    @property
    def wanted(self) -> bool:
        """Whether the call is to go on. One that has changed something is: it must look at what it did."""
        return self._used or not self.withdrawn

    def commit(self, change: Callable[[], None]) -> None:
        """Runs `change`. Raises Withdrawn, with nothing done, once the permit is withdrawn."""
        with self._lock:
            if self.withdrawn:
                raise Withdrawn
            change()
            self._used = True

    def withdraw(self) -> bool:
        """Takes the permit back. True when nothing was or will be changed under it."""
        with self._lock:
            self.withdrawn = True
            return not self._used


current_permit: ContextVar[Permit] = ContextVar("current_permit")
"""The permit of the call that this context runs. Set by the one entrance of the tools."""

current_turn: ContextVar[str] = ContextVar("current_turn", default="")
"""A name for the turn that this context runs, no two alike; its changes are recorded under it."""

current_call: ContextVar[str] = ContextVar("current_call", default="")
"""The id of the call that this context runs, no two of a turn alike; its change is recorded under it."""


def is_wanted() -> bool:
    """Whether the call that this context runs is to go on; see Permit."""
    permit = current_permit.get(None)
    return permit is None or permit.wanted


def require_wanted() -> None:
    """Raises Withdrawn in a call that was called off. Long work asks now and then, so that its thread ends."""
    if not is_wanted():
        raise Withdrawn


def commit(change: Callable[[], None]) -> None:
    """Runs `change` under this call's permit, or under one of its own outside a call."""
    current_permit.get(Permit()).commit(change)
