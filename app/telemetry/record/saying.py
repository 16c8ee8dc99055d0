"""What a person is told of the record: tables, and what has to be known beside them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.language import Language
from app.phrases import phrase, reason_phrase
from app.settings import Settings
from app.telemetry.record.reading import Looked
from app.telemetry.record.sums import Calls, OneCall, Spent, Sums

_OUTCOMES = {
    "answered": "report_answered",
    "round_limit": "report_round_limit",
    "token_limit": "report_token_limit",
    "loop": "report_loop",
    "stopped": "report_stopped",
    "context_overflow": "report_overflow",
    "model_error": "report_model_error",
    "broken_off": "report_broken_off",
    "undo": "report_undo",
    "open": "report_open",
}
_SPENT = ("report_of_turns", "report_requests", "report_in", "report_cached_in", "report_out", "report_cost")
_CALLS = ("report_called", "report_failed", "report_remembered", "report_seconds", "report_slowest_call")
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Section:
    """One table: the heading of its first column says what it is about."""

    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


def sections(sums: Sums, language: Language) -> list[Section]:
    """The tables that have anything in them."""
    several = len(sums.people) > 1
    found = [
        _section("report_turns", ("report_number",), _outcomes(sums, language), language),
        _section("report_days", _SPENT, (_spent(day, spent) for day, spent in sorted(sums.days.items())), language),
        _section("report_people", _SPENT, _people(sums) if several else (), language),
        _section("report_calls", _CALLS, _tools(sums), language),
        _section("report_failures", ("report_number",), _failures(sums, language), language),
        _section("report_slowest", ("report_seconds", "report_when"), _slowest(sums.slowest, several), language),
        _section("report_approvals", ("report_number",), _approvals(sums, language), language),
        _section("report_read", ("report_number",), _read(sums, several), language),
    ]
    return [section for section in found if section.rows]


def looked_at(looked: Looked, folder: str, language: Language) -> str:
    """Which files were looked at."""
    files = ", ".join(looked.files) or "0"
    if len(looked.files) > 3:
        first, last = looked.files[0], looked.files[-1]
        files = phrase("report_first_to_last", language, first=first, last=last, number=len(looked.files))
    return phrase("report_looked", language, folder=folder, files=files)


def nothing_of(sums: Sums, language: Language) -> str:
    """That there is no turn to sum up, and whose there are."""
    if not sums.left_out:
        return phrase("report_nothing", language)
    return phrase("report_nothing_of", language, others=_first(sorted(sums.left_out), language))


def notes_on(sums: Sums, looked: Looked, settings: Settings, language: Language) -> list[str]:
    """What the figures do not hold, in sentences."""
    notes = [*_about_figures(sums, language)]
    if looked.older:
        notes.append(phrase("report_older", language, number=len(looked.older), first=looked.older[0]))
    bounds = {"days": settings.record_max_days, "megabytes": settings.record_max_mb}
    if sums.dropped:
        notes.append(phrase("report_dropped", language, files=_first(sums.dropped, language), **bounds))
    else:
        notes.append(phrase("report_kept", language, **bounds))
    if sums.lost_lines:
        notes.append(phrase("report_lost", language, lines=f"{sums.lost_lines:,}"))
    if looked.unreadable:
        notes.append(phrase("report_unreadable", language, files=_first(looked.unreadable, language)))
    if looked.bad:
        places = _first(looked.bad, language)
        notes.append(phrase("report_bad", language, number=f"{len(looked.bad):,}", places=places))
    if not settings.record:
        notes.append(phrase("report_off", language))
    return notes


def _about_figures(sums: Sums, language: Language) -> Iterator[str]:
    rounds, priced, estimated = (
        sum(getattr(day, name) for day in sums.days.values()) for name in ("rounds", "priced", "estimated")
    )
    if estimated:
        yield phrase("report_estimated", language, rounds=f"{estimated:,}")
    if 0 < priced < rounds:
        yield phrase("report_priced", language, priced=f"{priced:,}", rounds=f"{rounds:,}")


def _section(title: str, columns: Iterable[str], rows: Iterable[Sequence[str]], language: Language) -> Section:
    return Section([phrase(key, language) for key in (title, *columns)], list(rows))


def _outcomes(sums: Sums, language: Language) -> Iterator[list[str]]:
    for outcome, number in sums.outcomes.most_common():
        yield [phrase(_OUTCOMES[outcome], language) if outcome in _OUTCOMES else outcome, f"{number:,}"]


def _people(sums: Sums) -> Iterator[list[str]]:
    by_tokens = sorted(sums.people.items(), key=lambda one: -one[1].input_tokens - one[1].output_tokens)
    return (_spent(who, spent) for who, spent in by_tokens)


def _spent(name: str, spent: Spent) -> list[str]:
    numbers = (spent.turns, spent.requests, spent.input_tokens, spent.prompt_cached_tokens, spent.output_tokens)
    return [name, *(f"{number:,}" for number in numbers), _cost(spent)]


def _cost(spent: Spent) -> str:
    if not spent.priced:
        return "–"
    return f"{'' if spent.priced == spent.rounds else '≥ '}${spent.cost:,.4f}"


def _tools(sums: Sums) -> Iterator[list[str]]:
    def row(name: str, calls: Calls) -> list[str]:
        numbers = (f"{number:,}" for number in (calls.calls, calls.failed, calls.cached))
        return [name, *numbers, f"{calls.seconds:,.2f}", f"{calls.slowest:,.3f}"]

    return (row(*one) for one in sorted(sums.tools.items(), key=lambda one: -one[1].calls))


def _failures(sums: Sums, language: Language) -> Iterator[list[str]]:
    for (tool, code), number in sums.failures.most_common():
        yield [f"{tool} {code} ({reason_phrase(code, language)})", f"{number:,}"]


def _slowest(calls: Sequence[OneCall], several: bool) -> Iterator[list[str]]:
    for call in calls:
        name = f"{call.title} ({call.who})" if several else call.title
        yield [name, f"{call.seconds:,.3f}", f"{call.at:%Y-%m-%d %H:%M}"]


def _approvals(sums: Sums, language: Language) -> list[list[str]]:
    if not sums.asked:
        return []
    numbers = [("report_asked", sums.asked), ("report_allowed", sums.allowed), ("report_denied", sums.denied)]
    if (unanswered := sums.asked - sums.allowed - sums.denied) > 0:
        numbers.append(("report_unanswered", unanswered))
    return [[phrase(key, language), f"{number:,}"] for key, number in numbers]


def _read(sums: Sums, several: bool) -> Iterator[list[str]]:
    for (path, who), number in sums.read.most_common(_SHOWN):
        yield [f"{path} ({who})" if several else path, f"{number:,}"]


def _first(names: Sequence[str], language: Language) -> str:
    more = len(names) - _SHOWN
    rest = [phrase("report_and_more", language, number=f"{more:,}")] if more > 0 else []
    return ", ".join([*names[:_SHOWN], *rest])
