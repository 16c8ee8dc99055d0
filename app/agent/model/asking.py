"""One request to the model, streamed."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from itertools import count
from typing import Any

from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessageChunk
from langchain_core.runnables import Runnable

from app.agent.counting import Sent
from app.agent.model.fitting import answer_lowered
from app.agent.model.patience import Patience
from app.agent.model.reply import reply_of
from app.agent.turn import Turn
from app.events import CallDelta, Event, Notice, RoundStarted, TextDelta, ThinkingDelta
from app.language import Language
from app.model_errors import BrokeOff, pause_before, setback
from app.overflow import is_overflow, told
from app.phrases import phrase

# Longer than a pause that no server asks for: the person is to know why nothing happens.
_LONG_PAUSE = 2.5
_OVERFLOWS = ("model_context_window_exceeded", "context_window_exceeded")

Chain = Runnable[dict[str, Any], Any]


class ModelFailed(Exception):
    """A request to the model failed with `error`, as the chat model raised it.

    `begun` says that a part of the reply had come. Where it is given up with that, `error` is a BrokeOff.
    """

    def __init__(self, error: Exception, begun: bool = False) -> None:
        super().__init__(str(error))
        self.error = error
        self.begun = begun


async def ask(chain: Chain, turn: Turn, given: dict[str, Any], sent: Sent) -> AsyncIterator[Event]:
    """Sends `given` through `chain`: RoundStarted, then its pieces, then RoundEnded; `turn.reply` is the reply then.

    What failed in passing, or asked for too long an answer, is asked again, after a Notice: no tool
    of the round has run yet.
    `sent` estimates the input tokens, if the server reports none. Raises ModelFailed; what
    had arrived by then is in `turn.partial`. A request that is cancelled has no RoundEnded: it is left to be told.
    """
    turn.begin_reply()
    yield RoundStarted(turn.counting.begin_round(sent))
    try:
        async for event in _asked_for_less(chain, turn, given, sent.total):
            yield event
    except ModelFailed:
        for ended in turn.counting.end_round():
            yield ended
        raise
    for ended in turn.counting.end_round():
        yield ended


async def _asked_for_less(chain: Chain, turn: Turn, given: dict[str, Any], sent: int) -> AsyncIterator[Event]:
    """A request that is made again where it asked for too long an answer."""
    while True:
        asked = turn.budget.answer(sent)
        for notice in answer_lowered(turn, asked):
            yield notice
        try:
            async for event in _patiently(chain, turn, given, asked):
                yield event
            return
        except ModelFailed as failure:
            if not is_overflow(failure.error) or not turn.budget.answer_refused(sent, asked, told(failure.error)):
                raise
        turn.break_off()


async def _patiently(chain: Chain, turn: Turn, given: dict[str, Any], asked: int | None) -> AsyncIterator[Event]:
    """A request that is made again, a few times, if it fails in passing."""
    for attempt in count(2):
        try:
            async for event in _attempt(chain, turn, given, asked):
                yield event
            if turn.answer.broken not in ("", turn.reply.text):
                yield Notice("retry_differs", phrase("retry_differs", turn.language))
            turn.answer.begin(turn.reply.text)
            return
        except ModelFailed as failure:
            if is_overflow(failure.error):
                raise
            if (pause := pause_before(attempt, failure.error)) is None:
                error = BrokeOff(failure.error) if failure.begun or turn.partial else failure.error
                raise ModelFailed(error) from failure.error
            if said := _retrying(attempt, pause, turn.language):
                yield Notice("retry", f"{setback(failure.error, turn.language)}{said}")
        await asyncio.sleep(pause)
        turn.break_off()


def _retrying(attempt: int, pause: float, language: Language) -> str:
    """What is said of the `attempt`-th try, after `pause` seconds; "" for what is said already and comes soon."""
    if pause < _LONG_PAUSE:
        return phrase("asked_again", language) if attempt == 2 else ""
    key = "asked_again_in" if attempt == 2 else "asked_once_more_in"
    return phrase(key, language, seconds=f"{pause:.0f}")


def _new_on_screen(turn: Turn, chunk: AIMessageChunk) -> Iterator[Event]:
    """What a piece tells that is not on the screen already: what was changed on the way, thoughts, and text."""
    kept = chunk.additional_kwargs
    lasting = kept.get("lasting_notice")
    for code in (kept.get("notice"), lasting if lasting and turn.hands.is_news(lasting) else None):
        if code:
            yield Notice(code, phrase(code, turn.language))
    if thought := kept.get("thinking"):
        new, differs = turn.thoughts.new_of(thought)
        yield from [ThinkingDelta(f"\n\n{new}" if differs else new)] if new else []
    for piece in kept.get("arriving") or ():
        yield CallDelta(piece["call"], piece["name"], piece["start"], piece["text"])
    if text := chunk.text:
        new, differs = turn.answer.new_of(text)
        yield from [Notice("retry_differs", phrase("retry_differs", turn.language))] if differs else []
        yield from [TextDelta(new)] if new else []


async def _attempt(chain: Chain, turn: Turn, given: dict[str, Any], asked: int | None) -> AsyncIterator[Event]:
    turn.counting.request()
    chunks: list[AIMessageChunk] = []
    try:
        # Closed at once when the turn is stopped, which closes the request as well.
        async with Patience(turn.hands.endpoint) as patience, aclosing(_stream(chain, given, asked)) as stream:
            async for chunk in stream:
                patience.renew()
                if not chunks:
                    turn.counting.first_piece()
                chunks.append(chunk)
                for event in _new_on_screen(turn, chunk):
                    yield event
        reply = reply_of(chunks, turn.history.used_ids)
        if reply.finish in _OVERFLOWS:
            raise ContextOverflowError(reply.finish)
    except asyncio.CancelledError:
        turn.counting.lost_reply(turn.partial)
        raise
    except Exception as error:
        turn.counting.lost_reply(turn.partial)
        raise ModelFailed(error, bool(chunks)) from error
    turn.has_reply(reply)
    turn.counting.reply(reply)
    if left_out := reply.left_out:
        asked_for = f"{left_out + len(reply.calls):,}"
        yield Notice("calls_left_out", phrase("calls_left_out", turn.language, all=asked_for, left=f"{left_out:,}"))


async def _stream(chain: Chain, given: dict[str, Any], asked: int | None) -> AsyncGenerator[AIMessageChunk, None]:
    limits: dict[str, Any] = {"max_tokens": asked} if asked else {}
    async for chunk in chain.astream(given, **limits):
        yield chunk
