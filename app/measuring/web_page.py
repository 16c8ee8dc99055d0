"""A comparison as one page of HTML that stands for itself: no script, and nothing from anywhere else."""

from collections.abc import Iterator, Sequence
from html import escape

from app.drawing import drawn
from app.language import Language
from app.measuring.charts import (
    drawable,
    model_of,
    rounds_notes,
    rounds_of,
    rounds_picture,
    seconds_picture,
    tokens_picture,
)
from app.measuring.figures import Measured, Run
from app.measuring.saying import (
    CONDITIONS,
    columns,
    condition_name,
    notes_on,
    round_columns,
    round_rows,
    rows,
    what_if_columns,
    what_if_rows,
)
from app.phrases import phrase

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2528; --soft: #566166; --line: #d9dedc; --ground: #fbfaf7; --box: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e5df; --soft: #a6aeb0; --line: #3a4448; --ground: #15191b; --box: #1e2427 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 60rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", sans-serif }
h1 { font-size: 1.1rem; font-weight: 600; color: var(--soft); margin: 0 }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; margin: 0 0 .3rem }
.question { font-size: 1.4rem; line-height: 1.4; font-weight: 600; margin: .3rem 0; white-space: pre-wrap }
.question, pre, li, p { overflow-wrap: anywhere }
p, ul { margin: .4rem 0 }
.soft { color: var(--soft) }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
th { font-weight: 600; color: var(--soft) }
th:first-child, td:first-child { text-align: left; white-space: pre }
.pictures { display: grid; gap: 1rem; align-items: start }
figure { margin: 0; min-width: 0; background: var(--box); border: 1px solid var(--line);
  border-radius: .5rem }
figcaption { padding: .7rem .8rem 0; line-height: 1.4 }
figcaption small { display: block; color: var(--soft) }
figure svg { display: block; width: 100%; height: auto; max-width: 36rem; margin: auto; color: var(--ink) }
article { margin: .8rem 0; padding: .8rem 1rem; background: var(--box);
  border: 1px solid var(--line); border-radius: .5rem }
pre { margin: 0; white-space: pre-wrap; font: inherit }
@media (min-width: 44rem) {
  .pictures { grid-template-columns: 1fr 1fr }
  figure:first-child:nth-last-child(3) ~ :last-child { grid-area: 1 / 2 / span 2 }
}
@media (max-width: 32rem) { th, td { padding: .3rem .35rem; font-size: .85rem } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --line: #bbb; --ground: #fff; --box: #fff }
  @page { margin: 1.4cm }
  body { padding: 0; font-size: .9rem }
  figure, tr, article { break-inside: avoid }
  .table { overflow: visible }
  th, td { padding: .25rem .4rem; font-size: .8rem }
  h2 { break-after: avoid }
}
"""
# Should anything that a model has said ever pass for markup, it still could neither run nor be fetched.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_of(measured: Measured, language: Language) -> str:
    """The whole page. Raises OSError where the pictures cannot be drawn."""
    title = phrase("report_title", language)
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{language}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}: {escape(measured.question)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            *_parts(measured, language),
            "</body>",
            "</html>",
            "",
        )
    )


def _parts(measured: Measured, language: Language) -> Iterator[str]:
    yield f"<h1>{escape(phrase('report_title', language))}</h1>"
    yield f'<p class="question">{escape(measured.question)}</p>'
    yield f'<p class="soft">{escape(_about(measured, language))}</p>'
    yield _heading("report_figures", language)
    yield _table(columns(language), rows(measured, language))
    if notes := notes_on(measured, language):
        yield f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in notes)}</ul>"
    yield _heading("report_pictures", language)
    yield f'<div class="pictures">{"".join(_figures(measured, language))}</div>'
    yield _heading("report_answers", language)
    for condition in CONDITIONS:
        for number, run in enumerate(measured.of(condition), 1):
            yield _answer(run, number if len(measured.of(condition)) > 1 else 0, language)
    if rounds_of(measured):
        yield from _rounds(measured, language)


def _about(measured: Measured, language: Language) -> str:
    facts = [phrase("picture_model", language, model=model_of(measured, language))]
    if measured.temperature is not None:
        facts.append(phrase("report_temperature", language, temperature=measured.temperature))
    if measured.expected:
        facts.append(phrase("report_expected", language, text=measured.expected))
    return " · ".join(facts)


def _figures(measured: Measured, language: Language) -> Iterator[str]:
    rounds = rounds_picture(measured, language)
    shown = [tokens_picture(measured, language), seconds_picture(measured, language), *([rounds] if rounds else [])]
    for picture, svg in zip(shown, drawn([(drawable(each.chart), "svg") for each in shown]), strict=True):
        notes = "".join(f"<small>{escape(note)}</small>" for note in picture.notes)
        yield f"<figure><figcaption><b>{escape(picture.title)}</b>{notes}</figcaption>{svg.decode()}</figure>"


def _answer(run: Run, number: int, language: Language) -> str:
    name = condition_name(run.condition, language)
    heading = phrase("report_run", language, condition=name, number=number) if number else name
    text = run.answer or phrase("report_empty", language)
    names = phrase("report_files", language, names="; ".join(run.files)) if run.files else ""
    said = [*([run.fault] if run.fault else []), *([names] if names else [])]
    soft = "".join(f'<p class="soft">{escape(line)}</p>' for line in said)
    return f"<article><h3>{escape(heading)}</h3>\n<pre>{escape(text)}</pre>{soft}</article>"


def _rounds(measured: Measured, language: Language) -> Iterator[str]:
    first = next(run for run in measured.of("agent") if run.rounds)
    yield _heading("report_rounds", language)
    yield _table(round_columns(language), round_rows(first))
    yield f'<p class="soft">{escape(" ".join(rounds_notes(measured, language)))}</p>'
    if measured.what_if:
        yield _heading("report_what_if", language)
        yield _table(what_if_columns(language), what_if_rows(measured, language))


def _heading(key: str, language: Language) -> str:
    return f"<h2>{escape(phrase(key, language))}</h2>"


def _table(headings: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "\n".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in cells)
    return f'<div class="table"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'
