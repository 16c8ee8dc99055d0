"""What is printed above the line that a person types."""

from functools import partial
from io import StringIO

from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.output import Output


class Above(StringIO):
    """A stream to print to. A line that has only begun is not printed yet, but shown with what is typed."""

    def __init__(self, output: Output) -> None:
        super().__init__()
        self._output = output
        self.begun = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        lines, newline, self.begun = (self.begun + text).rpartition("\n")
        app = get_app()
        # The app's log is written by threads, too.
        if newline and app.loop:
            app.loop.call_soon_threadsafe(run_in_terminal, partial(self._print, lines + newline))
        elif newline:
            self._print(lines + newline)
        app.invalidate()
        return len(text)

    def end(self) -> None:
        """Prints what has only begun."""
        if self.begun:
            self.write("\n")

    def _print(self, text: str) -> None:
        self._output.write_raw(text)
        self._output.flush()
