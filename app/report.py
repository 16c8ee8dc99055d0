"""The front door of the record: `python -m app.report [--days N] [--who NAME] [--json] [--language en|ja]`.

Sums up what was recorded of all turns, of the page and the terminal alike.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import datetime
from io import TextIOWrapper

from app.language import Language, reader_language
from app.phrases import phrase
from app.settings import Settings, SettingsError, load_settings
from app.telemetry.record import record_folder
from app.telemetry.record.reading import Looked, read_record
from app.telemetry.record.saying import looked_at, notes_on, nothing_of, sections
from app.telemetry.record.sums import Calls, OneCall, Spent, Sums, sums_of
from app.terminal.ending import end_with
from app.terminal.tables import table, wrapped


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, also where nothing is recorded; 2 for bad usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _options(arguments, reader_language(os.environ.get("LC_ALL") or os.environ.get("LANG") or ""))
    try:
        settings = load_settings()
    except SettingsError as error:
        print(f"folio: {error}", file=sys.stderr)
        return 2
    looked = Looked()
    lines = read_record(record_folder(settings), options.days, datetime.now().astimezone().date(), looked)
    sums = sums_of(lines, options.who)
    print(_json(sums, looked) if options.json else _text(sums, looked, settings, options.language))
    return 0


def _options(arguments: Sequence[str] | None, reader: Language) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m app.report", description=phrase("report_about", reader))
    parser.add_argument("--days", type=int, metavar="N", help=phrase("report_help_days", reader))
    parser.add_argument("--who", metavar="NAME", help=phrase("report_help_who", reader))
    parser.add_argument("--json", action="store_true", help=phrase("report_help_json", reader))
    told = phrase("report_help_language", reader)
    parser.add_argument("--language", choices=("en", "ja"), default=reader, help=told)
    options = parser.parse_args(arguments)
    if options.days is not None and not 0 < options.days < 100_000:
        parser.error(f"--days: {phrase('report_bad_days', reader)}")
    return options


def _text(sums: Sums, looked: Looked, settings: Settings, language: Language) -> str:
    lines = wrapped(looked_at(looked, str(record_folder(settings)), language))
    if not sums.turns:
        lines += wrapped(nothing_of(sums, language))
    for section in sections(sums, language):
        lines += ["", *table(section.heading, section.rows)]
    notes = [line for note in notes_on(sums, looked, settings, language) for line in wrapped(note)]
    return "\n".join([*lines, "", *notes])


def _json(sums: Sums, looked: Looked) -> str:
    told = {field.name: getattr(sums, field.name) for field in fields(sums)}
    told["failures"] = [{"tool": tool, "code": code, "number": n} for (tool, code), n in sums.failures.most_common()]
    told["read"] = [{"path": path, "who": who, "number": number} for (path, who), number in sums.read.most_common()]
    told["left_out"] = sorted(sums.left_out)
    return json.dumps({"turns": sums.turns, **told, "looked": looked}, ensure_ascii=False, default=_as_json)


def _as_json(value: Spent | Calls | OneCall | Looked | datetime) -> object:
    return value.isoformat() if isinstance(value, datetime) else asdict(value)


if __name__ == "__main__":
    end_with(main)
