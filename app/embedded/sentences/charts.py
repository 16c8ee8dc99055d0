"""What is said of a chart."""

from app.embedded.sentences.saying import Saying

KINDS = {
    "bar": Saying("bar chart", "棒グラフ"),
    "line": Saying("line chart", "折れ線グラフ"),
    "pie": Saying("pie chart", "円グラフ"),
    "scatter": Saying("scatter chart", "散布図"),
}
DRAWN = Saying(
    "Here is {file} as a {kind}: {series} by {axis}{summed}, with {points} points from {rows} rows.",
    "{file} を{kind}にしました：{axis} ごとの {series}{summed}（{rows} 行から {points} 点）。",
)
SUMMED = Saying(", summed", " の合計")
AND = Saying(" and ", " と ")
LEFT_OUT = Saying(
    "Not everything is in it; the step says what was left out.", "含まれていないものは、手順の結果に示しています。"
)
NOT_DRAWN = Saying("I could not draw a chart of {file}. {why}", "{file} をグラフにできませんでした。{why}")
NO_CHART = Saying("No chart of {file} came back.", "{file} のグラフは返ってきませんでした。")
