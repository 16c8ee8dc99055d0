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
        "同じ操作が{times}回続けて同じ結果になったため、"
        "止めました。別のやり方や、対象のファイルやフォルダを教えてください。",
    ),
    "repeating": (
        "The same step gave the same result {times} times in a row; the model was told so.",
        "同じ操作が{times}回続けて同じ結果になりました。モデルにもそう伝えました。",
    ),
    "empty_reply": (
        "The model's reply was empty. It is asked once more.",
        "モデルの返答が空でした。もう一度だけ問い合わせます。",
    ),
    "results_left_out": (
        "The conversation has outgrown the model's window ({window} tokens): it is no longer shown {number} of the"
        " older results. It can look them up again.",
        "会話がモデルのウィンドウ（{window} トークン）に収まらなくなったため、"
        "古い結果 {number} 件をモデルに見せるのをやめました。"
        "必要なら調べ直せます。",
    ),
    "turns_left_out": (
        "The conversation has outgrown the model's window ({window} tokens): it is no longer shown the oldest"
        " {number} questions and answers.",
        "会話がモデルのウィンドウ（{window} トークン）に収まらなくなったため、最も古い質問と回答 {number} 組をモデルに"
        "見せるのをやめました。",
    ),
    "results_cut": (
        "{number} of the newest results did not fit into the model's window ({window} tokens) as a whole: the model is"
        " shown the beginning, and told so.",
        "新しい結果のうち {number} 件はモデルのウィンドウ（{window} トークン）に収まらないため、"
        "はじめの部分だけを見せ、"
        "モデルにもそう伝えました。",
    ),
    "truncated": (
        "The model server took in about {taken} of some {sent} tokens and dropped the rest without saying so, so the"
        " answer may rest on a part. From now on less is sent. A larger window helps: for Ollama, start it with"
        " OLLAMA_CONTEXT_LENGTH=32768; then set CONTEXT_WINDOW in `.env`.",
        "モデルサーバーは約 {sent} トークンのうち {taken} トークンほどしか読まず、"
        "残りを断りなく捨てました。回答は一部だけに"
        "基づいている可能性があります。これからは送る量を減らします。ウィンドウを大きくすると改善します：Ollama なら"
        " OLLAMA_CONTEXT_LENGTH=32768 を付けて起動し、`.env` の CONTEXT_WINDOW も設定してください。",
    ),
    "window_learnt": (
        "The model's window is {tokens} tokens. For the rest of this conversation, what is sent is kept within it.",
        "モデルのウィンドウは {tokens} トークンです。この会話では、これからその範囲に収めて送ります。",
    ),
    "window_guessed": (
        "The request did not fit into the model's window. For the rest of this conversation, at most about {tokens}"
        " tokens are sent.",
        "リクエストがモデルのウィンドウに収まりませんでした。この会話では、"
        "これから約 {tokens} トークン以内に収めて送ります。",
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
    # ways to go on after an overflow: what a button says, and what the person would write for it
    "offer_parts": ("Read it in parts", "分割して読む"),
    "offer_parts_message": ("Read {name} in parts", "{name} を分割して読んで"),
    "offer_parts_from": ("Go on from part {part}", "{part}番目の部分から続ける"),
    "offer_parts_from_message": (
        "Read {name} in parts from part {part}",
        "{name} を{part}番目の部分から分割して読んで",
    ),
    "offer_without": ("Drop this result and go on", "この結果を外して続ける"),
    "offer_without_message": ("Go on without {name}", "{name} なしで続けて"),
    "offer_typed": ("To go on, you can write:", "続けるには、次のように入力できます："),
    "without_noted": (
        "{path} did not fit and is left out from now on. I shall not read all of it again.",
        "{path} は収まらなかったため、以後は外します。全体を読み直すことはしません。",
    ),
    # reading in parts
    "parts_question": (
        "What does this document say? Tell its main points.",
        "この文書には何が書かれていますか。要点を教えてください。",
    ),
    "parts_plan": (
        "{path} is read in parts: {parts} to go, about {tokens} tokens in all. You can stop at any part and keep what"
        " is known by then.",
        "{path} を分割して読みます（残り {parts} 個、合計約 {tokens} トークン）。途中で停止しても、"
        "それまでに分かったことは残ります。",
    ),
    "parts_plan_limit": (
        " One question may take {limit} tokens (MAX_TURN_TOKENS), so it will pause on the way.",
        "1つの質問に使えるのは {limit} トークンまで（MAX_TURN_TOKENS）なので、途中で一度区切ります。",
    ),
    "parts_title": ("read {path}, part {part} of {total}", "{path} を読む（{total} 個中 {part} 番目）"),
    "parts_progress": ("read {path}", "{path} を読む"),
    "parts_merging": (
        "The notes are longer than the model's context window. They are put together step by step.",
        "メモがモデルのコンテキストウィンドウより長いため、段階的にまとめます。",
    ),
    "parts_halved": (
        "That part did not fit into the model's context window. From here on the parts are half as large.",
        "この部分はモデルのコンテキストウィンドウに収まりませんでした。ここからは半分の大きさで読みます。",
    ),
    "parts_part": ("Part {part}", "{part}番目の部分"),
    "parts_read": (
        "Read in parts: {path}, {read} of {total} parts.",
        "分割して読んだ範囲：{path}、全 {total} 個中 {read} 個。",
    ),
    "parts_read_from": (
        "Read in parts: {path}, {read} of {total} parts, from part {first} on.",
        "分割して読んだ範囲：{path}、全 {total} 個中 {read} 個（{first} 番目から）。",
    ),
    "parts_missing": (
        "Not or not wholly read: part {parts}. {why}",
        "読めなかった、または一部しか読めなかった部分：{parts} 番目。{why}",
    ),
    "parts_token_limit": (
        "I paused here because one question may take {limit} tokens (MAX_TURN_TOKENS). The rest can be read next.",
        "1つの質問に使えるトークンの上限（{limit}、MAX_TURN_TOKENS）に達したため、ここで区切りました。"
        "残りは続けて読めます。",
    ),
    "parts_empty": ("{path} has no text.", "{path} にはテキストがありません。"),
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
