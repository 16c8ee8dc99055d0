"""The front door of a comparison: `python -m app.measure "question" [--expect TEXT] [--files GLOB] [--repeat N] …`.

Asks the model that the settings select the same question three ways: without tools, as an
agent, and with the text of files pasted below it; prints what each took, what it said, and
whether that is right. Nothing in the folder is changed.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import aclosing
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

from wcwidth import ljust, rjust, width, wrap

from app.assemble import account_from
from app.language import Language, reader_language
from app.measuring import Measured, Run, Wanted, compare, measured, write_html, write_picture
from app.measuring.forms import as_csv, as_json
from app.measuring.saying import (
    beginning,
    columns,
    ending,
    notes_on,
    round_columns,
    round_rows,
    rows,
    run_line,
    what_if_columns,
    what_if_rows,
)
from app.phrases import phrase
from app.settings import Settings, SettingsError, load_settings
from app.terminal.ending import end_with

_WIDTH = 79
_INDENT = "  "
_PICTURES = (".svg", ".png")
_MOST_REPEATS = 100
_MOST_LINES = 12


def main() -> int:
    """The exit status.

    0 when the agent came to an answer each time, be it a wrong one, which is a result; 1 when it did not, when
    this was ended early or a file could not be written; 2 for bad usage or settings.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _options(reader_language(os.environ.get("LC_ALL") or os.environ.get("LANG") or ""))
    wanted = Wanted(options.question.strip(), options.files, options.expect.strip(), options.repeat)
    language: Language = options.language
    progress = sys.stderr if options.json or options.csv else sys.stdout
    try:
        settings = load_settings()
        print(*_wrapped(beginning(settings, wanted, language)), "", sep="\n", file=progress, flush=True)
        runs = _runs(settings, wanted, language, _Progress(wanted, language, progress))
        found = measured(settings, wanted, runs)
    except SettingsError as error:
        print(f"folio: {error}", file=sys.stderr)
        return 2
    print(_printed(found, wanted, options), flush=True)
    left = ending(wanted, runs, language)
    print(*left, sep="\n", end="\n" * len(left), file=progress)
    is_whole = _kept(found, options) and not left
    return 0 if is_whole and not any(run.fault for run in found.of("agent")) else 1


def _options(reader: Language) -> argparse.Namespace:
    def told(key: str) -> str:
        return phrase(f"measure_help_{key}", reader)

    parser = argparse.ArgumentParser(prog="python -m app.measure", description=phrase("measure_about", reader))
    parser.add_argument("question", help=told("question"))
    parser.add_argument("--files", default="", metavar="GLOB", help=told("files"))
    parser.add_argument("--expect", default="", metavar="TEXT", help=told("expect"))
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help=told("repeat"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=told("json"))
    form.add_argument("--csv", action="store_true", help=told("csv"))
    parser.add_argument("--html", type=Path, metavar="FILE", help=told("html"))
    parser.add_argument("--picture", type=Path, metavar="FILE", help=told("picture"))
    parser.add_argument("--force", action="store_true", help=told("force"))
    parser.add_argument("--language", choices=("en", "ja"), default=reader, help=told("language"))
    options = parser.parse_args()
    if wrong := _wrong_in(options):
        parser.error(wrong)
    return options


def _wrong_in(options: argparse.Namespace) -> str:
    """What cannot be done as it was asked: known before anything is paid for."""
    if not options.question.strip():
        return phrase("empty_question", options.language)
    if not 1 <= options.repeat <= _MOST_REPEATS:
        return phrase("measure_repeats", options.language, most=_MOST_REPEATS)
    if options.picture and options.picture.suffix.lower() not in _PICTURES:
        return phrase("measure_no_picture", options.language, file=options.picture)
    for file in filter(None, (options.html, options.picture)):
        if not _takes_files(file.parent):
            return phrase("measure_no_place", options.language, file=file)
        if file.exists() and not (options.force and file.is_file()):
            return phrase("measure_is_there", options.language, file=file)
    return ""


def _takes_files(folder: Path) -> bool:
    try:
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


class _Progress:
    """Prints each run as it comes."""

    def __init__(self, wanted: Wanted, language: Language, stream: TextIO) -> None:
        self._wanted = wanted
        self._language = language
        self._stream = stream

    def show(self, run: Run, repeat: int) -> None:
        """Prints what `run` took, and below it what was answered, or why nothing was."""
        print(
            *_wrapped(run_line(run, repeat, self._wanted, self._language)),
            *_answer(run),
            sep="\n",
            file=self._stream,
            flush=True,
        )


def _runs(settings: Settings, wanted: Wanted, language: Language, progress: _Progress) -> list[Run]:
    """The runs that were known by the end, or by Ctrl-C, each shown at once."""
    runs: list[Run] = []

    async def collect() -> None:
        async with aclosing(compare(settings, wanted, language, account_from(settings))) as coming:
            async for run in coming:
                runs.append(run)
                progress.show(run, sum(one.condition == run.condition for one in runs))

    try:
        with asyncio.Runner() as runner:
            runner.run(collect())
    except KeyboardInterrupt:
        pass
    return runs


def _printed(found: Measured, wanted: Wanted, options: argparse.Namespace) -> str:
    """All figures, in the form that was asked for."""
    if options.json:
        return as_json(found, wanted.repeat)
    if options.csv:
        return as_csv(found).rstrip("\n")
    language: Language = options.language
    first = next((run for run in found.of("agent") if run.rounds), None)
    tables = [_table(columns(language), rows(found, language))]
    if first is not None:
        tables.append(_table(round_columns(language), round_rows(first)))
        tables.append(_table(what_if_columns(language), what_if_rows(found, language)))
    notes = [line for note in notes_on(found, language) for line in _wrapped(note)]
    return "\n".join(["", "\n\n".join(tables), "", *notes])


def _table(heading: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    lines = [heading, *body]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    printed = [
        ljust(first, widths[0]) + "".join(rjust(cell, wide + 2) for cell, wide in zip(cells, widths[1:], strict=True))
        for first, *cells in lines
    ]
    return "\n".join([printed[0], "─" * (sum(widths) + 2 * len(widths) - 2), *printed[1:]])


def _answer(run: Run) -> list[str]:
    """The first lines of what was answered, or why nothing was, without what would act on a terminal."""
    text = run.fault or run.answer
    harmless = ["".join(filter(str.isprintable, line)) for line in text.expandtabs().splitlines()]
    lines = [part for line in harmless if line.strip() for part in _wrapped(line, _INDENT)]
    return lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], f"{_INDENT}…"]


def _wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of `text`; a Japanese one may be broken anywhere."""
    return list(wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent))


def _kept(found: Measured, options: argparse.Namespace) -> bool:
    """Whether the files that were asked for are written."""
    wanted = ((options.html, write_html), (options.picture, write_picture))
    for file, write in wanted:
        if file is None:
            continue
        try:
            write(found, file, options.language, replaces=options.force)
        except OSError as error:
            said = phrase("measure_not_written", options.language, file=file, why=error.strerror)
            print(f"folio: {said}", file=sys.stderr)
            return False
    return True


if __name__ == "__main__":
    end_with(main)
