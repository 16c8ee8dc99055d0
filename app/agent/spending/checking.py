"""Before a request: whether it is likely to go beyond a limit, and what is said or asked then.

What makes it larger than it was taken for is not seen beforehand: its answer, and what is asked again where the
server failed in passing. So a sum may go a little beyond its limit, by a request at most; so may the last request of a
turn, the explanation of an overflow, and notes that are put together.
"""

from collections.abc import AsyncIterator, Iterator

from app.agent.acting.hindrances import once
from app.agent.limits import Reached
from app.agent.person.ways_on import go_on_offer
from app.agent.spending.allowed import Most, Scope, Use
from app.agent.spending.asking import ask_for_more
from app.agent.spending.saying import near_said, paused_said, reached_said
from app.agent.turn import Turn
from app.events import Event, Notice
from app.ledger import Spent
from app.phrases import phrase


async def before_request(turn: Turn, tokens: int, in_parts: bool = False) -> AsyncIterator[Event]:
    """What comes before a request of about so many `tokens`; `turn.reached` is the limit that stands against it.

    The first request of a turn is made wherever anything is left to be spent.
    """
    for limit in turn.hands.allowed.limits:
        if limit.unit == "cost" and turn.hands.endpoint.price is None:
            for notice in _unpriced(turn):
                yield notice
            continue
        use = await _use(turn, limit, tokens)
        for notice in (*_troubles(turn, limit.scope), *(() if use.is_over else _near(turn, use))):
            yield notice
        if use.is_over and turn.hands.allowed.asks:
            async for event in ask_for_more(turn, use):
                yield event
            use = await _use(turn, limit, tokens)
        if use.is_over:
            turn.reached = _reached(turn, use, in_parts)
            return


async def after_answer(turn: Turn) -> AsyncIterator[Event]:
    """The notices that the turn has brought a limit near which lasts beyond it, before the next one stands at it."""
    for limit in turn.hands.allowed.limits:
        if limit.scope != "turn" and (limit.unit == "tokens" or turn.hands.endpoint.price is not None):
            for notice in _near(turn, await _use(turn, limit, 0)):
                yield notice


async def _use(turn: Turn, limit: Most, tokens: int) -> Use:
    price = turn.hands.endpoint.price
    needed = price.cost(tokens, 0, 0) if limit.unit == "cost" and price else tokens
    return Use(limit, await _spent(turn, limit.scope), needed if turn.counting.rounds else 0)


async def _spent(turn: Turn, scope: Scope) -> Spent:
    sums = turn.hands.sums
    match scope:
        case "turn":
            return turn.spent
        case "conversation":
            return sums.here
        case "day":
            return await sums.account.spent() if sums.account else Spent()


def _unpriced(turn: Turn) -> Iterator[Notice]:
    """The notice that no limit of cost can be kept: once in a conversation for each model."""
    model = turn.hands.endpoint.model
    if turn.hands.is_news(f"cost_unknown:{model}"):
        yield Notice("cost_unknown", phrase("cost_unknown", turn.language, model=model))


def _troubles(turn: Turn, scope: Scope) -> Iterator[Notice]:
    """The notice that the ledger fails, once."""
    account = turn.hands.sums.account
    if scope == "day" and account and not account.ledger.is_sound and turn.hands.is_news("ledger_trouble"):
        yield Notice("ledger_trouble", phrase("ledger_trouble", turn.language))


def _near(turn: Turn, use: Use) -> Iterator[Notice]:
    """The notice that a limit is near: once in a turn or, of one that lasts, once."""
    account, scope = turn.hands.sums.account, use.limit.scope
    if not use.is_near:
        return
    said = near_said(use, turn.hands.allowed.asks, turn.language)
    if scope == "turn":
        yield from once(turn, "limit_near", said)
    elif turn.hands.is_news(f"near:{use.limit.setting}:{use.times}:{account.ledger.today if account else ''}"):
        yield Notice("limit_near", said)


def _reached(turn: Turn, use: Use, in_parts: bool) -> Reached:
    if in_parts and use.limit.scope == "turn":
        return Reached(use.limit.reason, paused_said(use, turn.language))
    said = reached_said(use, bool(turn.counting.rounds), turn.hands.sums.account, turn.language)
    # What lasts beyond the turn would be reached again at once.
    offers = (go_on_offer(turn.language),) if use.limit.scope == "turn" else ()
    return Reached(use.limit.reason, said, offers)
