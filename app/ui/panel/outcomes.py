"""What became of uploads, by the tickets that pages made for them: each is carried out once, however often sent."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse

_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the page is told."""

    status: HTTPStatus
    told: dict[str, Any]

    def answer(self) -> JSONResponse:
        # What is left of the body of one that is refused is not waited for.
        headers = {} if self.status == HTTPStatus.CREATED else {"connection": "close"}
        return JSONResponse(self.told, self.status, headers)


class Outcomes:
    """The newest outcomes of each person, and those of all that is still under way."""

    def __init__(self) -> None:
        self._of: defaultdict[str, OrderedDict[str, asyncio.Task[Outcome]]] = defaultdict(OrderedDict)

    async def once(self, owner: str, ticket: str, act: Callable[[], Coroutine[Any, Any, Outcome]]) -> Outcome:
        """The outcome for this ticket, by `act` if there is none yet, which goes on when nobody waits any more."""
        own = self._of[owner]
        if ticket not in own:
            own[ticket] = asyncio.create_task(act())
            for old in [known for known, task in own.items() if task.done()][: max(0, len(own) - _KEPT)]:
                del own[old]
        return await asyncio.shield(own[ticket])


OUTCOMES = Outcomes()
