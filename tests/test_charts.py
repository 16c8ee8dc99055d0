"""Charts of tables: every figure comes from the file, and what is not in the chart is said."""

import json
import re
from pathlib import Path

import pytest
from embedded_talk import Talk
from replies import calls, say
from sample_documents import xlsx
from scripted_server import ScriptedServer
from turns import finished, turn

from app.agent import Conversation
from app.events import Chart, Series
from app.tools.charts import MOST_POINTS, chart_text, drawn
from app.ui.shown.chart import drawing
from app.workspace import Limits, Table, Workspace, WorkspaceError, number_in

SALES = 'month,region,sales,cost\nJan,East,"1,200",800\nFeb,East,1500,n/a\nMar,West,,900\n,West,5,5\n'


def table(folder: Path, content: str | bytes, name: str = "sales.csv", sheet: str = "") -> Table:
    workspace = Workspace(folder / "work", folder / "data", Limits(), 20)
    (folder / "work" / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return workspace.table(name, sheet)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,200", 1200),
        ("¥1,200", 1200),
        ("12.5%", 12.5),
        ("(5)", -5),
        ("▲5", -5),
        ("−5", -5),
        ("１２３円", 123),
        ("1e3", 1000),
        ("", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
        ("1,2", None),
        ("2026-01", None),
        ("12 apples", None),
        ("4231¹", None),
        ("10²", None),
        ("①", None),
        ("½", None),
    ],
)
def test_a_number_is_what_people_write_as_one(text: str, number: float | None) -> None:
    assert number_in(text) == number


def test_a_fraction_may_stand_after_a_comma_where_columns_are_parted_by_semicolons(tmp_path: Path) -> None:
    done = drawn(table(tmp_path, "name;x\na;1,5\nb;2.000,25\n"), "bar", "", [], "none")
    assert done.chart.series == (Series("x", (1.5, 2000.25)),)


def test_a_chart_holds_the_rows_that_have_figures_and_tells_of_the_others(tmp_path: Path) -> None:
    done = drawn(table(tmp_path, SALES), "bar", "month", ["Sales ", "cost"], "none")
    figures = (Series("sales", (1200, 1500, None)), Series("cost", (800, None, 900)))
    assert done.chart == Chart("bar", "sales.csv", "month", ("Jan", "Feb", "Mar"), figures)
    assert done.left_out == ("1 of 4 rows, which have no label or no number there",)
    assert chart_text(done, 1000).endswith("month | sales | cost\nJan | 1200 | 800\nFeb | 1500 | \nMar |  | 900")


@pytest.mark.parametrize(
    ("aggregate", "values"),
    [
        ("sum", (2700.0, 5.0)),
        ("mean", (1350.0, 5.0)),
        ("max", (1500.0, 5.0)),
        ("min", (1200.0, 5.0)),
        ("count", (2.0, 1.0)),
    ],
)
def test_rows_with_one_label_become_one_figure(tmp_path: Path, aggregate: str, values: tuple[float, ...]) -> None:
    chart = drawn(table(tmp_path, SALES), "pie", "region", ["sales"], aggregate).chart
    assert (chart.x, chart.series[0].values, chart.measure) == (("East", "West"), values, aggregate)


@pytest.mark.parametrize(
    ("kind", "x", "y", "aggregate", "code"),
    [
        ("bar", "region", ["sales"], "none", "args:missing:aggregate"),
        ("bar", "nowhere", ["sales"], "none", "args:allowed:x"),
        ("bar", "month", ["nothing"], "none", "args:allowed:y"),
        ("scatter", "region", ["sales"], "none", "result:empty"),
    ],
)
def test_what_the_table_cannot_give_is_refused_with_what_it_has(
    tmp_path: Path, kind: str, x: str, y: list[str], aggregate: str, code: str
) -> None:
    with pytest.raises(WorkspaceError) as refused:
        drawn(table(tmp_path, SALES), kind, x, y, aggregate)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert (
        "sum" in refused.value.text
        if "aggregate" in code
        else "'month', 'region', 'sales', 'cost'" in refused.value.text
    )


def test_a_pie_shows_no_negative_number(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="negative"):
        drawn(table(tmp_path, "a,b\nx,-1\ny,2\n"), "pie", "", [], "none")


def test_a_chart_has_a_limit_of_points_and_says_so(tmp_path: Path) -> None:
    rows = "".join(f"{n},{n}\n" for n in range(3000))
    done = drawn(table(tmp_path, f"n,v\n{rows}"), "line", "", [], "none")
    assert len(done.chart.x) == MOST_POINTS["line"] and done.chart.x[1] == 1.0
    assert done.left_out == (f"the last {3000 - MOST_POINTS['line']:,} of 3,000 points",)
    assert len(chart_text(done, 500)) <= 500


def test_a_sheet_of_a_workbook_is_drawn_below_its_title(tmp_path: Path) -> None:
    def fill(book: object) -> None:
        first = book.add_worksheet("Notes")  # type: ignore[attr-defined]
        first.write_row(0, 0, ["x", "y"])
        second = book.add_worksheet("Sales")  # type: ignore[attr-defined]
        second.write(0, 0, "Report 2026")
        second.write_row(2, 1, ["地域", "売上"])
        second.write_row(3, 1, ["東", 10.5])

    chart = drawn(table(tmp_path, xlsx(fill), "book.xlsx", "Sales"), "bar", "地域", [], "none").chart
    assert (chart.axis, chart.x, chart.series) == ("地域", ("東",), (Series("売上", (10.5,)),))


def test_names_out_of_a_file_are_no_markup_in_the_chart() -> None:
    chart = Chart("bar", "a.csv", "<a href='http://evil.example'>x</a>", ("<b>1</b>",), (Series("<i>s</i>", (1.0,)),))
    shown = drawing(chart, "en")
    assert "<" not in json.dumps([shown["data"][0]["x"], shown["data"][0]["name"], shown["layout"]])
    assert shown["layout"]["xaxis"]["type"] == "category"


@pytest.mark.parametrize(
    ("x", "kind", "pointed_at"),
    [
        (("2026-01", "2026-02"), "date", "%Y-%m"),
        (("2026-01-01", "2026-02-01"), "date", "%Y-%m-%d"),
        (("2026-01-01 10:00", "2026-01-02 11:30"), "date", "%Y-%m-%d %H:%M"),
        (("2026-01-01", "later"), "category", None),
        (("2026-01-01", 3.0), "category", None),
        ((1.0, 2.0), "linear", None),
    ],
)
def test_dates_stand_on_their_axis_as_in_files_and_in_nobodys_language(
    x: tuple[str | float, ...], kind: str, pointed_at: str | None
) -> None:
    axis = drawing(Chart("line", "a.csv", "when", x, (Series("y", (1.0, 2.0)),)), "ja")["layout"]["xaxis"]
    assert (axis["type"], axis.get("hoverformat")) == (kind, pointed_at)
    assert not re.search("%[AaBbpcxX]", str(axis.get("tickformatstops")))


@pytest.mark.parametrize(
    ("axis", "names", "measure", "english", "japanese"),
    [
        ("month", ("sales", "costs"), "sum", "sum of sales, costs by month", "month 別 sales・costs の合計"),
        ("月", ("売上", "費用"), "mean", "mean of 売上, 費用 by 月", "月別 売上・費用の平均"),
        ("月", ("sales",), "", "sales by 月", "月別 sales"),
    ],
)
def test_a_title_reads_well_in_both_languages(
    axis: str, names: tuple[str, ...], measure: str, english: str, japanese: str
) -> None:
    chart = Chart("bar", "a.csv", axis, ("1",), tuple(Series(name, (1.0,)) for name in names), measure)
    titles = [drawing(chart, language)["layout"]["title"]["text"] for language in ("en", "ja")]
    assert titles == [english, japanese]
    # As plotly.js reads it: 3,000 and 1,500,000,000, on the axis and where it is pointed at.
    numbers = drawing(chart, "ja")["layout"]["yaxis"]
    assert (numbers["separatethousands"], numbers["exponentformat"], numbers["minexponent"]) == (True, "power", 15)


@pytest.mark.parametrize("aggregate", ["sum", "mean", "none"])
@pytest.mark.parametrize("kind", ["bar", "line"])
def test_figures_beyond_what_can_be_drawn_are_left_out_and_said(tmp_path: Path, kind: str, aggregate: str) -> None:
    rows = "a,1e308\nb,3\n" if aggregate == "none" else "a,1e308\na,1e308\nb,3\n"
    done = drawn(table(tmp_path, f"name,n\n{rows}"), kind, "name", ["n"], aggregate)  # type: ignore[arg-type]
    assert (done.chart.x, done.chart.series[0].values) == (("b",), (3.0,))
    assert done.left_out == ("1 of the figures, too large to be drawn",)
    assert "inf" not in chart_text(done, 1000)


@pytest.mark.parametrize(("kind", "x"), [("scatter", ("1e308", "2")), ("line", ("1e308", "2"))])
def test_an_axis_does_not_reach_beyond_what_can_be_drawn(tmp_path: Path, kind: str, x: tuple[str, str]) -> None:
    done = drawn(table(tmp_path, f"a,b\n{x[0]},1\n{x[1]},2\n"), kind, "a", ["b"], "none")  # type: ignore[arg-type]
    assert done.chart.x == ((2.0,) if kind == "scatter" else x)


def test_a_table_of_such_figures_alone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="too large"):
        drawn(table(tmp_path, "a,b\nx,1e308\n"), "bar", "", [], "none")


async def test_the_model_is_told_the_figures_that_the_person_sees(
    conversation: Conversation, server: ScriptedServer, workdir: Path
) -> None:
    (workdir / "sales.csv").write_text(SALES)
    server.play(calls(("draw_chart", {"file_path": "sales.csv", "x": "month", "y": ["sales"]})), say("Here it is."))
    (done,) = finished(await turn(conversation, "Draw a chart of sales.csv"))
    assert done.chart == Chart("bar", "sales.csv", "month", ("Jan", "Feb"), (Series("sales", (1200, 1500)),))
    assert "Jan | 1200" in server.requests[1].text and "[Left out: 2 of 4 rows" in server.requests[1].text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Draw a chart of sales.csv", "as a bar chart: `sales` and `cost` by `month`, with 3 points from 3 rows"),
        ("sales.csv をグラフにして", "`sales.csv` を棒グラフにしました：`month` ごとの `sales` と `cost`（"),
        ("sales.csv を円グラフで見せて", "`sales.csv` を円グラフにしました"),
    ],
)
def test_the_built_in_helper_draws_one_on_request(tmp_path: Path, question: str, said: str) -> None:
    talk = Talk(tmp_path)
    (talk.root / "sales.csv").write_text(SALES)
    assert said in talk.ask(question)
    assert [name for name, _ in talk.calls] == ["draw_chart"]


def test_the_helper_adds_up_rows_with_the_same_label(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    (talk.root / "sales.csv").write_text("month,region,amount,units\nMay,N,3,1\nMay,S,4,2\nJune,N,1,3\n")
    said = talk.ask("Draw a chart of sales.csv")
    assert ": `amount` and `units` by `month`, summed, with 2 points from 3 rows" in said
    assert "`month` ごとの `amount` と `units` の合計" in talk.ask("sales.csv をグラフにして")
    assert [given.get("aggregate") for _, given in talk.calls] == ["sum"]
