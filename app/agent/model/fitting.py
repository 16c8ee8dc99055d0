"""Keeping requests within the model's window, and telling the person what that costs."""

from collections.abc import Iterator

from app.agent.model.window import make_fit
from app.agent.turn import Turn
from app.events import Notice
from app.overflow import told
from app.phrases import phrase


def fit(turn: Turn) -> Iterator[Notice]:
    """Leaves out of the next request what does not fit."""
    left_out = make_fit(turn.history, turn.budget, turn.began_at)
    numbers = {
        "results_left_out": left_out.results,
        "turns_left_out": left_out.turns,
        "results_cut": left_out.cut,
    }
    told = [phrase(key, turn.language, number=f"{number:,}") for key, number in numbers.items() if number]
    if told:
        outgrown = phrase("outgrown", turn.language, window=f"{turn.budget.window:,}")
        yield Notice("left_out", "".join([outgrown, *told]))


def answer_lowered(turn: Turn, asked: int | None) -> Iterator[Notice]:
    """Tells, once a conversation, that less is asked for than MAX_ANSWER_TOKENS says."""
    wanted = turn.budget.answer_set
    if asked is None or wanted is None or asked >= wanted:
        return
    turn.budget.answer_set = None
    numbers = {"wanted": f"{wanted:,}", "window": f"{turn.budget.window:,}", "tokens": f"{asked:,}"}
    yield Notice("answer_lowered", phrase("answer_lowered", turn.language, **numbers))


def heard(turn: Turn, shown: int) -> Iterator[Notice]:
    """Takes in what the server reports of a request that showed `shown` estimated tokens."""
    expected = turn.budget.expected(shown)
    if turn.budget.reported(shown, turn.reply.input_tokens or 0):
        taken = f"{turn.reply.input_tokens:,}"
        yield Notice("truncated", phrase("truncated", turn.language, taken=taken, sent=f"{expected:,}"))


def refused(turn: Turn, error: Exception) -> Iterator[Notice]:
    """Takes in that the newest request did not fit, for the rest of the conversation."""
    sizes, budget = told(error), turn.budget
    is_news = sizes.window is not None and sizes.window < budget.window
    budget.refused(turn.history.shown_tokens, sizes)
    most = budget.window if is_news else budget.expected(budget.room)
    key = "window_learnt" if is_news else "window_guessed"
    yield Notice("window_learnt", phrase(key, turn.language, tokens=f"{most:,}"))
