"""The terminal front door: `python -m app "question" [--json] [--yes]`.

Without a question, questions are read from standard input, one a line, as one
conversation. Answers go to standard output, steps and notices to standard error. What
must be asked about first is asked on the terminal; without one it is refused, unless --yes.
"""

import argparse
import asyncio
import errno
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from io import TextIOWrapper

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Event, TurnEnded
from app.language import Language, reader_language
from app.phrases import phrase
from app.settings import SettingsError, load_settings
from app.terminal.asking import Asking
from app.terminal.screen import Screen, json_line, note
from app.terminal.typing import Typing
from app.terminal.waiting import Waiting

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
    show = json_line if options.json else Screen(language, agent.embedded).show
    chats = options.question is None and _is_interactive()
    if chats:
        note(phrase("terminal_hello", language, folder=settings.work_dir.name))
    conversation, reason = Conversation(agent, resumes=True), ""
    typing = Typing() if _is_interactive() else None
    waiting = Waiting(conversation.add, language)
    asking = Asking(conversation.decide, language, None if options.json else typing, options.yes)
    with asyncio.Runner() as runner:
        try:
            for question in _questions(options.question, waiting):
                with typing.listening(runner.get_loop(), waiting.hear) if chats and typing else nullcontext():
                    reason = runner.run(_turn(conversation, question, language, [show, asking.follow, waiting.follow]))
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
    parser.add_argument("--yes", action="store_true", help="allow every change that would be asked about")
    options = parser.parse_args()
    if options.question is not None and not options.question.strip():
        parser.error("the question is empty")
    return options


def _questions(question: str | None, waiting: Waiting) -> Iterator[str]:
    if question is not None:
        yield question
        return
    lines = _typed_lines(waiting) if _is_interactive() else iter(sys.stdin or ())
    for line in lines:
        if line.strip():
            yield line.strip()


def _is_interactive() -> bool:
    # There is no standard input at all when it was closed.
    return sys.stdin is not None and sys.stdin.isatty()


def _typed_lines(waiting: Waiting) -> Iterator[str]:
    # Importing it gives input() line editing and a history.
    with suppress(ImportError):
        import readline  # noqa: F401
    while True:
        if line := waiting.next():
            note(f"› {line}")
            yield line
            continue
        if waiting.is_over:
            return
        try:
            yield _prompted(waiting.held())
        except (EOFError, KeyboardInterrupt):
            print()
            return


def _prompted(begun: str) -> str:
    """A line that is typed at the prompt, where `begun` stands already, to be sent, changed or deleted."""
    readline = sys.modules.get("readline")
    if begun and (readline is None or not sys.stdout.isatty()):
        return begun
    if readline is not None:
        readline.set_startup_hook(lambda: readline.insert_text(begun))
    return input("› ")


async def _turn(conversation: Conversation, question: str, language: Language, shows: Sequence[Show]) -> str:
    """Shows one turn and gives its reason. Ctrl-C ends it like Stop; once more, it ends the program."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, _stop, loop, conversation)
    try:
        lost: OSError | None = None
        async for event in conversation.ask(question, language):
            try:
                for show in shows if lost is None else ():
                    show(event)
            except OSError as error:
                # Nobody reads any more: the turn is stopped like any other, and comes to its end.
                lost = error
                conversation.stop()
        if lost is not None:
            raise lost
        return event.reason if isinstance(event, TurnEnded) else ""
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def _stop(loop: asyncio.AbstractEventLoop, conversation: Conversation) -> None:
    conversation.stop()
    loop.remove_signal_handler(signal.SIGINT)


def _speak_utf8() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        # What still reads in a thread is not waited for; a change has been made by now, or it has not.
        sys.stdout.flush()
        os._exit(130)
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        # Whoever read the answer has gone, or its disk is full; nothing is left to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
