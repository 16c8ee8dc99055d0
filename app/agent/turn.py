"""One question and all that was done to answer it."""

from dataclasses import replace

from app.agent.claims import unsupported
from app.agent.counting import Counting
from app.agent.hands import Hands
from app.agent.history import History
from app.agent.limits import Reached, Repetition
from app.agent.model.budget import Budget
from app.agent.model.reply import Call, Reply, sendable
from app.agent.model.streamed import Streamed
from app.agent.person.approval import Situation
from app.events import Offer, Reason, Receipt, RoundEnded, TurnEnded
from app.fences import below
from app.language import Language
from app.ledger import Spent
from app.tools import Outcome

_CUT_REPLIES = 2
_AGAIN = "[The same, with the same result, for time {times} in a row. Do something else, or answer from what you have.]"
_OF_THE_MODEL: tuple[Reason, ...] = ("answered", "round_limit", "token_limit", "cost_limit", "loop")


class Turn:
    """The state of a turn: where it began, what it has cost, which `counting` knows, and what of it is `spent`.

    `answer` and `thoughts` are what has come of the reply that is streaming; `reply` is the last
    one that came to its end. `overflowed` is the file or folder that did not fit; `reached` is
    the limit at which the turn ends, `told` are the notices that are given once a turn; `receipts` are
    the changes made in this turn, and `denied` the changes to which the person said no, with the
    outcome that says so. `under_way` are the
    outcomes, by the ids of their calls, that wait for those of the calls beside them.
    The answer is in `language`, what stands among the page's own words in the `reader`'s.
    """

    reply: Reply

    def __init__(
        self, history: History, question: str, languages: tuple[Language, Language], hands: Hands, budget: Budget
    ) -> None:
        self.history = history
        self.hands = hands
        self.budget = budget
        self.question = sendable(question)
        self.language, self.reader = languages
        self.began_at = history.ask(self.question)
        self.answer = Streamed()
        self.thoughts = Streamed()
        self.overflowed = ""
        self.reached: Reached | None = None
        self.told: set[str] = set()
        self.receipts: list[Receipt] = []
        self.under_way: dict[str, Outcome] = {}
        self.denied: dict[tuple[str, ...], Outcome] = {}
        self.repetition = Repetition()
        self.counting = Counting(hands.endpoint, self._spend)
        self.spent = Spent()
        self._added: list[str] = []
        self._cut_replies = self._empty_replies = 0

    @property
    def partial(self) -> str:
        """The text of the newest reply, as far as it has arrived."""
        return self.answer.text

    @property
    def newest_partial(self) -> str:
        """The same, "" once it stands in the history."""
        replies = self.history.replies_shown(self.began_at)
        return "" if replies and self.history.messages[replies[-1]].text == self.partial else self.partial

    @property
    def all_receipts(self) -> list[Receipt]:
        """The changes made in this turn, with those whose calls wait for others."""
        waiting = (outcome.receipt for outcome in self.under_way.values() if outcome.receipt and not outcome.cached)
        return [*self.receipts, *waiting]

    @property
    def has_begun_to_reply(self) -> bool:
        """Whether anything has arrived of the newest reply."""
        return bool(self.answer.text.strip() or self.thoughts.text.strip())

    def kept_partial(self, said: str) -> str:
        """What has been on the screen already, and `said` below it."""
        return below(self.partial, said)

    def add(self, text: str) -> None:
        """Keeps an addition to the question until the model can be shown it."""
        self._added.append(sendable(text))

    def additions(self) -> list[str]:
        """What the person has added and the model is shown from now on; nothing unless new results stand before it."""
        if not self._added or not self.history.has_new_results:
            return []
        added, self._added = self._added, []
        self.history.add_to_question("\n\n".join(added))
        return added

    def break_off(self) -> None:
        """Sets aside what came of a reply that broke off and is asked for again."""
        self.answer.break_off()
        self.thoughts.break_off()

    def begin_reply(self) -> None:
        """Begins a request; nothing has come of its reply."""
        self.answer.begin()
        self.thoughts.begin()

    def has_reply(self, reply: Reply) -> None:
        """Takes in a reply that came to its end."""
        self.reply = reply
        # Without the thoughts that were streamed as text.
        self.answer.end(reply.text)

    def take_in(self, call: Call, outcome: Outcome) -> None:
        """Takes in how a call has ended: its result, and what it changed."""
        self.counting.call(outcome.cached)
        if self.repetition.take_in(call.request, outcome.shown):
            outcome = replace(outcome, text=f"{outcome.text}\n\n{_AGAIN.format(times=self.repetition.times)}")
        if outcome.receipt is not None and not outcome.cached:
            self.receipts.append(outcome.receipt)
        self.history.add_result(call.id, outcome)

    def situation(self) -> Situation:
        """What is known when a change comes up."""
        return Situation(self.history.questions(), self.history.files_read())

    def _spend(self, ended: RoundEnded) -> None:
        """Counts a round, as soon as it has ended: for the turn, its conversation and its person's day."""
        spent = Spent(ended.input_tokens + ended.output_tokens, ended.cost or 0.0)
        self.spent += spent
        if not self.hands.allowed.is_free:
            self.hands.sums.take_in(spent)

    def cut_again(self) -> bool:
        """Whether the newest reply is the second in a row of which every call arrived cut."""
        self._cut_replies = self._cut_replies + 1 if all(call.cut for call in self.reply.calls) else 0
        return self._cut_replies >= _CUT_REPLIES

    def empty_again(self) -> bool:
        """Whether a reply of this turn was empty before the newest one, which is."""
        self._empty_replies += 1
        return self._empty_replies > 1

    def ended(self, reason: Reason, text: str) -> TurnEnded:
        """The last event. `text` also closes the history, so that the next turn can begin.

        A limit that was reached is told below it, whatever came of the last request. A claim of
        the model's that no receipt supports is answered by a line below it.
        """
        offers: tuple[Offer, ...] = ()
        if self.reached is not None and reason != "stopped":
            text, offers = below(text, self.reached.said), self.reached.offers
            reason = self.reached.limit if reason == "answered" else reason
        if reason in _OF_THE_MODEL and (doubt := unsupported(text, self.receipts, self.language)):
            text = below(text, f"**{doubt}**")
        self.history.settle(text)
        return TurnEnded(reason, text, self.counting.usage(), offers)
