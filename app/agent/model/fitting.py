"""Keeping requests within the model's window, and telling the person what that costs."""

from collections.abc import Iterator

from langchain_core.exceptions import ContextOverflowError

from app.agent.model.window import LeftOut, make_fit
from app.agent.turn import Turn
from app.events import Notice
from app.overflow import told
from app.phrases import phrase


class NotSent(ContextOverflowError):
    """A request that was not made: even the least that can be shown is more than the window."""


def fit(turn: Turn, keeps_turn: bool) -> Iterator[Notice]:
    """Leaves out of the next request what does not fit. Raises NotSent where that is not enough.

    With `keeps_turn` it holds all that came in this turn: the built-in helper makes its answer of it.
    """
    yield from _told(turn, make_fit(turn.history, turn.budget, turn.began_at, keeps_turn))
    if turn.budget.cannot_take(turn.history.shown_tokens):
        raise NotSent("larger than the window")


def alone(turn: Turn, error: Exception) -> Iterator[Notice]:
    """After a request that did not fit, of which `error` told nothing new: shows the question without what was before.

    Nothing is told, and nothing left out, where that would be no help.
    """
    history, since = turn.history, turn.began_at
    before = [index for index in history.turns_shown() if index < since]
    window = told(error).window or turn.budget.window
    is_answering = bool(turn.has_begun_to_reply or history.replies_shown(since))
    least = history.tokens_at(since)
    if not before or is_answering or isinstance(error, NotSent) or window < turn.budget.window:
        return
    if turn.budget.may_take(least, refused=history.shown_tokens):
        # One Notice is enough: what is left out tells that less is sent.
        turn.budget.refused(history.shown_tokens, told(error))
        history.show_from(since)
        yield from _told(turn, LeftOut(turns=len(before)))


def _told(turn: Turn, left_out: LeftOut) -> Iterator[Notice]:
    numbers = {
        "results_left_out": left_out.results,
        "turns_left_out": left_out.turns,
        "results_cut": left_out.cut,
    }
    told = [phrase(key, turn.language, number=f"{number:,}") for key, number in numbers.items() if number]
    if told:
        outgrown = phrase("outgrown", turn.language, window=f"{turn.budget.most:,}")
        yield Notice("left_out", "".join([outgrown, *told]))


def answer_lowered(turn: Turn, asked: int | None) -> Iterator[Notice]:
    """Tells, once a conversation, that less is asked for than MAX_ANSWER_TOKENS says."""
    wanted = turn.budget.answer_set
    if asked is None or wanted is None or asked >= wanted or not turn.hands.is_news("answer_lowered"):
        return
    numbers = {"wanted": f"{wanted:,}", "window": f"{turn.budget.window:,}", "tokens": f"{asked:,}"}
    yield Notice("answer_lowered", phrase("answer_lowered", turn.language, **numbers))


def heard(turn: Turn, shown: int) -> Iterator[Notice]:
    """Takes in what the server reports of a request that showed `shown` estimated tokens."""
    expected = turn.budget.expected(shown)
    if turn.budget.reported(shown, turn.reply.input_tokens or 0):
        taken = f"{turn.reply.input_tokens:,}"
        yield Notice("truncated", phrase("truncated", turn.language, taken=taken, sent=f"{expected:,}"))


def leaves_no_room(turn: Turn) -> bool:
    """Whether the newest request failed for the system text and the tools, not for what it showed or the reply."""
    return not turn.has_begun_to_reply and turn.budget.leaves_no_room(turn.history.shown_tokens)


def refused(turn: Turn, error: Exception) -> Iterator[Notice]:
    """Takes in that the newest request did not fit, for the rest of the conversation."""
    sizes, budget, shown = told(error), turn.budget, turn.history.shown_tokens
    if isinstance(error, NotSent):
        return
    is_news = sizes.window is not None and sizes.window < budget.window
    budget.refused(shown, sizes)
    if leaves_no_room(turn):
        return
    most = budget.window if is_news else budget.expected(budget.room)
    key = "window_learnt" if is_news else "window_guessed"
    yield Notice("window_learnt", phrase(key, turn.language, tokens=f"{most:,}"))
