"""How often somebody may try to sign in."""

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

# Of one name from one address, whatever comes of them; those that fail of one address, and of one name. The last is
# loose, so that a stranger locks nobody out.
_PAIR, _ADDRESS, _NAME = parse("5/5minutes"), parse("60/5minutes"), parse("100/5minutes")


class Attempts:
    """Attempts by name and by address; those that succeed are not held against anybody."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def may(self, name: str, address: str) -> bool:
        """Counts an attempt, and says whether its password may be looked at."""
        return (
            self._limiter.hit(_PAIR, "pair", name, address)
            and self._limiter.test(_ADDRESS, "address", address)
            and self._limiter.test(_NAME, "name", name)
        )

    def failed(self, name: str, address: str) -> None:
        """Takes in that an attempt had the wrong password."""
        self._limiter.hit(_ADDRESS, "address", address)
        self._limiter.hit(_NAME, "name", name)

    def succeeded(self, name: str, address: str) -> None:
        """Forgets the attempts of this name from this address."""
        self._limiter.clear(_PAIR, "pair", name, address)
