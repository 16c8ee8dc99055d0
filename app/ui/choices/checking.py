"""Check my model, in the chat: a row for each case as it runs, and all of them in a table at the end."""

import chainlit as cl

from app.cases import CASES, CaseResult, beginning, check_model, columns, notes_on
from app.language import Language
from app.phrases import phrase
from app.settings import Settings
from app.ui.choices.choices import LIMITS
from app.ui.choices.rows import Row, show_rows
from app.ui.session.current import account, allowed, model_name, page, settings
from app.ui.shown.markdown import safe_markdown
from app.usage import elapsed

_ALIGNED = "|---|---|---:|---:|---:|---:|"


async def show_check(asked: cl.Message, language: Language) -> None:
    """Runs the fixed cases against this session's model and shows how each comes out, until it is stopped."""
    async with page().running(asked):
        author = model_name(language)
        await cl.Message(safe_markdown(beginning(_tried(), len(CASES), author, language)), author=author).send()
        results: list[CaseResult] = []
        try:
            await page().until_stopped(_show_rows(results, language))
        finally:
            await cl.Message(_told(results, language), author=author).send()


def _tried() -> Settings:
    """This session's settings, with the app's own limits: what a person chose for their questions fits no case."""
    return settings().model_copy(update={name: getattr(allowed(), name) for name in LIMITS})


async def _show_rows(results: list[CaseResult], language: Language) -> None:
    def came(result: CaseResult) -> Row:
        results.append(result)
        name = f"{'✓' if result.passed else '✗'} {result.title} · {elapsed(result.seconds, language)}"
        text = safe_markdown(result.reason or phrase("check_passed", language))
        return Row(name, text, failed=not result.passed)

    asked = [Row(phrase(case.title, language), case.asks(language)) for case in CASES]
    await show_rows(asked, check_model(_tried(), language, account=account()), "list-checks", came)


def _told(results: list[CaseResult], language: Language) -> str:
    """The table, why what failed has failed, and what has to be known beside it."""
    reasons = "\n".join(f"- **{r.title}**: {safe_markdown(r.reason)}" for r in results if not r.passed)
    notes = [safe_markdown(note) for note in notes_on(results, len(CASES), _tried(), language)]
    return "\n\n".join(part for part in (_table(results, language), reasons, *notes) if part)


def _table(results: list[CaseResult], language: Language) -> str:
    sums = [sum(getattr(r, name) for r in results) for name in ("requests", "input_tokens", "output_tokens")]
    passed = phrase("check_total", language, passed=sum(result.passed for result in results), run=len(results))
    total = [f"**{passed}**", "", *(f"{number:,}" for number in sums), f"{sum(r.seconds for r in results):.1f}"]
    rows = [columns(language), *(_cells(result, language) for result in results), total]
    heading, *body = (f"| {' | '.join(cells)} |" for cells in rows)
    return "\n".join([heading, _ALIGNED, *body])


def _cells(result: CaseResult, language: Language) -> list[str]:
    outcome = phrase("check_passed" if result.passed else "check_failed", language)
    numbers = (f"{number:,}" for number in (result.requests, result.input_tokens, result.output_tokens))
    return [result.title, f"{'✓' if result.passed else '✗'} {outcome}", *numbers, f"{result.seconds:.1f}"]
