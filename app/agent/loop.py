"""The loop: ask, show, act, repeat, until the model can answer."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from langchain_core.messages import BaseMessage, HumanMessage

from app.agent.acting.calls import act
from app.agent.acting.hindrances import hindered, once
from app.agent.counting import Sent
from app.agent.limits import NEAR, Limit, Reached
from app.agent.model.asking import Chain, ModelFailed, ask
from app.agent.model.explaining import complete, facts_of, input_of
from app.agent.model.finish import flaw_of
from app.agent.model.fitting import NotSent, alone, fit, heard, refused
from app.agent.model.window import make_fit
from app.agent.parts.means import Means
from app.agent.person.approval import Policy
from app.agent.person.ways_on import go_on_offer
from app.agent.spending.allowed import Allowed
from app.agent.spending.checking import after_answer, before_request
from app.agent.turn import Turn
from app.events import Event, Notice, QuestionAdded, TurnEnded
from app.fences import below
from app.language import AnswerLanguage
from app.model_errors import Endpoint, sentence
from app.overflow import is_overflow
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.tools import Table

_LAST_WORD = (
    "{question}\n\n({limit} Answer now, as well as you can, from what you have seen so far. Say what you could not"
    " look at.)"
)
_LIMITS: dict[Limit, str] = {
    "round_limit": "The limit of requests for this question is reached.",
    "token_limit": "The limit of tokens is reached.",
    "cost_limit": "The limit of cost is reached.",
    "loop": "The same calls gave the same results again and again, so no more are made.",
}


@dataclass(frozen=True, slots=True)
class Agent:
    """What all conversations have in common.

    `asking` is the chain with the tools bound, `answering` the same without, `explaining`
    the tools-free chain for overflows. `approval` says when a change is asked about first,
    `answer_language` what answers are in;
    `parts` is what a file is read in parts with;
    `names_in` the names in the folder that stand in a text, None when they are too many;
    `window` is what is known of the model's context window, `answer_tokens` the most that a
    reply may take, None if the server decides, and `fixed_tokens` what the system text and
    the tools' schema take. A turn may take `max_rounds` requests
    and `max_turn_tokens` in and out before a last request without tools; that limit stands in `allowed`, too, beside
    the others of what may be spent.
    """

    asking: Chain
    answering: Chain
    explaining: Chain
    parts: Means
    table: Table
    endpoint: Endpoint
    embedded: bool
    approval: Policy
    answer_language: AnswerLanguage
    names_in: Callable[[str], frozenset[str] | None]
    max_rounds: int
    max_turn_tokens: int
    allowed: Allowed
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
    while True:
        async for event in _at_limits(agent, turn):
            yield event
        if turn.reached and not turn.counting.rounds:
            yield turn.ended("answered", "")
            return
        for added in () if turn.reached else turn.additions():
            yield QuestionAdded(added)
        async for event in _ask(agent, turn):
            yield event
        # Calls in a last reply are not run: it was given no tools.
        async for event in _calls(turn) if turn.reply.calls and not turn.reached else _answer(turn):
            yield event
        if isinstance(event, TurnEnded):
            return


async def _ask(agent: Agent, turn: Turn) -> AsyncIterator[Event]:
    """One request that shows the history, and once more the question alone where that is of help."""
    try:
        for notice in fit(turn, keeps_turn=agent.embedded):
            yield notice
        async for event in _request(agent, turn):
            yield event
    except NotSent as error:
        raise ModelFailed(error) from error
    except ModelFailed as failure:
        notices = list(alone(turn, failure.error)) if is_overflow(failure.error) else []
        if not notices:
            raise
        for notice in notices:
            yield notice
        async for event in _request(agent, turn):
            yield event


async def _request(agent: Agent, turn: Turn) -> AsyncIterator[Event]:
    """One request; at a limit the last one, without the tools."""
    messages, shown = turn.history.shown(), turn.history.shown_tokens
    sent = _sent(turn)
    if turn.reached is not None:
        async for event in ask(agent.answering, turn, {"messages": _last_word(messages, turn, turn.reached)}, sent):
            yield event
        return
    async for event in ask(agent.asking, turn, {"messages": messages}, sent):
        yield event
    # Not at a limit: without the tools, a request's figures are no measure of the others.
    for notice in heard(turn, shown):
        yield notice


def _sent(turn: Turn) -> Sent:
    """What the next request holds, as its server is likely to count it."""
    history, budget = turn.history, turn.budget
    fixed, whole = budget.expected(0), budget.expected(history.shown_tokens)
    old = budget.expected(history.shown_tokens - history.new_tokens())
    return Sent(fixed, old - fixed, whole - old, max(0, int(history.left_out_tokens * budget.factor)))


def _last_word(messages: list[BaseMessage], turn: Turn, reached: Reached) -> list[BaseMessage]:
    """`messages`, and the demand for the best answer from what is known."""
    demand = _LAST_WORD.format(question=turn.question[:500], limit=_LIMITS[reached.limit])
    # Strict servers want the two sides to take turns.
    asked = [messages.pop().text] if isinstance(messages[-1], HumanMessage) else []
    return [*messages, HumanMessage("\n\n".join([*asked, demand]))]


async def _at_limits(agent: Agent, turn: Turn) -> AsyncIterator[Event]:
    """What is said and asked of limits before a request; `turn.reached` is then the one that stands against it."""
    turn.reached = turn.reached or _reached(agent, turn)
    if turn.reached:
        return
    for notice in _near(agent, turn):
        yield notice
    async for event in before_request(turn, _next_tokens(turn)):
        yield event


def _reached(agent: Agent, turn: Turn) -> Reached | None:
    """The limit that stands against one more request with the tools, as the person is told of it."""
    if (limit := _limit(agent, turn)) is None:
        return None
    numbers = {"rounds": agent.max_rounds, "times": turn.repetition.times}
    # What only repeats itself is helped by other words alone.
    offers = () if limit == "loop" else (go_on_offer(turn.language),)
    return Reached(limit, phrase(limit, turn.language, **numbers), offers)


def _limit(agent: Agent, turn: Turn) -> Limit | None:
    """The limit, if one is reached, but for those of what may be spent."""
    if turn.repetition.ends_the_turn:
        return "loop"
    if turn.counting.rounds >= agent.max_rounds:
        return "round_limit"
    return None


def _near(agent: Agent, turn: Turn) -> Iterator[Notice]:
    """The notice that the limit of requests is near."""
    if (now := turn.counting.rounds) >= agent.max_rounds * NEAR:
        most = phrase("rounds_counted", turn.language, number=f"{agent.max_rounds:,}")
        scope, then = phrase("scope_turn", turn.language), phrase("near_answers", turn.language)
        yield from once(
            turn, "limit_near", phrase("limit_near", turn.language, used=f"{now:,}", most=most, scope=scope, then=then)
        )


def _next_tokens(turn: Turn) -> int:
    """The tokens that the next request is likely to have, once it is made to fit."""
    return turn.budget.expected(min(turn.history.shown_tokens, turn.budget.room))


async def _calls(turn: Turn) -> AsyncIterator[Event]:
    """The calls of the newest reply; a TurnEnded last if it makes no sense to go on."""
    rows, calls = turn.repetition.rows, turn.reply.calls
    turn.history.add_reply(turn.reply)
    async for event in act(turn, calls):
        yield event
        for notice in hindered(turn, event):
            yield notice
    if turn.repetition.rows > rows:
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
    if not turn.reached:
        async for notice in after_answer(turn):
            yield notice
    yield _answered(turn)


def _answered(turn: Turn) -> TurnEnded:
    """The end of a turn whose last reply calls no tool, or was not to call any."""
    reply = turn.reply
    flaw = flaw_of(reply, turn.language)
    if flaw is None or (reply.calls and replace(reply, calls=()).is_empty):
        return turn.ended("answered", reply.text)
    return turn.ended(flaw.reason, turn.kept_partial(flaw.said))


async def _explain(agent: Agent, turn: Turn, error: Exception) -> AsyncIterator[Event]:
    """What was too large and what to do next; said without a model if the model cannot."""
    # What the person was shown of the request that failed; of one that was not made there is nothing.
    partial_answer = "" if isinstance(error, NotSent) else turn.partial
    for notice in refused(turn, error):
        yield notice
    facts = facts_of(turn, error)
    turn.overflowed, given, explanation = facts.path, input_of(turn, facts), ""
    with suppress(ModelFailed):
        async for event in ask(agent.explaining, turn, given, Sent(added=sum(map(estimated_tokens, given.values())))):
            yield event
        explanation = turn.reply.text
    end = turn.ended("context_overflow", below(partial_answer, complete(explanation, facts)))
    # Told by now: at the next question it would look like news.
    make_fit(turn.history, turn.budget, turn.began_at)
    yield replace(end, offers=(*facts.offers, *end.offers))
