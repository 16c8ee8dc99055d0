"""A turn on the terminal: the answer to standard output, everything else to standard error."""

import json
import sys
import time
from dataclasses import asdict

from app.events import (
    ApprovalAsked,
    ApprovalGiven,
    Event,
    Notice,
    Progress,
    QuestionAdded,
    RoundStarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnEnded,
)
from app.language import Language, language_of
from app.phrases import phrase, reason_phrase
from app.usage import elapsed, usage_line

PROMPT = "› "


def json_line(event: Event) -> None:
    """Prints `event` as one JSON object on a line."""
    print(json.dumps({"event": type(event).__name__, **asdict(event)}, ensure_ascii=False), flush=True)


class Screen:
    """Shows a turn to a person: the answer as it comes, the steps around it."""

    def __init__(self, language: Language, embedded: bool) -> None:
        self._language = language
        self._embedded = embedded
        self._streamed = ""
        self._thinks_since: float | None = None
        self._titles: dict[str, str] = {}

    def show(self, event: Event) -> None:
        """Brings the screen up to date with `event`."""
        if isinstance(event, ThinkingDelta):
            self._think()
            return
        self._end_thinking()
        match event:
            case RoundStarted():
                self._end_text()
            case TextDelta(text=text):
                self._streamed += text
                _say(text)
            case Notice(code="retry_differs", text=text):
                self._end_text()
                note(text)
            case TurnEnded():
                self._end_turn(event)
            case _:
                self._show_beside(event)

    def _show_beside(self, event: Event) -> None:
        """Shows what is no part of the answer."""
        match event:
            case ToolStarted(call_id=call_id, title=title):
                self._end_text()
                self._titles[call_id] = title
            case ApprovalAsked() | ApprovalGiven():
                note(self._question(event))
            case ToolFinished():
                note(self._row(event, self._titles.pop(event.call_id)))
            case Notice(text=text):
                # On a line of its own, also on a screen where the answer is in the middle of one.
                note(f"\n{text}" if self._streamed else text)
            case QuestionAdded(text=text):
                note(f"+ {text}")
            case Progress(done=done, total=total) if done:
                note(f"  {phrase('tasks_status', self._language, done=f'{done:,}', total=f'{total:,}')}")

    def _question(self, event: ApprovalAsked | ApprovalGiven) -> str:
        if isinstance(event, ApprovalAsked):
            return "\n".join(filter(None, (f"? {event.title}", event.text, event.diff)))
        word = phrase("approval_allowed" if event.allowed else "approval_denied", self._language)
        return f"  {word}{f': {event.reason}' if event.reason else ''}"

    def _row(self, event: ToolFinished, title: str) -> str:
        if not event.ok:
            changed = f"\n{event.text}" if event.code == "file:changed" else ""
            return f"✗ {title} · {reason_phrase(event.code, self._language)}{changed}"
        memory = f" · {phrase('from_memory', self._language)}" if event.cached else ""
        # What the page draws is read here, as figures.
        figures = f"\n{event.text}" if event.chart else ""
        return f"✓ {title}{memory} · {elapsed(event.seconds, self._language)}{figures}"

    def _think(self) -> None:
        """Says that the model thinks; what it thinks is in the page's row and in --json."""
        if self._thinks_since is None:
            self._thinks_since = time.monotonic()
            note(phrase("thinking", self._language), end="")

    def _end_thinking(self) -> None:
        if self._thinks_since is not None:
            note(f" · {elapsed(time.monotonic() - self._thinks_since, self._language)}")
        self._thinks_since = None

    def _end_text(self) -> None:
        if self._streamed:
            # A blank line: what follows is a paragraph of its own, also for a reader of Markdown.
            _say("\n\n")
        self._streamed = ""

    def _end_turn(self, event: TurnEnded) -> None:
        rest = harmless(event.text).removeprefix(harmless(self._streamed).rstrip())
        _say(f"{rest}\n")
        self._streamed = ""
        # What the app did by itself, without the model, cost nothing that could be counted.
        if event.usage.rounds:
            note(usage_line(event.usage, self._language, self._embedded))
        if event.offers:
            # In the language of the turn, as the offers are.
            heading = phrase("offer_typed", language_of(event.offers[0].label, self._language))
            note("\n".join([heading, *(f"  {offer.message}" for offer in event.offers)]))


def _say(text: str) -> None:
    print(harmless(text), end="", flush=True)


def note(text: str, end: str = "\n") -> None:
    """Tells the person something that is no answer."""
    dim = ("\x1b[2m", "\x1b[0m") if sys.stderr.isatty() else ("", "")
    print(f"{dim[0]}{harmless(text)}{dim[1]}", end=end, file=sys.stderr, flush=True)


def harmless(text: str) -> str:
    """`text` without the control characters by which a document could drive the terminal."""
    return "".join(c if c in "\n\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
