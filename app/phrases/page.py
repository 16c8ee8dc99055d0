"""What the page and the terminal say of their own."""

PHRASES: dict[str, tuple[str, str]] = {
    # steps
    "step_more": (
        "… {chars} more characters are not shown here.",
        "… 残り {chars} 文字はここには表示していません。",
    ),
    # the terminal
    "terminal_hello": (
        "Folio: ask about the folder {folder}. Ctrl-C stops an answer, Ctrl-D leaves. What you type during an answer"
        " is asked next; with + before it, it is added to the question.",
        "Folio: {folder} フォルダについて質問してください。"
        "Ctrl-C で回答を停止、Ctrl-D で終了します。回答中に入力した行は"
        "次に質問します。先頭に + を付けると、今の質問に追加します。",
    ),
    "terminal_waits": ("(waiting: this is asked next)", "（待機中：次に質問します）"),
    "terminal_adding": (
        "(waiting: this is added to the question before the next request)",
        "（待機中：次のリクエストの前に、今の質問に追加します）",
    ),
    "terminal_held": (
        "What waited is at the prompt again: Enter sends it, Ctrl-U clears it.",
        "待機中だった質問をプロンプトに戻しました。Enter で送信、Ctrl-U で消去できます。",
    ),
    "no_question": ("there is no question on standard input", "標準入力に質問がありません"),
    "empty_question": ("the question is empty", "質問が空です"),
    "help_about": ("Chat with the work folder.", "作業フォルダと対話します。"),
    "help_options": ("arguments", "引数"),
    "help_question": (
        "one question; without it, one a line from standard input",
        "質問を 1 つ。省略すると、標準入力から 1 行に 1 つずつ読みます",
    ),
    "help_help": ("show this and exit", "この説明を表示して終了します"),
    "help_json": ("print one JSON object an event, one a line", "イベントごとに JSON を 1 行ずつ出力します"),
    "help_yes": (
        "allow everything that would be asked about",
        "本来は確認することを、すべて確認なしで許可します",
    ),
    # ways to go on, and the list of what is being done
    "offers_group": ("Ways to go on", "続け方"),
    "tasks_status": ("{done} of {total} parts", "{total} 部分中 {done} 部分"),
    "tasks_part": ("{title}, part {first} of {total}", "{title}（{total} 部分中 {first} 番目）"),
    "tasks_parts": (
        "{title}, parts {first} to {last} of {total}",
        "{title}（{total} 部分中 {first}〜{last} 番目）",
    ),
    "tasks_answer": ("Answer from the notes", "メモから回答する"),
    "tasks_done": ("Done", "完了"),
    "tasks_ended": ("Ended early", "途中で終了"),
    # a page that outlived its conversation
    "turn_broken_off": (
        "The app was ended before this answer was finished. What was read and changed until then is kept: say “go on”,"
        " or ask again.",
        "この回答の途中でアプリが終了しました。それまでに読んだ内容と行った変更は残っています。"
        "「続けて」と言うか、もう一度質問してください。",
    ),
    "row_just_made": ("{row} · just before the app was ended", "{row} · アプリ終了の直前"),
    "row_broken_off": ("■ {row} · broken off", "■ {row} · 中断"),
    "conversation_lost": (
        "The app was restarted, or the connection was lost for long. This is a new conversation: what stands above"
        " can still be read, but is not known any more. Files that were changed stay changed.",
        "アプリが再起動されたか、接続が長く切れていました。"
        "ここからは新しい会話です。上の内容は読めますが、以後の回答には"
        "引き継がれません。ファイルへの変更はそのまま残っています。",
    ),
    # the page's questions
    "question_group": ("Allow {title}?", "{title} を許可しますか？"),
    "question_waiting": ("{title} waits for your answer.", "{title} があなたの回答を待っています。"),
    "question_allow": ("Allow", "許可"),
    "question_deny": ("Deny", "拒否"),
    "question_always": ("Allow for this conversation", "この会話では常に許可"),
    "question_covers": (
        "{tool} is then not asked about again in this conversation, unless it would replace a file that was never"
        " read, or a document may have asked for it.",
        "この会話では {tool} について以後確認しません。ただし、一度も読まれていないファイルを置き換える場合と、"
        "文書の中の指示による可能性がある場合は確認します。",
    ),
    "question_reason": ("Reason (optional)", "理由（任意）"),
    "question_failed": (
        "Your answer did not get through. Try again.",
        "回答を送信できませんでした。もう一度お試しください。",
    ),
    "question_broken_off": ("Not answered before the app was ended", "回答の前にアプリが終了しました"),
    "question_gone": ("This question is no longer open.", "この質問はすでに終了しています。"),
    "said_allowed": ("Allowed", "許可しました"),
    "said_always": ("Allowed for this conversation", "この会話では常に許可します"),
    "said_denied": ("Not allowed", "許可しませんでした"),
    "said_denied_because": ("Not allowed: {reason}", "許可しませんでした：{reason}"),
    # what a step has read or drawn
    "table_whole": ("{name}: {total} rows", "{name}：{total} 行"),
    "table_one": ("{name}: 1 row", "{name}：1 行"),
    "table_part": ("{name}: rows {first}–{last} of {total}", "{name}：{total} 行中 {first}〜{last} 行"),
    "table_of_more": (
        "{name}: rows {first}–{last} of more than {total}",
        "{name}：{total} 行以上のうち {first}〜{last} 行",
    ),
    "table_columns": ("({number} more columns are not shown)", "（ほか {number} 列は表示していません）"),
    "pdf_page": ("{path}, page {number}", "{path}、{number} ページ"),
    "chart_title": ("{what} by {axis}", "{axis}別 {what}"),
    "chart_names_joint": (", ", "・"),
    "chart_sum": ("sum of {names}", "{names}の合計"),
    "chart_mean": ("mean of {names}", "{names}の平均"),
    "chart_count": ("count of {names}", "{names}の件数"),
    "chart_min": ("least {names}", "{names}の最小値"),
    "chart_max": ("greatest {names}", "{names}の最大値"),
    # uploads
    "upload_read_only": (
        "Not uploaded: this chat is read-only, or not connected.",
        "アップロードできません：このチャットは読み取り専用か、接続されていません。",
    ),
    "upload_too_large": (
        "Not uploaded: larger than {most} MB, the most that one file may have (UPLOAD_MAX_MB).",
        "アップロードできません：1 ファイルの上限 {most} MB を超えています（UPLOAD_MAX_MB）。",
    ),
    "upload_too_many": (
        "Not uploaded: more than {most} files at once (UPLOAD_MAX_FILES).",
        "アップロードできません：一度にアップロードできるのは {most} ファイルまでです（UPLOAD_MAX_FILES）。",
    ),
    "upload_broken": (
        "Not uploaded: the connection broke off. Nothing was kept.",
        "アップロードできません：接続が切れました。途中までのデータは残していません。",
    ),
    "upload_slow": (
        "Not uploaded: too little came for a minute. Nothing was kept.",
        "アップロードできません：1 分間にほとんどデータが届きませんでした。途中までのデータは残していません。",
    ),
    "upload_busy": (
        "Not uploaded: your other uploads are still on their way. Try again when they have arrived.",
        "アップロードできません：ほかのアップロードがまだ続いています。それが終わってから、もう一度お試しください。",
    ),
    "upload_refused": ("Not uploaded: {why}.", "アップロードできません：{why}。"),
    "upload_undo_refused": ("Not removed: {why}.", "取り消せませんでした：{why}。"),
    "upload_undo_gone": (
        "This can no longer be removed from here. In the conversation, “undo” takes it back.",
        "ここからはもう取り消せません。会話で「元に戻して」と入力すると元に戻せます。",
    ),
    "undo_button": ("Undo", "元に戻す"),
    "undo_named": ("Undo {title}", "{title} を元に戻す"),
    "undone": ("Undone", "元に戻しました"),
    "undo_refused": (
        "Not undone: {why}. The newest step says more.",
        "元に戻せませんでした：{why}。詳しくは最新のステップをご覧ください。",
    ),
    "undo_busy": (
        "Not undone yet: an answer is being worked on. Press Undo when it is done.",
        "まだ元に戻していません：回答の作成中です。終わってからもう一度押してください。",
    ),
    "undo_failed": ("Undo did not get through. Try again.", "送信できませんでした。もう一度お試しください。"),
    "undo_gone": ("This can no longer be undone from here.", "ここからはもう元に戻せません。"),
}
