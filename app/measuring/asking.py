"""A question that is asked with one request, as the agent asks: as patiently, and counted in the same way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.agent import Agent
from app.agent.counting import Sent
from app.agent.hands import Hands
from app.agent.history import History
from app.agent.model.asking import Chain, ModelFailed, ask
from app.agent.model.budget import Budget
from app.agent.model.finish import flaw_of
from app.agent.spending.allowed import Sums
from app.agent.spending.checking import before_request
from app.agent.turn import Turn
from app.events import RoundEnded, Usage
from app.fences import below
from app.language import Language
from app.ledger import Account
from app.measuring.figures import Condition, Run, Wanted
from app.measuring.pasting import Pasted
from app.measuring.rightness import is_right
from app.model_errors import sentence
from app.overflow import is_overflow, told
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.workspace import escaped

_LARGEST = 3


@dataclass(frozen=True, slots=True)
class Plain:
    """A chain without tools, the system text that it begins with, and the agent beside which it is measured.

    `account` is where what its person spends in a day is counted, None where it is not.
    """

    chain: Chain
    system: str
    agent: Agent
    account: Account | None = None


async def asked_once(plain: Plain, condition: Condition, wanted: Wanted, data: Pasted, language: Language) -> Run:
    """How a question comes out that is asked with `data` below it. Whatever goes wrong with the model is its result.

    What cannot fit into the model's window is not asked, and nothing of it is left out.
    """
    turn, rounds = _turn(plain, data.below(wanted.question), language), list[RoundEnded]()
    if data.unread or turn.budget.cannot_take(turn.history.shown_tokens):
        fault = _too_large(_tokens(turn) + data.unread_tokens, turn.budget.window, data, language)
        return _with_files(Run(condition, "", fault), data)
    async for _ in before_request(turn, _tokens(turn)):
        pass
    if turn.reached:
        return _with_files(Run(condition, "", turn.reached.said), data)
    fixed = turn.budget.expected(0)
    sent = Sent(fixed, 0, _tokens(turn) - fixed)
    try:
        async for event in ask(plain.chain, turn, {"messages": turn.history.shown()}, sent):
            if isinstance(event, RoundEnded):
                rounds.append(event)
        answer, fault = _answer(turn)
    except ModelFailed as failure:
        answer, fault = "", _fault(failure.error, turn, data)
    return _with_files(run_of(condition, answer, fault, wanted, turn.counting.usage(), rounds), data)


def run_of(
    condition: Condition, answer: str, fault: str, wanted: Wanted, usage: Usage, rounds: Sequence[RoundEnded]
) -> Run:
    """A run with the figures of `usage` and its `rounds`; what came to no answer is neither right nor wrong."""
    return Run(
        condition,
        answer,
        fault,
        requests=usage.requests,
        tool_calls=usage.tool_calls,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        estimated=usage.estimated,
        seconds=usage.seconds,
        first_token_seconds=rounds[0].first_token_seconds if rounds else None,
        cost=usage.cost,
        right=None if fault else is_right(answer, wanted.expected),
        rounds=tuple(rounds),
    )


def _with_files(run: Run, data: Pasted) -> Run:
    return replace(run, files=tuple(data.texts), not_pasted=tuple(data.refused))


def _turn(plain: Plain, text: str, language: Language) -> Turn:
    agent = plain.agent
    hands = Hands(Sums(plain.account))
    hands.use(agent.table, agent.approval, agent.endpoint, agent.names_in, agent.allowed)
    budget = Budget(agent.window, estimated_tokens(plain.system), agent.answer_tokens)
    return Turn(History(), text, (language, language), hands, budget)


def _tokens(turn: Turn) -> int:
    """The estimated tokens of the turn's request."""
    return turn.budget.expected(turn.history.shown_tokens)


def _answer(turn: Turn) -> tuple[str, str]:
    """The answer of the reply that came, or why it is none."""
    reply, language, sent = turn.reply, turn.language, _tokens(turn)
    if turn.budget.reported(turn.history.shown_tokens, reply.input_tokens or 0):
        return "", phrase("measure_cut", language, taken=f"{reply.input_tokens:,}", sent=f"{sent:,}")
    flaw = flaw_of(reply, language)
    if flaw is None:
        return reply.text, ""
    return (below(reply.text, flaw.said), "") if flaw.reason == "answered" else ("", flaw.said)


def _fault(error: Exception, turn: Turn, data: Pasted) -> str:
    if not is_overflow(error):
        return sentence(error, turn.hands.endpoint, turn.language)
    said = told(error)
    return _too_large(said.size or _tokens(turn), said.window or turn.budget.window, data, turn.language)


def _too_large(tokens: int, window: int, data: Pasted, language: Language) -> str:
    """That a request does not fit, with its size, that of the window, and the largest files."""
    told = phrase("measure_too_large", language, tokens=f"{tokens:,}", window=f"{window:,}")
    sizes = sorted(data.sizes.items(), key=lambda size: -size[1])[:_LARGEST]
    names = [phrase("measure_size", language, name=escaped(path), tokens=f"{size:,}") for path, size in sizes]
    return f"{told}{phrase('measure_largest', language, names=', '.join(names))}" if names else told
