"""The line at the bottom of the terminal: it stays, half typed as it may be, while answers go by above it."""

import asyncio
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, redirect_stderr, redirect_stdout

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, ConditionalContainer, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import DummyOutput, Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import is_dumb_terminal

from app.terminal.above import Above
from app.terminal.screen import PROMPT


class Typing:
    """What a person types. Each line goes to whoever awaits one, else to `hear`; the end of all lines is `over`.

    `waiting` is what stands right above the line.
    """

    def __init__(self, hear: Callable[[str], None], over: Callable[[], None], waiting: Callable[[], str]) -> None:
        self._hear = hear
        self._over = over
        self._waiting = waiting
        self._held: deque[str] = deque()
        self._prompt = PROMPT
        self._awaited: asyncio.Future[str] | None = None
        self._buffer = Buffer(multiline=False, accept_handler=self._accept)
        output = _output()
        self._above = [Above(output), Above(output)]
        self._app: Application[None] = Application(
            Layout(HSplit([self._area_above(), self._area_of_line()])),
            key_bindings=self._keys(),
            output=output,
            erase_when_done=True,
        )
        self._buffer.on_text_insert += lambda buffer: _plainly(buffer.document.char_before_cursor)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Shows the line while the block runs; what is printed meanwhile goes above it."""
        with ExitStack() as redirected:
            for redirect, stream, above in zip(
                (redirect_stdout, redirect_stderr), (sys.stdout, sys.stderr), self._above, strict=True
            ):
                if stream.isatty() and not is_dumb_terminal():
                    redirected.enter_context(redirect(above))
            running = asyncio.create_task(self._run())
            # Its first step, before which it cannot be ended.
            await asyncio.sleep(0)
            _plainly(PROMPT)
            try:
                yield
            finally:
                if not running.done():
                    self._app.exit()
                await running
        for above in self._above:
            above.end()

    async def line(self, prompt: str) -> str:
        """The next line that is typed, in answer to `prompt`; "" when there is none."""
        if not self._app.is_running:
            async with self.open():
                return await self.line(prompt)
        begun, self._buffer.document = self._buffer.document, Document()
        self._prompt, self._awaited = f"{prompt} ", asyncio.get_running_loop().create_future()
        self._app.invalidate()
        _plainly(self._prompt)
        try:
            return await self._awaited
        finally:
            self._prompt, self._awaited = PROMPT, None
            self._buffer.document = begun

    def hold(self, lines: Sequence[str]) -> None:
        """Puts `lines` before the person, one after another, and what is typed already behind them."""
        self._held.extendleft(reversed([line for line in (*lines, self._buffer.text) if line]))
        self._next()
        _plainly(PROMPT + self._buffer.text)

    def interrupt(self) -> None:
        """Throws away what is typed; when nothing is, no more lines come."""
        if self._buffer.text:
            self._next()
        else:
            self._over()

    async def _run(self) -> None:
        try:
            await self._app.run_async(handle_sigint=False, set_exception_handler=False)
        except EOFError:
            # The terminal has gone.
            self._end()

    def _accept(self, buffer: Buffer) -> bool:
        line = buffer.text
        _plainly("\n")
        self._next()
        if self._awaited is None:
            self._hear(line)
        elif not self._awaited.done():
            self._awaited.set_result(line)
        # What stands there now is kept.
        return True

    def _next(self) -> None:
        text = self._held.popleft() if self._held and self._awaited is None else ""
        self._buffer.reset(Document(text))

    def _end(self) -> None:
        if self._awaited is None:
            self._over()
        elif not self._awaited.done():
            self._awaited.set_result("")

    def _area_above(self) -> ConditionalContainer:
        def text() -> str:
            return "\n".join(filter(None, [*(above.begun for above in self._above), self._waiting()]))

        # A cursor at its end makes the end visible, however long it is.
        def lines() -> StyleAndTextTuples:
            return [*to_formatted_text(ANSI(text())), ("[SetCursorPosition]", "")]

        control = FormattedTextControl(lines, show_cursor=False)
        window = Window(control, wrap_lines=True, dont_extend_height=True)
        return ConditionalContainer(window, Condition(lambda: bool(text())))

    def _area_of_line(self) -> Window:
        control = BufferControl(self._buffer, [BeforeInput(lambda: self._prompt)])
        return Window(control, wrap_lines=True, dont_extend_height=True)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("c-c")
        def _(_: KeyPressEvent) -> None:
            signal.raise_signal(signal.SIGINT)

        @keys.add("c-d", filter=Condition(lambda: not self._buffer.text))
        def _(_: KeyPressEvent) -> None:
            self._end()

        @keys.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        return keys


def _output() -> Output:
    """The terminal, or nothing where lines cannot be drawn: there the prompt and the keys are printed plainly."""
    if is_dumb_terminal():
        return DummyOutput()
    output = create_output(always_prefer_tty=True)
    if isinstance(output, Vt100_Output):
        # Where the cursor stands need not be known; a terminal that cannot tell would get a warning.
        output.enable_cpr = False
    return output


def _plainly(text: str) -> None:
    """Prints what is drawn elsewhere, on a terminal where nothing can be drawn."""
    if is_dumb_terminal():
        print(text, end="", file=sys.stderr, flush=True)
