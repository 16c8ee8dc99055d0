"""Charts of tables: the tool draws them, and what it said of each is told."""

from app.embedded.markup import code
from app.embedded.plan.reading import Task
from app.embedded.protocol import Call
from app.embedded.results import Drawn, Failure, Outcome
from app.embedded.sentences import charts, reasons

_SHARED_LABELS = "args:missing:aggregate"


def chart_calls(task: Task) -> tuple[Call, ...]:
    """A chart of each file; where rows share a label, of their sums."""
    return tuple(_call(task, file) for file in task.meaning.files)


def chart_told(task: Task, file: str) -> str:
    """What came of the chart of one file."""
    language, name = task.language, code(file)
    match _outcome(task, file):
        case Drawn() as drawn:
            kind = charts.KINDS[task.wish.chart].told(language)
            said = charts.DRAWN.told(language, file=name, kind=kind, points=drawn.points, rows=drawn.rows)
            return f"{said} {charts.LEFT_OUT.told(language)}" if drawn.left_out else said
        case Failure() as failure:
            return charts.NOT_DRAWN.told(language, file=name, why=reasons.reason(failure, language))
    return charts.NO_CHART.told(language, file=name)


def _call(task: Task, file: str) -> Call:
    plain = Call("draw_chart", {"file_path": file, "kind": task.wish.chart})
    before = task.talk.came_of(plain)
    is_shared = isinstance(before, Failure) and before.code == _SHARED_LABELS
    return Call("draw_chart", {**plain.arguments, "aggregate": "sum"}) if is_shared else plain


def _outcome(task: Task, file: str) -> Outcome | None:
    return task.talk.came_of(_call(task, file))
