"""Asking the person before something is changed: when, about what, and what the answer was."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.agent.person.aliases import called, with_aliases
from app.agent.person.wishes import asks_for_change, files_meant, forbids_change, names_file
from app.events import Verb
from app.fences import code_span
from app.language import Language
from app.phrases import phrase
from app.tools import Plan, escaped, spellings

Policy = Literal["ask", "auto", "read_only"]
Why = Literal["existing", "never_read", "forbidden", "not_named", "not_wished", "not_undoable"]

ANSWER_SECONDS = 300.0
_NAMED = 5
_REPLACING: tuple[Verb, ...] = ("overwritten", "copied", "moved")


@dataclass(frozen=True, slots=True)
class Decision:
    """The person's word. `always` allows the same tool for the rest of the conversation."""

    allowed: bool
    always: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known when a change comes up: the person's own messages, the last of them this turn's,
    and the files of which the model was shown something. `aliases` stand in the messages for files."""

    messages: Sequence[str]
    files_read: Sequence[str]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def with_aliases(self, names: Iterable[str] | None) -> "Situation":
        """The same with the `names` as plain ones; nothing counts as said where it is not known what is a name."""
        if names is None:
            return Situation([""], self.files_read)
        known = {*names, *(name for path in self.files_read for name in spellings(path))}
        messages, aliases = with_aliases(self.messages, known)
        return Situation(messages, self.files_read, aliases)


def why_ask(plan: Plan, policy: Policy, granted: bool, now: Situation) -> tuple[Why, ...]:
    """The reasons to ask before `plan` is carried out; none when it may go ahead.

    `granted` says that the person allowed this tool for the conversation. That does not
    cover a file that was never read, nor what only a document may have asked for. Where
    neither that nor a question gives leave, the person's own order has to.
    """
    reasons: list[Why] = []
    said = now.messages[-1]
    needs_order = rests_on_words(plan, policy, granted, now)
    if plan.touches and policy == "ask" and not granted:
        reasons.append("existing")
    if plan.unseen and plan.path in plan.touches and plan.verb in _REPLACING:
        reasons.append("never_read")
    if plan.touches and forbids_change(said):
        reasons.append("forbidden")
    if needs_order and not all(_is_meant(path, plan.verb, now) for path in plan.touches):
        reasons.append("not_named")
    if needs_order and not asks_for_change(said, plan.verb):
        reasons.append("not_wished")
    if plan.touches and not plan.undoable:
        reasons.append("not_undoable")
    return tuple(reasons)


def rests_on_words(plan: Plan, policy: Policy, granted: bool, now: Situation) -> bool:
    """Whether only the person's own order gives leave to carry out `plan` unasked."""
    return bool(now.files_read or (plan.touches and policy == "auto" and not granted))


def _is_meant(path: str, verb: Verb, now: Situation) -> bool:
    """Whether the person's order is about `path`. One that names no file covers any, until something was read."""
    meant = files_meant(now.messages[-1], verb)
    if meant is None:
        return not now.files_read or any(names_file(now.messages, each) for each in called(path, now.aliases))
    return any(names_file([name], each) for name in meant for each in called(path, now.aliases))


def question(plan: Plan, reasons: Sequence[Why], now: Situation, language: Language) -> str:
    """What will happen, and why it is asked about, in the language of whoever reads it."""
    read = ", ".join(code_span(escaped(path)) for path in now.files_read[:_NAMED])
    more = len(now.files_read) - _NAMED
    files = f"{read} (+{more})" if more > 0 else read
    lines = [_sentence(plan, language), *(phrase(f"why_{why}", language) for why in reasons)]
    if files and {"not_named", "not_wished"} & set(reasons):
        lines.append(phrase("why_now", language, files=files))
    return "\n".join(dict.fromkeys(lines))


def _sentence(plan: Plan, language: Language) -> str:
    before, after = (f"{size or 0:,}" for size in plan.sizes)
    over = "_over" if plan.verb in ("copied", "moved") and plan.path in plan.touches else ""
    path, source = code_span(escaped(plan.path)), code_span(escaped(plan.source))
    return phrase(f"will_{plan.verb}{over}", language, path=path, source=source, before=before, after=after)


class Approvals:
    """One conversation's questions that wait for an answer, and the tools allowed for all of it."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Decision]] = {}
        self.granted: set[str] = set()

    async def answer(self, call_id: str, tool: str, language: Language) -> Decision:
        """Waits for the decision on a call; without one in time it is a refusal."""
        self._waiting[call_id] = asyncio.get_running_loop().create_future()
        try:
            # `wait_for` would lose a Stop that comes together with the answer.
            async with asyncio.timeout(ANSWER_SECONDS):
                decision = await self._waiting[call_id]
        except TimeoutError:
            minutes = f"{ANSWER_SECONDS / 60:g}"
            return Decision(allowed=False, reason=phrase("no_answer", language, minutes=minutes))
        finally:
            del self._waiting[call_id]
        if decision.allowed and decision.always:
            self.granted.add(tool)
        return decision

    def decide(self, call_id: str, decision: Decision) -> bool:
        """Gives the person's word on a waiting call. False when no such call waits."""
        waiting = self._waiting.get(call_id)
        if waiting is None or waiting.done():
            return False
        waiting.set_result(decision)
        return True
