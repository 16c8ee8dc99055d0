"""How often somebody may try to sign in."""

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

# Of one name from one address, of one address, of one name: the last is loose, so that a stranger locks nobody out.
_PAIR, _ADDRESS, _NAME = parse("5/5minutes"), parse("30/5minutes"), parse("100/5minutes")


class Attempts:
    """Attempts by name and by address; those that succeed are not held against anybody."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def may(self, name: str, address: str) -> bool:
        """Counts an attempt, and says whether its password may be looked at."""
        return all(self._limiter.hit(limit, *keys) for limit, keys in _counted(name, address))

    def succeeded(self, name: str, address: str) -> None:
        """Forgets the attempts of this name from this address."""
        self._limiter.clear(_PAIR, "pair", name, address)


def _counted(name: str, address: str) -> tuple[tuple[RateLimitItem, tuple[str, ...]], ...]:
    return (_PAIR, ("pair", name, address)), (_ADDRESS, ("address", address)), (_NAME, ("name", name))
