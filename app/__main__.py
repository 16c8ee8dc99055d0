"""The terminal front door: `python -m app "question" [--json] [--yes]`.

Without a question, questions are read from standard input, one a line, as one
conversation. Answers go to standard output, steps and notices to standard error. What
must be asked about first is asked on the terminal; without one it is refused, unless --yes.
"""

import argparse
import asyncio
import os
import signal
import sys
import uuid
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import closing
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING

from app.agent import Conversation
from app.assemble import account_from, agent_from
from app.events import Event, TurnEnded
from app.language import Language, reader_language
from app.ledger import ONE_PERSON
from app.model_errors import Endpoint
from app.phrases import phrase
from app.settings import SettingsError, load_settings
from app.telemetry import About, Telemetry, telemetry_from
from app.terminal.asking import Asking
from app.terminal.ending import end_with
from app.terminal.screen import PROMPT, Screen, json_line, note
from app.terminal.waiting import Waiting

if TYPE_CHECKING:
    from app.terminal.typing import Typing

Show = Callable[[Event], None]
Watched = Callable[[str, AsyncGenerator[Event, None]], AsyncGenerator[Event, None]]


def main() -> int:
    """The exit status: 0 when the last turn was answered, 1 when it ended otherwise, 2 for bad usage."""
    _speak_utf8()
    language = reader_language(os.environ.get("LC_ALL") or os.environ.get("LANG") or "")
    options = _options(language)
    try:
        settings = load_settings()
        agent = agent_from(settings)
    except SettingsError as error:
        print(f"folio: {error}", file=sys.stderr)
        return 2
    show = json_line if options.json else Screen(language, agent.embedded).show
    telemetry = telemetry_from(settings)
    watched = partial(_watched, telemetry, agent.endpoint, uuid.uuid4().hex)
    conversation = Conversation(agent, resumes=True, account=account_from(settings))
    talk = _Talk(conversation, language, show, watched, options.yes, asks=not options.json)
    with closing(telemetry), asyncio.Runner() as runner:
        try:
            if options.question is None and _is_interactive():
                note(phrase("terminal_hello", language, folder=settings.work_dir.name))
                return _status(runner.run(talk.chat()))
            reason = ""
            for question in _questions(options.question):
                reason = runner.run(talk.turn(question))
        finally:
            # The HTTP client's generators of a stopped answer are all closed at once with the loop, and
            # complain of one another; their connections have been closed before.
            runner.get_loop().set_exception_handler(lambda *_: None)
    if not reason:
        print(f"folio: {phrase('no_question', language)}", file=sys.stderr)
        return 2
    return _status(reason)


def _watched(
    telemetry: Telemetry, answers: Endpoint, conversation: str, question: str, events: AsyncGenerator[Event, None]
) -> AsyncGenerator[Event, None]:
    about = About(ONE_PERSON, conversation, "terminal", question, answers.model, answers.url)
    return telemetry.watched(events, about)


def _status(reason: str) -> int:
    return 0 if reason in ("answered", "") else 1


def _options(language: Language) -> argparse.Namespace:
    keys = ("help_about", "help_options", "help_question", "help_help", "help_json", "help_yes")
    about, arguments, *helps = [phrase(key, language) for key in keys]
    parser = argparse.ArgumentParser(prog="python -m app", description=about, add_help=False)
    group = parser.add_argument_group(arguments)
    group.add_argument("question", nargs="?", help=helps[0])
    group.add_argument("-h", "--help", action="help", help=helps[1])
    group.add_argument("--json", action="store_true", help=helps[2])
    group.add_argument("--yes", action="store_true", help=helps[3])
    options = parser.parse_args()
    if options.question is not None and not options.question.strip():
        parser.error(phrase("empty_question", language))
    return options


def _questions(question: str | None) -> Iterator[str]:
    if question is not None:
        yield question
        return
    # There is no standard input at all when it was closed.
    for line in sys.stdin or ():
        if line.strip():
            yield line.strip()


def _is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and (sys.stdout.isatty() or sys.stderr.isatty())


class _Talk:
    """A conversation with who is at the terminal, or with a script.

    With `asks`, who is there is asked about changes; `yes` allows them all.
    """

    def __init__(
        self, conversation: Conversation, language: Language, show: Show, watched: Watched, yes: bool, asks: bool
    ) -> None:
        self._conversation = conversation
        self._watched = watched
        self._waiting = Waiting(conversation.add, language)
        self._typing = _typing(self._waiting) if _is_interactive() else None
        line = self._typing.line if self._typing and asks else None
        self._asking = Asking(conversation.decide, language, line, yes)
        self._language = language
        self._shows = (show, self._asking.follow, self._waiting.follow)

    async def chat(self) -> str:
        """Asks what is typed, to the end of it, and gives the last turn's reason."""
        reason = ""
        assert self._typing is not None
        async with self._typing.open():
            while question := await self._next(self._typing):
                note(f"{PROMPT}{question}")
                reason = await self.turn(question)
                if held := self._waiting.held():
                    note(phrase("terminal_held", self._language))
                self._typing.hold(held)
        return reason

    async def _next(self, typing: "Typing") -> str:
        """The next question. Ctrl-C throws away what is typed; when nothing is, it leaves like Ctrl-D."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, typing.interrupt)
        return await self._waiting.next()

    async def turn(self, question: str) -> str:
        """Shows one turn and gives its reason. Ctrl-C ends it like Stop; once more, it ends the program."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, _stop, loop, self._conversation)
        try:
            lost: OSError | None = None
            async for event in self._watched(question, self._conversation.ask(question, self._language)):
                try:
                    for show in self._shows if lost is None else ():
                        show(event)
                except OSError as error:
                    # Nobody reads any more: the turn is stopped like any other, and comes to its end.
                    lost = error
                    self._conversation.stop()
            if lost is not None:
                raise lost
            return event.reason if isinstance(event, TurnEnded) else ""
        finally:
            loop.remove_signal_handler(signal.SIGINT)


def _typing(waiting: Waiting) -> "Typing":
    # Only where somebody types; it takes a tenth of a second.
    from app.terminal.typing import Typing

    return Typing(waiting.hear, waiting.end, waiting.shown)


def _stop(loop: asyncio.AbstractEventLoop, conversation: Conversation) -> None:
    conversation.stop()
    loop.remove_signal_handler(signal.SIGINT)


def _speak_utf8() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    try:
        end_with(main)
    except KeyboardInterrupt:
        # What still reads in a thread is not waited for; a change has been made by now, or it has not.
        sys.stdout.flush()
        os._exit(130)
