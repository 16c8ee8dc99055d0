"""The front door of "Check my model": `python -m app.check [--json] [--only NAME] [--language en|ja]`.

Runs the fixed cases against the model that the settings select, and prints how each came out.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import asdict
from io import TextIOWrapper

from wcwidth import ljust, rjust, wrap

from app.assemble import account_from
from app.cases import CASES, Case, CaseResult, beginning, check_model, columns, notes_on
from app.language import Language, reader_language
from app.models import chosen_model
from app.phrases import phrase
from app.settings import Settings, SettingsError, load_settings
from app.terminal.ending import end_with

_WIDTH = 79
_COLUMNS = (34, 8, 9, 11, 8, 9)
_RULE = "─" * sum(_COLUMNS)
_INDENT = "  "

Show = Callable[[CaseResult], None]


def main() -> int:
    """The exit status: 0 when every case passed, 1 when one did not or was not run, 2 for bad usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _options(reader_language(os.environ.get("LC_ALL") or os.environ.get("LANG") or ""))
    cases = [case for case in CASES if not options.only or case.name in options.only]
    language: Language = options.language
    try:
        settings = load_settings()
        print(_beginning(settings, cases, language), file=sys.stderr if options.json else sys.stdout, flush=True)
        results = _results(settings, cases, language, _line if options.json else _Table(language).show)
    except SettingsError as error:
        print(f"folio: {error}", file=sys.stderr)
        return 2
    if not options.json:
        print(_ending(results, len(cases), settings, language))
    return 0 if len(results) == len(cases) and all(result.passed for result in results) else 1


def _options(reader: Language) -> argparse.Namespace:
    names = [case.name for case in CASES]
    parser = argparse.ArgumentParser(prog="python -m app.check", description=phrase("check_about", reader))
    parser.add_argument("--json", action="store_true", help=phrase("check_help_json", reader))
    only = phrase("check_help_only", reader, names=", ".join(names))
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=only)
    told = phrase("check_help_language", reader)
    parser.add_argument("--language", choices=("en", "ja"), default=reader, help=told)
    return parser.parse_args()


def _results(settings: Settings, cases: Sequence[Case], language: Language, show: Show) -> list[CaseResult]:
    """The results that were known by the end, or by Ctrl-C, each shown at once."""
    results: list[CaseResult] = []

    async def collect() -> None:
        async with aclosing(check_model(settings, language, cases, account=account_from(settings))) as coming:
            async for result in coming:
                results.append(result)
                show(result)

    try:
        with asyncio.Runner() as runner:
            runner.run(collect())
    except KeyboardInterrupt:
        pass
    return results


def _line(result: CaseResult) -> None:
    print(json.dumps(asdict(result), ensure_ascii=False), flush=True)


class _Table:
    """Prints a row for each result, below a heading."""

    def __init__(self, language: Language) -> None:
        self._language = language
        print(_row(columns(language)), _RULE, sep="\n", flush=True)

    def show(self, result: CaseResult) -> None:
        """Prints the row of `result`, and below it why it failed."""
        outcome = phrase("check_passed" if result.passed else "check_failed", self._language)
        tokens = (f"{number:,}" for number in (result.input_tokens, result.output_tokens))
        mark = "✓" if result.passed else "✗"
        cells = [f"{mark} {result.title}", outcome, str(result.requests), *tokens, f"{result.seconds:.1f}"]
        print(_row(cells), *_wrapped(result.reason, _INDENT), sep="\n", flush=True)


def _row(cells: Sequence[str]) -> str:
    first, *numbers = cells
    return ljust(first, _COLUMNS[0]) + "".join(map(rjust, numbers, _COLUMNS[1:]))


def _wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of `text`; a Japanese one may be broken anywhere."""
    return list(wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent))


def _beginning(settings: Settings, cases: Sequence[Case], language: Language) -> str:
    model = chosen_model(settings)
    name = phrase("helper_name", language) if model.embedded else f"{model.endpoint.model} ({model.endpoint.url})"
    return "\n".join([*_wrapped(beginning(settings, len(cases), name, language)), ""])


def _ending(results: Sequence[CaseResult], all_: int, settings: Settings, language: Language) -> str:
    passed = phrase("check_total", language, passed=sum(result.passed for result in results), run=len(results))
    sums = [sum(getattr(r, name) for r in results) for name in ("requests", "input_tokens", "output_tokens")]
    cells = [passed, "", *(f"{number:,}" for number in sums), f"{sum(r.seconds for r in results):.1f}"]
    notes = [line for note in notes_on(results, all_, settings, language) for line in _wrapped(note)]
    return "\n".join([_RULE, _row(cells), "", *notes])


if __name__ == "__main__":
    end_with(main)
