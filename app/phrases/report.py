"""What the report of the record says."""

PHRASES: dict[str, tuple[str, str]] = {
    "report_about": (
        "Sum up the record of all turns: tools, failures, tokens, approvals.",
        "これまでの質問の記録を集計します（ツール、失敗、トークン、確認）。",
    ),
    "report_help_days": (
        "only the last N days, today's among them",
        "今日を含む最近 N 日分だけを集計します",
    ),
    "report_help_who": (
        "only what NAME asked (without a login: you)",
        "NAME の質問だけを集計します（ログインなしの場合は you）",
    ),
    "report_help_json": ("print one JSON object", "1 つの JSON で出力します"),
    "report_help_language": ("the language of what is printed", "表示の言語"),
    "report_bad_days": ("a number of days from 1 on", "1 以上の日数を指定してください"),
    # what was looked at
    "report_looked": ("Looked at, in {folder}: {files}.", "集計した記録（{folder}）：{files}。"),
    "report_first_to_last": ("{first} to {last} ({number} files)", "{first} から {last} まで（{number} ファイル）"),
    "report_nothing": ("Nothing is recorded there.", "そこには何も記録されていません。"),
    "report_nothing_of": (
        "Nothing is recorded of this person, but there is of: {others}.",
        "この人の記録はありません。記録があるのは：{others}。",
    ),
    "report_off": (
        "RECORD is off, so nothing is added to the record.",
        "RECORD が無効なため、新しい記録は追加されません。",
    ),
    # the tables
    "report_turns": ("Turns", "質問"),
    "report_of_turns": ("turns", "質問"),
    "report_number": ("number", "件数"),
    "report_answered": ("answered", "回答した"),
    "report_round_limit": ("ended at the limit of requests", "リクエスト数の上限で終了"),
    "report_token_limit": ("ended at the limit of tokens", "トークン数の上限で終了"),
    "report_loop": ("went round in circles", "同じ操作の繰り返しで終了"),
    "report_stopped": ("stopped", "停止された"),
    "report_overflow": ("did not fit into the model's window", "モデルのウィンドウに収まらなかった"),
    "report_model_error": ("the model could not be asked", "モデルに聞けなかった"),
    "report_broken_off": ("broken off", "途中で切れた"),
    "report_undo": ("undone by a button, without the model", "ボタンで元に戻した（モデルなし）"),
    "report_open": ("no end recorded: running, or the app was ended", "終わりの記録なし（実行中か、アプリが終了）"),
    "report_days": ("Tokens by day", "日ごとのトークン"),
    "report_people": ("Tokens by person", "人ごとのトークン"),
    "report_requests": ("requests", "リクエスト"),
    "report_in": ("tokens in", "入力"),
    "report_cached_in": ("from cache", "キャッシュ"),
    "report_out": ("out", "出力"),
    "report_cost": ("cost", "費用"),
    "report_calls": ("Calls by tool", "ツールごとの呼び出し"),
    "report_called": ("calls", "回数"),
    "report_failed": ("failed", "失敗"),
    "report_remembered": ("from memory", "記憶から"),
    "report_seconds": ("seconds", "秒"),
    "report_slowest_call": ("slowest", "最長"),
    "report_failures": ("Failures by code", "コードごとの失敗"),
    "report_slowest": ("Slowest calls", "時間のかかった呼び出し"),
    "report_when": ("when", "日時"),
    "report_approvals": ("Approvals", "変更の確認"),
    "report_asked": ("asked", "確認した"),
    "report_allowed": ("allowed", "許可された"),
    "report_denied": ("denied, or not answered in time", "許可されなかった、または時間切れ"),
    "report_unanswered": ("no answer recorded", "返事の記録なし"),
    "report_read": ("Files read most", "よく読まれたファイル"),
    # what has to be known beside them
    "report_estimated": (
        "Servers did not report every number of tokens: some of {rounds} rounds are estimates.",
        "サーバーがトークン数の一部を報告しなかったため、{rounds} 回分に推定値を含みます。",
    ),
    "report_priced": (
        "A price was known for {priced} of {rounds} rounds; the others are not in the cost.",
        "価格が分かっているのは {rounds} 回中 {priced} 回です。ほかは費用に含みません。",
    ),
    "report_older": (
        "Not looked at: {number} older files, from {first} on.",
        "集計していないもの：{first} 以降の古い {number} ファイル。",
    ),
    "report_dropped": (
        "No longer there: {files}. Older lines are dropped after {days} days or beyond {megabytes} MB.",
        "すでに削除されたもの：{files}。記録は {days} 日を過ぎるか {megabytes} MB を超えると古い順に削除されます。",
    ),
    "report_kept": (
        "Nothing was dropped in this time. Lines are kept for {days} days, up to {megabytes} MB.",
        "この期間に削除された記録はありません。記録は {days} 日間、{megabytes} MB まで残ります。",
    ),
    "report_lost": (
        "Lines that could not be written, because of the disk: {lines}.",
        "ディスクの問題で書き込めなかった行数：{lines}。",
    ),
    "report_unreadable": ("Could not be read: {files}.", "読めなかったもの：{files}。"),
    "report_bad": (
        "Lines that are damaged or of an unknown kind, and left out: {number} ({places}).",
        "壊れているか不明な種類のため除いた行数：{number}（{places}）。",
    ),
    "report_and_more": ("and {number} more", "ほか {number} 件"),
}
