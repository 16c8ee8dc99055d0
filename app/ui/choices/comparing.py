"""The same question three ways, in the chat: a row for each way as it runs, then all figures, charts and files."""

import asyncio
import logging
from collections.abc import Sequence

import chainlit as cl

from app.language import Language
from app.measuring import Measured, Run, Wanted, all_files, columns, compare, condition_name, measured, notes_on, rows
from app.measuring.saying import (
    CONDITIONS,
    beginning,
    ending,
    round_columns,
    round_rows,
    run_line,
    what_if_columns,
    what_if_rows,
)
from app.phrases import phrase
from app.ui.choices.rows import Row, show_rows
from app.ui.session.current import account, model_name, page, settings
from app.ui.shown.comparison import comparison_charts
from app.ui.shown.markdown import safe_markdown

logger = logging.getLogger(__name__)
_NAME = "comparison"


async def show_comparison(asked: cl.Message, question: str, language: Language) -> None:
    """Asks `question` three ways, with this session's model and folder, and shows what each takes, until stopped."""
    wanted, chosen, author = Wanted(question), settings(), model_name(language)
    async with page().running(asked):
        await cl.Message(safe_markdown(beginning(chosen, wanted, language)), author=author).send()
        runs: list[Run] = []

        def came(run: Run) -> Row:
            runs.append(run)
            text = safe_markdown(run.fault or run.answer or phrase("report_empty", language))
            return Row(run_line(run, 1, wanted, language), text, failed=bool(run.fault))

        begun = [Row(condition_name(condition, language), question) for condition in CONDITIONS]
        try:
            await page().until_stopped(show_rows(begun, compare(chosen, wanted, language, account()), "scale", came))
        finally:
            found = measured(chosen, wanted, runs)
            said = _told(found, ending(wanted, runs, language), language)
            files, fault = await _files(found, language)
            shown = cl.Message("\n\n".join([*said, *fault]), author=author)
            await shown.send()
            # One after the other: together they would come in any order.
            for each in (*comparison_charts(found, language), *files):
                await each.send(for_id=shown.id)


async def _files(found: Measured, language: Language) -> tuple[list[cl.File], list[str]]:
    """The comparison as files to keep, or why there are none."""
    if not found.runs:
        return [], []
    try:
        made = await asyncio.to_thread(all_files, found, language)
    except OSError:
        logger.exception("the files of a comparison could not be made")
        return [], [phrase("compare_no_files", language)]
    # Taken home, and never opened here: of a type that no browser shows.
    plain = "application/octet-stream"
    return [cl.File(name=f"{_NAME}{end}", content=content, mime=plain) for end, content in made.items()], []


def _told(found: Measured, left: Sequence[str], language: Language) -> list[str]:
    """The tables, and what must be known beside them."""
    if not found.runs:
        return list(left)
    tables = [_table(columns(language), rows(found, language))]
    if first := next((run for run in found.of("agent") if len(run.rounds) > 1), None):
        tables.append(_table(round_columns(language), round_rows(first)))
    if less := what_if_rows(found, language):
        tables.append(_table(what_if_columns(language), less))
    return [*tables, *map(safe_markdown, (*notes_on(found, language), *left))]


def _table(headings: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    aligned = "|".join(["---", *["---:"] * (len(headings) - 1)])
    heading, *lines = (f"| {' | '.join(map(safe_markdown, cells))} |" for cells in (headings, *body))
    return "\n".join([heading, f"|{aligned}|", *lines])
