"""The terminal front door: `python -m app "question" [--json]`.

Without a question, questions are read from standard input, one a line, as one
conversation. Answers go to standard output, steps and notices to standard error.
"""

import argparse
import asyncio
import errno
import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from io import TextIOWrapper

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Event, Notice, RoundStarted, TextDelta, ToolFinished, ToolStarted, TurnEnded
from app.language import Language, reader_language
from app.phrases import phrase, reason_phrase
from app.settings import SettingsError, load_settings
from app.usage import elapsed, usage_line

Show = Callable[[Event], None]


def main() -> int:
    """The exit status: 0 when the last turn was answered, 1 when it ended otherwise, 2 for bad usage."""
    options = _options()
    _speak_utf8()
    try:
        settings = load_settings()
        agent = agent_from(settings)
    except SettingsError as error:
        print(f"folio: {error}", file=sys.stderr)
        return 2
    language = reader_language(os.environ.get("LC_ALL") or os.environ.get("LANG") or "")
    show = _json_line if options.json else _Screen(language, agent.embedded).show
    if options.question is None and _is_interactive():
        _note(phrase("terminal_hello", language, folder=settings.work_dir.name))
    conversation, reason = Conversation(agent), ""
    with asyncio.Runner() as runner:
        try:
            for question in _questions(options.question):
                reason = runner.run(_turn(conversation, question, language, show))
        finally:
            # The HTTP client's generators of a stopped answer are all closed at once with the loop, and
            # complain of one another; their connections have been closed before.
            runner.get_loop().set_exception_handler(lambda *_: None)
    if not reason and not _is_interactive():
        print("folio: there is no question on standard input", file=sys.stderr)
        return 2
    return 0 if reason in ("answered", "") else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m app", description="Chat with the work folder.")
    parser.add_argument("question", nargs="?", help="one question; without it, one a line from standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object an event, one a line")
    options = parser.parse_args()
    if options.question is not None and not options.question.strip():
        parser.error("the question is empty")
    return options


def _questions(question: str | None) -> Iterator[str]:
    if question is not None:
        yield question
        return
    lines = _typed_lines() if _is_interactive() else iter(sys.stdin or ())
    for line in lines:
        if line.strip():
            yield line.strip()


def _is_interactive() -> bool:
    # There is no standard input at all when it was closed.
    return sys.stdin is not None and sys.stdin.isatty()


def _typed_lines() -> Iterator[str]:
    # Importing it gives input() line editing and a history.
    with suppress(ImportError):
        import readline  # noqa: F401
    while True:
        try:
            yield input("› ")
        except (EOFError, KeyboardInterrupt):
            print()
            return


async def _turn(conversation: Conversation, question: str, language: Language, show: Show) -> str:
    """Shows one turn and gives its reason. Ctrl-C ends it like Stop."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, conversation.stop)
    try:
        lost: OSError | None = None
        async for event in conversation.ask(question, language):
            try:
                show(event) if lost is None else None
            except OSError as error:
                # Nobody reads any more: the turn is stopped like any other, and comes to its end.
                lost = error
                conversation.stop()
        if lost is not None:
            raise lost
        return event.reason if isinstance(event, TurnEnded) else ""
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def _json_line(event: Event) -> None:
    print(json.dumps({"event": type(event).__name__, **asdict(event)}, ensure_ascii=False), flush=True)


class _Screen:
    """Shows a turn to a person: the answer as it comes, the steps around it."""

    def __init__(self, language: Language, embedded: bool) -> None:
        self._language = language
        self._embedded = embedded
        self._streamed = ""
        self._titles: dict[str, str] = {}

    def show(self, event: Event) -> None:
        match event:
            case RoundStarted():
                self._end_text()
            case TextDelta(text=text):
                self._streamed += text
                _say(text)
            case ToolStarted(call_id=call_id, title=title):
                self._end_text()
                self._titles[call_id] = title
            case ToolFinished(ok=True, call_id=call_id, seconds=seconds):
                _note(f"✓ {self._titles.pop(call_id)} · {elapsed(seconds)}")
            case ToolFinished(call_id=call_id, code=code):
                _note(f"✗ {self._titles.pop(call_id)} · {reason_phrase(code, self._language)}")
            case Notice(text=text):
                _note(text)
            case TurnEnded():
                self._end_turn(event)

    def _end_text(self) -> None:
        if self._streamed:
            _say("\n")
        self._streamed = ""

    def _end_turn(self, event: TurnEnded) -> None:
        rest = _harmless(event.text).removeprefix(_harmless(self._streamed).rstrip())
        _say(f"{rest}\n")
        self._streamed = ""
        _note(usage_line(event.usage, self._language, self._embedded))


def _say(text: str) -> None:
    print(_harmless(text), end="", flush=True)


def _note(text: str) -> None:
    dim = ("\x1b[2m", "\x1b[0m") if sys.stderr.isatty() else ("", "")
    print(f"{dim[0]}{_harmless(text)}{dim[1]}", file=sys.stderr, flush=True)


def _harmless(text: str) -> str:
    """`text` without the control characters by which a document could drive the terminal."""
    return "".join(c if c in "\n\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _speak_utf8() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    try:
        sys.exit(main())
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        # Whoever read the answer has gone, or its disk is full; nothing is left to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
