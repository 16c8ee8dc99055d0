"""What is said of a turn: its end, an overflow, the line of figures."""

PHRASES: dict[str, tuple[str, str]] = {
    # the end of a turn
    "stopped": ("Stopped.", "停止しました。"),
    "round_limit": (
        "I reached the limit of requests for one question ({rounds}). Say “go on” to continue from here.",
        "1つの質問あたりの上限（{rounds}回のリクエスト）に達しました。「続けて」と言うと、ここから続けます。",
    ),
    "token_limit": (
        "I reached the limit of tokens for one question ({tokens}). Say “go on” to continue from here, or raise"
        " MAX_TURN_TOKENS.",
        "1つの質問あたりのトークンの上限（{tokens}）に達しました。「続けて」と言うと、ここから続けます"
        "（上限は MAX_TURN_TOKENS で変えられます）。",
    ),
    "loop": (
        "I stopped because the same step gave the same result {times} times in a row. Say what I should try instead,"
        " or name the file or folder that you mean.",
        "同じ操作が{times}回続けて同じ結果になったため、止めました。別のやり方や、対象のファイルやフォルダを教えてください。",
    ),
    "repeating": (
        "The same step gave the same result {times} times in a row; the model was told so.",
        "同じ操作が{times}回続けて同じ結果になりました。モデルにもそう伝えました。",
    ),
    "empty_reply": (
        "The model's reply was empty. It is asked once more.",
        "モデルの返答が空でした。もう一度だけ問い合わせます。",
    ),
    "calls_cut": (
        "The model's call to {tool} arrived incomplete twice, so it was not run."
        " Ask for a shorter text, or for the work in smaller parts.",
        "モデルからの {tool} の呼び出しが2回続けて途中で切れたため、実行していません。"
        "短い文章にするか、小さく分けて頼んでください。",
    ),
    "inner_failure": (
        "Something went wrong inside the app ({kind}); the log has the details. Please ask again.",
        "アプリの内部で問題が起きました（{kind}）。詳細はログにあります。もう一度お試しください。",
    ),
    # a tool call that was not run or not finished
    "call_stopped": ("stopped", "停止"),
    # context overflow
    "overflow": (
        "That did not fit into the model's context window.",
        "モデルのコンテキストウィンドウに収まりませんでした。",
    ),
    "overflow_file": (
        "The largest part was `{path}`: the file has {size} bytes, of which {chars} characters were read.",
        "最も大きかったのは `{path}` です。ファイルは {size} バイトで、そのうち {chars} 文字を読みました。",
    ),
    "overflow_folder": (
        "The largest part was the list of the folder `{path}`: {chars} characters.",
        "最も大きかったのは `{path}` フォルダの一覧（{chars} 文字）です。",
    ),
    "overflow_next_folder": (
        "Ask for a smaller folder, or for the first names only.",
        "より小さなフォルダ、または最初の数件だけを聞いてください。",
    ),
    "overflow_question": (
        "The question itself has {chars} characters.",
        "質問そのものが {chars} 文字あります。",
    ),
    "overflow_history": (
        "The conversation so far has become too long.",
        "これまでの会話が長くなりすぎました。",
    ),
    "overflow_next_file": (
        "Read it in parts, for example “read lines {first} to {last} of {path}”, or ask about one section of it.",
        "「{path} の{first}行目から{last}行目を読んで」のように分けて読むか、1つの節について質問してください。",
    ),
    "overflow_next": (
        "Ask about a smaller part, or start a new chat.",
        "より小さな部分について質問するか、新しいチャットを始めてください。",
    ),
    "overflow_goes_on": (
        "The conversation goes on: what was read so far is no longer shown to the model, which can read it again.",
        "会話は続けられます。これまでに読んだ内容は以後モデルに見せませんが、必要なら読み直せます。",
    ),
    # the line under an answer
    "usage": (
        "{rounds} · {calls} · {input} tokens in · {output} out · {seconds} s",
        "{rounds} · {calls} · 入力 {input} トークン · 出力 {output} トークン · {seconds} 秒",
    ),
    "rounds": ("{number} rounds", "リクエスト {number} 回"),
    "rounds_one": ("{number} round", "リクエスト {number} 回"),
    "calls": ("{number} tool calls", "ツール {number} 回"),
    "calls_one": ("{number} tool call", "ツール {number} 回"),
    "prompt_cached": ("{number} of the input from the server's cache", "入力のうち {number} はサーバーのキャッシュ"),
    "reasoning_tokens": ("{number} of the output for thinking", "出力のうち {number} は思考"),
    "thinking": ("Thinking", "考えています"),
    "thought": ("Thought · {time}", "思考 · {time}"),
    "estimated": ("tokens estimated", "トークンは推定"),
}
