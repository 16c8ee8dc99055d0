"""The questions that the page asks before something is changed or a limit is passed, and the answers it sends."""

import secrets
from collections.abc import Callable

import chainlit as cl

from app.agent import Decision
from app.events import ApprovalAsked
from app.language import Language
from app.phrases import phrase
from app.ui.shown.elements import Told, change, element

Decide = Callable[[str, Decision], bool]

_REASON_CHARS = 500


class Questions:
    """One session's open questions, each under an id that only its own page was told.

    What the page sends is not trusted: an id counts once, and only while its question is
    open. `decide` hands the person's word on; it is false when nobody waits for it.
    """

    def __init__(self, decide: Decide) -> None:
        self._decide = decide
        self._open: dict[str, tuple[str, cl.CustomElement, Language]] = {}

    def ask(self, asked: ApprovalAsked, language: Language) -> cl.CustomElement:
        """The element that asks; it waits until it is answered or closed."""
        id = secrets.token_urlsafe(16)
        shown = element("Question", id=id, state="waiting", said="", words=_words(asked, language))
        self._open[id] = (asked.call_id, shown, language)
        return shown

    def answer(self, payload: object) -> Told:
        """Takes in an answer; gives what the element shows from now on."""
        given = _given(payload)
        known = self._open.pop(given[0], None) if given else None
        if given is None or known is None:
            return {"state": "gone", "said": ""}
        call_id, shown, language = known
        decision = given[1]
        if not self._decide(call_id, decision):
            return {"state": "gone", "said": phrase("question_gone", language)}
        told: Told = {"state": _state(decision.allowed), "said": _said(decision, language)}
        change(shown, **told)
        return told

    def close(self, call_id: str, decision: Decision | None = None) -> None:
        """Closes the question about a call if it is still open: decided elsewhere, or stopped."""
        for id in [id for id, (asked, _, _) in self._open.items() if asked == call_id]:
            _, shown, language = self._open.pop(id)
            said = _said(decision, language) if decision else ""
            change(shown, state=_state(decision.allowed) if decision else "stopped", said=said)


def _given(payload: object) -> tuple[str, Decision] | None:
    """The id and the decision in what a page sent; None when it is anything but an answer."""
    match payload:
        case {"id": str(id), "allowed": bool(allowed), "always": bool(always), "reason": str(reason)}:
            # What stands alone of a pair of surrogates cannot be sent on.
            clean = reason.encode(errors="ignore").decode()
            return id, Decision(allowed, allowed and always, " ".join(clean.split())[:_REASON_CHARS])
    return None


def _state(allowed: bool) -> str:
    return "allowed" if allowed else "denied"


def _said(decision: Decision, language: Language) -> str:
    if decision.allowed:
        return phrase("said_always" if decision.always else "said_allowed", language)
    if decision.reason:
        return phrase("said_denied_because", language, reason=decision.reason)
    return phrase("said_denied", language)


def _words(asked: ApprovalAsked, language: Language) -> dict[str, str]:
    of_changes = {
        "reason": phrase("question_reason", language),
        "always": phrase("question_always", language),
        "covers": phrase("question_covers", language, tool=asked.name),
    }
    return {
        **(of_changes if asked.lasting else {}),
        "group": phrase("question_group", language, title=asked.title),
        "waiting": phrase("question_waiting", language, title=asked.title),
        "allow": phrase("question_allow", language),
        "deny": phrase("question_deny", language),
        "failed": phrase("question_failed", language),
        "gone": phrase("question_gone", language),
    }
