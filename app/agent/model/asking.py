"""One request to the model, streamed."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from itertools import count
from typing import Any

from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessageChunk
from langchain_core.runnables import Runnable

from app.agent.model.fitting import answer_lowered
from app.agent.model.patience import Patience
from app.agent.model.reply import reply_of
from app.agent.turn import Turn
from app.events import Event, Notice, RoundStarted, TextDelta, ThinkingDelta
from app.model_errors import pause_before, said
from app.overflow import is_overflow, told
from app.phrases import phrase

_OVERFLOWS = ("model_context_window_exceeded", "context_window_exceeded")

Chain = Runnable[dict[str, Any], Any]


class ModelFailed(Exception):
    """A request to the model failed with `error`, as the chat model raised it."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


async def ask(chain: Chain, turn: Turn, given: dict[str, Any], sent: int) -> AsyncIterator[Event]:
    """Sends `given` through `chain`: RoundStarted, then its pieces; afterwards `turn.reply` is the reply.

    What failed in passing, or asked for too long an answer, is asked again, after a Notice: no tool
    of the round has run yet.
    `sent` estimates the input tokens, if the server reports none. Raises ModelFailed; what
    had arrived by then is in `turn.partial`.
    """
    yield RoundStarted(turn.next_round())
    while True:
        asked = turn.budget.answer(sent)
        for notice in answer_lowered(turn, asked):
            yield notice
        try:
            async for event in _patiently(chain, turn, given, sent, asked):
                yield event
            return
        except ModelFailed as failure:
            if not is_overflow(failure.error) or not turn.budget.answer_refused(sent, asked, told(failure.error)):
                raise
        turn.break_off()


async def _patiently(
    chain: Chain, turn: Turn, given: dict[str, Any], sent: int, asked: int | None
) -> AsyncIterator[Event]:
    """A request that is made again, a few times, if it fails in passing."""
    for attempt in count(2):
        try:
            async for event in _attempt(chain, turn, given, sent, asked):
                yield event
            if turn.broken not in ("", turn.reply.text):
                yield Notice("retry_differs", phrase("retry_differs", turn.language))
            turn.broken = ""
            return
        except ModelFailed as failure:
            pause = None if is_overflow(failure.error) else pause_before(attempt, failure.error)
            if pause is None:
                raise
            if attempt == 2:
                yield _retrying(turn, failure.error)
        await asyncio.sleep(pause)
        turn.break_off()


def _retrying(turn: Turn, error: Exception) -> Notice:
    key = "retry_broken_off" if turn.partial.strip() else "retry"
    return Notice("retry", phrase(key, turn.language, said=said(error)))


def _beside(turn: Turn, kept: dict[str, Any]) -> Iterator[Event]:
    """What a piece tells beside its text: that something was changed on the way, and what the model thinks."""
    if code := kept.get("notice"):
        yield Notice(code, phrase(code, turn.language))
    if thought := kept.get("thinking"):
        yield ThinkingDelta(thought)


def _new_on_screen(turn: Turn, text: str) -> list[Event]:
    """What is to be shown of a piece: after a reply that broke off, nothing that is on the screen already."""
    turn.pieces.append(text)
    if not turn.broken:
        return [TextDelta(text)]
    whole = "".join(turn.pieces)
    if turn.broken.startswith(whole):
        return []
    rest = whole.removeprefix(turn.broken)
    turn.broken = ""
    differs = [] if len(rest) < len(whole) else [Notice("retry_differs", phrase("retry_differs", turn.language))]
    return [*differs, TextDelta(rest)]


async def _attempt(
    chain: Chain, turn: Turn, given: dict[str, Any], sent: int, asked: int | None
) -> AsyncIterator[Event]:
    turn.count_request()
    try:
        chunks: list[AIMessageChunk] = []
        # Closed at once when the turn is stopped, which closes the request as well.
        async with Patience(turn.hands.endpoint) as patience, aclosing(_stream(chain, given, asked)) as stream:
            async for chunk in stream:
                patience.renew()
                chunks.append(chunk)
                for event in _beside(turn, chunk.additional_kwargs):
                    yield event
                if text := chunk.text:
                    for event in _new_on_screen(turn, text):
                        yield event
        reply = reply_of(chunks, turn.history.used_ids)
        if reply.finish in _OVERFLOWS:
            raise ContextOverflowError(reply.finish)
    except asyncio.CancelledError:
        turn.count_lost_reply(sent)
        raise
    except Exception as error:
        turn.count_lost_reply(sent)
        raise ModelFailed(error) from error
    turn.count_reply(reply, sent)


async def _stream(chain: Chain, given: dict[str, Any], asked: int | None) -> AsyncGenerator[AIMessageChunk, None]:
    limits: dict[str, Any] = {"max_tokens": asked} if asked else {}
    async for chunk in chain.astream(given, **limits):
        yield chunk
