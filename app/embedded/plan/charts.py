"""Charts of tables: the tool draws them, and what it said of each is told."""

from app.embedded.markup import code
from app.embedded.plan.reading import Task
from app.embedded.protocol import Call, Json
from app.embedded.results import Drawn, Failure, Outcome
from app.embedded.sentences import charts, reasons
from app.language import Language

_ADDED_UP = ("bar", "line", "pie")


def chart_calls(task: Task) -> tuple[Call, ...]:
    """A chart of each file; where rows share a label, of their sums."""
    return tuple(_call(task, file) for file in task.meaning.files)


def chart_told(task: Task, file: str) -> str:
    """What came of the chart of one file."""
    language, name = task.language, code(file)
    match _outcome(task, file):
        case Drawn() as drawn:
            kind = charts.KINDS[task.wish.chart].told(language)
            what = {"series": _listed(drawn.series, language), "axis": code(drawn.axis)}
            what["summed"] = charts.SUMMED.told(language) if drawn.summed else ""
            said = charts.DRAWN.told(language, file=name, kind=kind, points=drawn.points, rows=drawn.rows, **what)
            return f"{said} {charts.LEFT_OUT.told(language)}" if drawn.left_out else said
        case Failure() as failure:
            return charts.NOT_DRAWN.told(language, file=name, why=reasons.reason(failure, language))
    return charts.NO_CHART.told(language, file=name)


def _call(task: Task, file: str) -> Call:
    # What rows share a label is not known yet; where none do, a sum changes nothing.
    added_up: Json = {"aggregate": "sum"} if task.wish.chart in _ADDED_UP else {}
    return Call("draw_chart", {"file_path": file, "kind": task.wish.chart, **added_up})


def _listed(names: tuple[str, ...], language: Language) -> str:
    """The names in a row, the last behind "and"."""
    shown = [code(name) for name in names]
    comma = "、" if language == "ja" else ", "
    return charts.AND.told(language).join(filter(None, [comma.join(shown[:-1]), shown[-1]]))


def _outcome(task: Task, file: str) -> Outcome | None:
    return task.talk.came_of(_call(task, file))
