"""The pictures of a comparison, its report as one page, and `/compare` in the chat."""

PHRASES: dict[str, tuple[str, str]] = {
    "picture_not_run": ("could not run", "実行できず"),
    "picture_no_answer": ("{condition} (no answer)", "{condition}（回答なし）"),
    "picture_tokens": ("Tokens", "トークン数"),
    "picture_estimated": ("{title} (in part estimated)", "{title}（推定値を含む）"),
    "picture_input": ("in", "入力"),
    "picture_output": ("out", "出力"),
    "picture_seconds": ("Seconds", "秒数"),
    "picture_spread": (
        "Median of {runs} runs; lines: least to most.",
        "{runs} 回の中央値。線は最小～最大。",
    ),
    "picture_rounds": ("Agent: input tokens per round", "エージェント：ラウンドごとの入力"),
    "picture_first_run": ("The first of {runs} runs.", "{runs} 回のうち最初の実行。"),
    "picture_sum": ("Sum so far", "累計"),
    "picture_round": ("Round", "ラウンド"),
    "picture_shares": (
        "Fixed: instructions, tools. Shares are estimated.",
        "固定分は指示とツール。3 つの内訳は推定です。",
    ),
    "picture_shares_estimated": (
        "Fixed: instructions, tools. Estimated: shares, some sums.",
        "固定分は指示とツール。内訳と、一部の合計は推定です。",
    ),
    "picture_model": ("Model: {model}", "モデル：{model}"),
    "picture_helper": ("built-in helper (rules, no AI model)", "内蔵ヘルパー（規則、AI モデルではない）"),
    # the report
    "report_title": ("The same question three ways", "同じ質問を 3 通りに"),
    "report_temperature": ("temperature {temperature:g}", "温度 {temperature:g}"),
    "report_expected": ("A right answer has this in it: {text}", "正解に含まれるはずの文字列：{text}"),
    "report_figures": ("Figures", "数値"),
    "report_pictures": ("Pictures", "図"),
    "report_answers": ("Answers", "回答"),
    "report_rounds": ("The agent's rounds", "エージェントのラウンド"),
    "report_what_if": ("The same turn with less", "機能を減らした場合"),
    "report_run": ("{condition}, run {number}", "{condition}、{number} 回目"),
    "report_empty": ("(no text)", "（文章なし）"),
    "report_files": ("Files: {names}", "ファイル：{names}"),
    "picture_ending": (
        "{name}: a picture is written as .svg or .png, by the ending of its file's name.",
        "{name}：画像は、ファイル名の末尾に応じて .svg か .png で書き出します。",
    ),
    # in the chat
    "command_compare": ("Compare three ways of asking", "質問を 3 通りで試して比べる"),
    "wants_question": (
        "Which question should be asked three ways? For example: `/{command} What is {example} about?`",
        "どの質問を 3 通りで試しますか？ 例：`/{command} {example} には何が書かれていますか？`",
    ),
    "compare_no_files": (
        "The files to keep (HTML, SVG, PNG) could not be made. The log says more.",
        "保存用のファイル（HTML、SVG、PNG）を作成できませんでした。詳しくはログをご覧ください。",
    ),
}
