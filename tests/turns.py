"""Running turns, and what holds of the events of every turn."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from app.agent import Conversation, Decision
from app.events import ApprovalAsked, Event, RoundEnded, RoundStarted, TextDelta, ToolFinished, ToolStarted, TurnEnded
from app.settings import Settings

Kind = TypeVar("Kind", bound=Event)
SettingsMaker = Callable[..., Settings]


YES = Decision(allowed=True)


async def turn(conversation: Conversation, question: str = "Please go on.", word: Decision | None = YES) -> list[Event]:
    """The events of one whole turn, which are in order. `word` answers each question, None none."""
    events = []
    async for event in conversation.ask(question):
        events.append(event)
        if isinstance(event, ApprovalAsked) and word is not None:
            conversation.decide(event.call_id, word)
    require_order(events)
    return events


async def end_of(conversation: Conversation, question: str = "Please go on.") -> TurnEnded:
    """How one whole turn ended."""
    return ended(await turn(conversation, question))


def ended(events: list[Event]) -> TurnEnded:
    last = events[-1]
    assert isinstance(last, TurnEnded)
    return last


def only(kind: type[Kind], events: list[Event]) -> list[Kind]:
    return [event for event in events if isinstance(event, kind)]


def finished(events: list[Event]) -> list[ToolFinished]:
    return only(ToolFinished, events)


def streamed(events: list[Event]) -> str:
    return "".join(event.text for event in only(TextDelta, events))


def require_order(events: list[Event]) -> None:
    """The rules of app/events/: one TurnEnded, last, with a text; rounds from 1; calls begin, then end, once."""
    assert [index for index, event in enumerate(events) if isinstance(event, TurnEnded)] == [len(events) - 1]
    assert ended(events).text.strip()
    assert "Traceback" not in ended(events).text
    rounds = [event.round for event in only(RoundStarted, events)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert ended(events).usage.rounds == len(rounds)
    require_sums(events)
    begun: list[str] = []
    for event in events:
        if isinstance(event, ToolStarted):
            begun.append(event.call_id)
        if isinstance(event, ToolFinished):
            assert event.call_id in begun
            assert event.ok == (not event.code)
            assert event.ok or event.text.startswith(f"Not done ({event.code})")
    ends = [event.call_id for event in finished(events)]
    assert sorted(begun) == sorted(ends)
    assert len(set(begun)) == len(begun)


def require_sums(events: list[Event]) -> None:
    """A round ends once, after it began and before what follows it; the figures of all make up those of the turn."""
    over = only(RoundEnded, events)
    assert [event.round for event in events if isinstance(event, RoundStarted | RoundEnded)] == [
        number for each in over for number in (each.round, each.round)
    ]
    usage = ended(events).usage
    for name in ("requests", "input_tokens", "output_tokens", "reasoning_tokens", "prompt_cached_tokens"):
        assert sum(getattr(each, name) for each in over) == getattr(usage, name), name
    assert any(each.estimated for each in over) == usage.estimated
    for each in over:
        assert each.fixed + each.resent + each.added == each.input_tokens
        assert min(each.fixed, each.resent, each.added, each.left_out) >= 0
        assert each.first_token_seconds is None or 0 <= each.first_token_seconds <= each.seconds + 0.001


async def eventually(holds: Callable[[], bool], seconds: float = 5) -> bool:
    """Whether `holds` becomes true within `seconds`."""
    for _ in range(int(seconds * 100)):
        if holds():
            return True
        await asyncio.sleep(0.01)
    return holds()
