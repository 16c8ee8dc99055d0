"""One request to the model, streamed."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessageChunk
from langchain_core.runnables import Runnable

from app.agent.model.reply import reply_of
from app.agent.turn import Turn
from app.events import Event, RoundStarted, TextDelta

_OVERFLOWS = ("model_context_window_exceeded", "context_window_exceeded")

Chain = Runnable[dict[str, Any], Any]


class ModelFailed(Exception):
    """A request to the model failed with `error`, as the chat model raised it."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


async def ask(chain: Chain, turn: Turn, given: dict[str, Any], sent: Callable[[], int]) -> AsyncIterator[Event]:
    """Sends `given` through `chain`: RoundStarted, then TextDeltas; afterwards `turn.reply` is the reply.

    `sent` estimates the input tokens, if the server reports none. Raises ModelFailed; what
    had arrived by then is in `turn.partial`.
    """
    yield RoundStarted(turn.next_round())
    try:
        chunks: list[AIMessageChunk] = []
        # Closed at once when the turn is stopped, which closes the request as well.
        async with aclosing(_stream(chain, given)) as stream:
            async for chunk in stream:
                chunks.append(chunk)
                if text := chunk.text:
                    turn.pieces.append(text)
                    yield TextDelta(text)
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


async def _stream(chain: Chain, given: dict[str, Any]) -> AsyncGenerator[AIMessageChunk, None]:
    async for chunk in chain.astream(given):
        yield chunk
