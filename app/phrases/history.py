"""What is said about conversations that are kept, and in those that are exported."""

PHRASES: dict[str, tuple[str, str]] = {
    "history_not_kept": (
        "A part of this conversation could not be kept in the history. The conversation goes on; the log says more.",
        "この会話の一部を履歴に保存できませんでした。会話はこのまま続けられます。詳しくはログに記録されています。",
    ),
    "history_not_here": ("There is no such conversation of yours.", "そのような会話はあなたの履歴にありません。"),
    "earlier_more": ("Show earlier messages ({count} more)", "以前のメッセージを表示（あと {count} 件）"),
    "earlier_come": ("Earlier messages now stand above: {count}.", "以前のメッセージ {count} 件を上に表示しました。"),
    "earlier_all": ("This is where the conversation begins.", "ここが会話の始まりです。"),
    "earlier_failed": (
        "The earlier messages could not be loaded. Try again in a moment.",
        "以前のメッセージを読み込めませんでした。少し待ってからもう一度お試しください。",
    ),
    "export_unnamed": ("Conversation", "会話"),
    "export_about": ("Begun {begun} · exported {exported}", "開始 {begun} · 書き出し {exported}"),
    "export_times": (
        "Times are those of the app's machine ({zone}).",
        "時刻はアプリが動いているコンピューターの時刻です（{zone}）。",
    ),
    "export_you": ("You", "あなた"),
    "export_failed": ("failed", "失敗"),
    "export_unfinished": ("not finished", "未完了"),
    "export_arguments": ("Arguments", "引数"),
    "export_file": ("File: {name} (not part of this export)", "ファイル：{name}（この書き出しには含まれません）"),
    "export_good": ("Marked as good", "高く評価"),
    "export_bad": ("Marked as bad", "低く評価"),
}
