"""The loop: ask, show, act, repeat, until the model can answer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

from langchain_core.messages import BaseMessage, HumanMessage

from app.agent.acting.calls import act
from app.agent.limits import Limit
from app.agent.model.asking import Chain, ModelFailed, ask
from app.agent.model.explaining import complete, facts_of, input_of
from app.agent.model.fitting import fit, heard, refused
from app.agent.parts.means import Means
from app.agent.person.approval import Policy
from app.agent.turn import Turn
from app.events import Event, Notice, QuestionAdded, TurnEnded
from app.fences import below
from app.model_errors import Endpoint, sentence
from app.overflow import is_overflow
from app.phrases import phrase
from app.tools import Table

_LAST_WORD = (
    "{question}\n\n({limit} Answer now, as well as you can, from what you have seen so far. Say what you could not"
    " look at.)"
)
_LIMITS: dict[Limit, str] = {
    "round_limit": "The limit of requests for this question is reached.",
    "token_limit": "The limit of tokens for this question is reached.",
    "loop": "The same calls gave the same results again and again, so no more are made.",
}


@dataclass(frozen=True, slots=True)
class Agent:
    """What all conversations have in common.

    `asking` is the chain with the tools bound, `answering` the same without, `explaining`
    the tools-free chain for overflows. `approval` says when a change is asked about first;
    `parts` is what a file is read in parts with;
    `picture` gives the bytes of an image in the folder, None when it cannot be shown;
    `window` is what is known of the model's context window, `answer_tokens` the most that a
    reply may take, None if the server decides, and `fixed_tokens` what the system text and
    the tools' schema take. A turn may take `max_rounds` requests
    and `max_turn_tokens` in and out before a last request without tools.
    """

    asking: Chain
    answering: Chain
    explaining: Chain
    parts: Means
    table: Table
    endpoint: Endpoint
    embedded: bool
    approval: Policy
    picture: Callable[[str], bytes | None]
    max_rounds: int
    max_turn_tokens: int
    window: int
    answer_tokens: int | None
    fixed_tokens: int


async def run(agent: Agent, turn: Turn) -> AsyncIterator[Event]:
    """The events of one turn, the last of them its TurnEnded.

    Stop arrives as a cancellation of the task that runs this, at one of the awaits.
    """
    try:
        async for event in _recovering(agent, turn):
            yield event
    except asyncio.CancelledError:
        if (task := asyncio.current_task()) is not None:
            task.uncancel()
        yield turn.ended("stopped", turn.kept_partial(phrase("stopped", turn.language)))


async def _recovering(agent: Agent, turn: Turn) -> AsyncIterator[Event]:
    try:
        async for event in _rounds(agent, turn):
            yield event
    except ModelFailed as failure:
        if is_overflow(failure.error):
            async for event in _explain(agent, turn, failure.error):
                yield event
        else:
            said = sentence(failure.error, agent.endpoint, turn.language)
            yield turn.ended("model_error", turn.kept_partial(said))


async def _rounds(agent: Agent, turn: Turn) -> AsyncIterator[Event]:
    while (limit := _limit(agent, turn)) is None:
        for added in turn.additions():
            yield QuestionAdded(added)
        async for event in _ask(agent.asking, turn):
            yield event
        async for event in _calls(turn) if turn.reply.calls else _answer(turn):
            yield event
        if isinstance(event, TurnEnded):
            return
    async for event in _last_word(agent, turn, limit):
        yield event


async def _ask(chain: Chain, turn: Turn, *more: BaseMessage) -> AsyncIterator[Event]:
    """One request that shows the history, and `more` after it."""
    for notice in fit(turn):
        yield notice
    messages, shown = [*turn.history.shown(), *more], turn.history.shown_tokens
    async for event in ask(chain, turn, {"messages": messages}, turn.budget.expected(shown)):
        yield event
    # The last request goes without the tools, so that its figures are no measure of the others.
    for notice in () if more else heard(turn, shown):
        yield notice


def _limit(agent: Agent, turn: Turn) -> Limit | None:
    """The limit that stands against one more request with the tools. The first one of a turn is always made."""
    if turn.repetition.ends_the_turn:
        return "loop"
    if turn.rounds >= agent.max_rounds:
        return "round_limit"
    if turn.rounds and turn.tokens + _next_tokens(turn) > agent.max_turn_tokens:
        return "token_limit"
    return None


def _next_tokens(turn: Turn) -> int:
    """The tokens that the next request is likely to have, once it is made to fit."""
    return turn.budget.expected(min(turn.history.shown_tokens, turn.budget.room))


async def _calls(turn: Turn) -> AsyncIterator[Event]:
    """The calls of the newest reply; a TurnEnded last if it makes no sense to go on."""
    remarked, calls = turn.repetition.remarks, turn.reply.calls
    turn.history.add_reply(turn.reply)
    async for event in act(turn, calls):
        yield event
    if turn.repetition.remarks > remarked:
        yield Notice("repeating", phrase("repeating", turn.language, times=turn.repetition.times))
    if turn.cut_again():
        yield turn.ended("model_error", phrase("calls_cut", turn.language, tool=calls[0].name))


async def _answer(turn: Turn) -> AsyncIterator[Event]:
    """The end of a turn whose newest reply calls no tool; an empty one is asked for once more."""
    if turn.reply.is_empty and not turn.empty_again():
        yield Notice("empty_reply", phrase("empty_reply", turn.language))
        return
    if not turn.reply.finish:
        yield Notice("unfinished", phrase("unfinished", turn.language))
    yield _answered(turn)


def _answered(turn: Turn) -> TurnEnded:
    """The end of a turn whose last reply calls no tool."""
    reply = turn.reply
    if reply.finish == "content_filter":
        return turn.ended("model_error", turn.kept_partial(phrase("model_filtered", turn.language)))
    if reply.finish == "error":
        return turn.ended("model_error", turn.kept_partial(phrase("model_broke_off", turn.language)))
    if reply.refusal:
        return turn.ended("model_error", phrase("model_refused", turn.language, said=reply.refusal))
    if not reply.text.strip():
        return turn.ended("model_error", phrase("model_empty", turn.language))
    if reply.finish == "length":
        return turn.ended("answered", turn.kept_partial(phrase("model_length", turn.language)))
    return turn.ended("answered", reply.text)


async def _last_word(agent: Agent, turn: Turn, limit: Limit) -> AsyncIterator[Event]:
    """One more request, without tools, for the best answer from what is known."""
    last = _LAST_WORD.format(question=turn.question[:2000], limit=_LIMITS[limit])
    async for event in _ask(agent.answering, turn, HumanMessage(last)):
        yield event
    said = phrase(
        limit,
        turn.language,
        rounds=agent.max_rounds,
        tokens=f"{agent.max_turn_tokens:,}",
        times=turn.repetition.times,
    )
    yield turn.ended(limit, turn.kept_partial(said))


async def _explain(agent: Agent, turn: Turn, error: Exception) -> AsyncIterator[Event]:
    """What was too large and what to do next; said without a model if the model cannot."""
    facts, partial_answer = facts_of(turn), turn.partial
    turn.overflowed = facts.path
    for notice in refused(turn, error):
        yield notice
    try:
        async for event in ask(agent.explaining, turn, input_of(turn, facts), 0):
            yield event
        explanation = turn.reply.text
    except ModelFailed:
        explanation = ""
    yield replace(
        turn.ended("context_overflow", below(partial_answer, complete(explanation, facts))), offers=facts.offers
    )
