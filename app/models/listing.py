"""Which models a server says that it has."""

import asyncio
import logging
import time
from functools import lru_cache

import httpx2
import openai

from app.model_errors import OFFICIAL_URL
from app.models.chat import own_status
from app.models.transport import client_for
from app.settings import Settings

logger = logging.getLogger(__name__)

# A list is a help to the person; nobody waits long for one.
_SECONDS = 3.0
_FRESH_SECONDS = 300.0
# OpenRouter has some 400; a longer list is none to choose from.
_MOST = 1_000
_LONGEST_NAME = 200


class Listing:
    """The models of one server, asked for when they are wanted and known for a few minutes."""

    def __init__(self, url: str, key: str) -> None:
        self._client = openai.AsyncOpenAI(
            api_key=key,
            base_url=url,
            max_retries=0,
            timeout=_SECONDS,
            http_client=client_for(url, own_status, "GET"),
        )
        self._asking = asyncio.Lock()
        self._asked_at = -_FRESH_SECONDS
        self.known: tuple[str, ...] = ()

    @property
    def is_fresh(self) -> bool:
        """Whether `known` is what the server said, or that it said nothing, a short while ago."""
        return time.monotonic() - self._asked_at < _FRESH_SECONDS

    async def names(self) -> tuple[str, ...]:
        """The models' names in order, none where the server has no list. Never fails."""
        async with self._asking:
            if not self.is_fresh:
                await self._ask()
                self._asked_at = time.monotonic()
        return self.known

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(_SECONDS):
                self.known = _names_in(await self._client.models.list())
        except (openai.OpenAIError, httpx2.HTTPError, TimeoutError, ValueError, TypeError, AttributeError) as error:
            logger.info("the model server gave no list of its models: %s", error)


def listing_for(settings: Settings) -> Listing | None:
    """The list of the server that `settings` name, which all who ask have in common; None where there is no server."""
    if not settings.connected:
        return None
    return _listing_at(settings.openai_base_url or OFFICIAL_URL, settings.openai_api_key or "none")


@lru_cache(64)
def _listing_at(url: str, key: str) -> Listing:
    return Listing(url, key)


def _names_in(page: object) -> tuple[str, ...]:
    """What of a server's answer can be the name of a model; the client does not check what it is given."""
    entries = getattr(page, "data", None)
    found = [getattr(entry, "id", None) for entry in entries] if isinstance(entries, list) else []
    names = {name for name in found if isinstance(name, str) and is_name(name)}
    return tuple(sorted(names, key=str.casefold)[:_MOST])


def is_name(text: str) -> bool:
    """Whether a model can be called so."""
    return 0 < len(text) <= _LONGEST_NAME and text.isprintable() and text == text.strip()
