"""What is said of a turn: its end, an overflow, the line of figures."""

PHRASES: dict[str, tuple[str, str]] = {
    # a conversation that was kept
    "partly_forgotten": (
        "A part of what this conversation knew could not be read back. What is shown above is complete, but ask again"
        " for what the answer should rest on.",
        "この会話で分かっていたことの一部を読み戻せませんでした。上の表示はそのままですが、回答の根拠にしたい内容は、"
        "もう一度尋ねてください。",
    ),
    # the end of a turn
    "stopped": ("Stopped.", "停止しました。"),
    "round_limit": (
        "I reached the limit of requests for one question ({rounds}) and made one more, for this answer. Say “go on”"
        " to continue from here, or raise the limit: “Requests for one question, at most” in Settings (MAX_ROUNDS).",
        "1つの質問あたりの上限（{rounds}回のリクエスト）に達したため、最後に1回、回答のためのリクエストをしました。"
        "「続けて」と言うと、ここから続けます"
        "（上限は、設定の「1つの質問あたりのリクエスト数の上限」（MAX_ROUNDS）で変えられます）。",
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
    "outgrown": (
        "The conversation has outgrown the model's window ({window} tokens).",
        "会話がモデルのウィンドウ（{window} トークン）に収まらなくなりました。",
    ),
    "results_left_out": (
        " Older results that the model is no longer shown, but can look up again: {number}.",
        "古い結果 {number} 件はモデルに見せませんが、必要なら調べ直せます。",
    ),
    "turns_left_out": (
        " Oldest questions, with their answers, that the model is no longer shown: {number}.",
        "最も古い質問と回答 {number} 組はモデルに見せません。",
    ),
    "results_cut": (
        " Newest results of which the model is shown the beginning, and told so: {number}.",
        "新しい結果のうち {number} 件ははじめの部分だけを見せ、モデルにもそう伝えました。",
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
        "The model's window is {tokens} tokens. For the rest of this conversation, what is sent is kept within it:"
        " the oldest is left out first.",
        "モデルのウィンドウは {tokens} トークンです。この会話では、これからその範囲に収めて送ります"
        "（古いものから外します）。",
    ),
    "window_guessed": (
        "The request did not fit into the model's window. For the rest of this conversation, at most about {tokens}"
        " tokens are sent: the oldest is left out first.",
        "リクエストがモデルのウィンドウに収まりませんでした。この会話では、"
        "これから約 {tokens} トークン以内に収めて送ります（古いものから外します）。",
    ),
    "answer_lowered": (
        "MAX_ANSWER_TOKENS ({wanted}) is more than fits beside a request into the model's window ({window} tokens):"
        " from now on less is asked for, at present {tokens} tokens.",
        "MAX_ANSWER_TOKENS（{wanted}）は、リクエストと合わせるとモデルのウィンドウ（{window} トークン）に"
        "収まりません。これからは少なめに指定します（今回は {tokens} トークン）。",
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
        "送る内容がモデルのコンテキストウィンドウに収まりませんでした。",
    ),
    "overflow_file": (
        "The largest part was `{path}` ({size} kB): about {tokens} tokens of it were read.",
        "最も大きかったのは `{path}`（{size} kB）で、そのうち約 {tokens} トークンを読みました。",
    ),
    "overflow_folder": (
        "The largest part was the list of the folder `{path}`: about {tokens} tokens.",
        "最も大きかったのは `{path}` フォルダの一覧（約 {tokens} トークン）です。",
    ),
    "overflow_whole_folder": (
        "The largest part was the list of the whole folder: about {tokens} tokens.",
        "最も大きかったのはフォルダ全体の一覧（約 {tokens} トークン）です。",
    ),
    "overflow_next_folder": (
        "Ask about a smaller folder, or for its first names only.",
        "もっと小さなフォルダを指定するか、最初の何件かだけを尋ねてください。",
    ),
    "overflow_question": (
        "The question itself has about {tokens} tokens.",
        "質問だけで約 {tokens} トークンあります。",
    ),
    "overflow_history": (
        "The conversation so far has become too long.",
        "これまでの会話が長くなりすぎました。",
    ),
    "overflow_calls": (
        "The model's own calls in this turn take about {tokens} tokens.",
        "この質問でモデル自身が行った呼び出しが約 {tokens} トークンあります。",
    ),
    "overflow_next_calls": (
        "Ask for less at once: for fewer files, or for a shorter text.",
        "一度に頼む量を減らしてください（ファイルの数を絞る、文章を短くするなど）。",
    ),
    "overflow_fixed": (
        "The model's window{window} is too small: the instructions and the tools alone take about {fixed} tokens of"
        " it, so that there is no room for a question.",
        "モデルのウィンドウ{window}が小さすぎます。指示とツールだけで約 {fixed} トークンを使うため、"
        "質問を入れる余地がありません。",
    ),
    "overflow_window": (" ({window} tokens)", "（{window} トークン）"),
    "overflow_next_fixed": (
        "Give the model server a larger window, of 8,192 tokens or more (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx;"
        " llama.cpp: --ctx-size), or use another model. Then start a new chat.",
        "モデルサーバーのウィンドウを 8,192 トークン以上に広げるか（Ollama は OLLAMA_CONTEXT_LENGTH または num_ctx、"
        "llama.cpp は --ctx-size）、別のモデルを使ってください。そのあと、新しいチャットを始めてください。",
    ),
    "overflow_next_file": (
        "It can be read in parts, so that nothing of it is left out.",
        "分割して読めば、全体を扱えます。",
    ),
    "overflow_next": (
        "Ask about a smaller part, or start a new chat.",
        "範囲を絞って質問するか、新しいチャットを始めてください。",
    ),
    "overflow_goes_on": (
        "The conversation goes on. What was read so far is no longer shown to the model, but it can be read again.",
        "会話はこのまま続けられます。これまでに読んだ内容はモデルに見せなくなりますが、必要なら読み直せます。",
    ),
    # ways to go on after an overflow: what a button says, and what the person would write for it
    "offer_parts": ("Read it in parts", "分割して読む"),
    "offer_parts_message": ("Read {name} in parts", "{name} を分割して読んで"),
    "offer_parts_beginning": ("Read from the beginning", "先頭から読む"),
    "offer_parts_end": ("Read the end", "末尾を読む"),
    "offer_parts_from": ("Go on from part {part}", "{part}番目の部分から続ける"),
    "offer_parts_from_message": (
        "Read {name} in parts from part {part}",
        "{name} を{part}番目の部分から分割して読んで",
    ),
    "offer_without": ("Drop this result and go on", "この結果を外して続ける"),
    "offer_without_message": ("Go on without {name}", "{name} なしで続けて"),
    "offer_go_on": ("Go on", "続ける"),
    "offer_go_on_message": ("Go on", "続けて"),
    "offer_typed": ("To go on, you can write:", "続けるには、次のように入力できます："),
    "without_noted": (
        "{path} did not fit and is left out from now on. I shall not read all of it again.",
        "{path} は収まらなかったため、以後は外します。全体を読み直すことはしません。",
    ),
    "without_helper": (
        "{path} is left out. Ask about a part of it, such as its first lines, or about another file.",
        "{path} は外しました。最初の数行など一部について、または別のファイルについて質問してください。",
    ),
    # reading in parts
    "parts_question": (
        "What does this document say? Give its main points.",
        "この文書には何が書かれていますか。要点を教えてください。",
    ),
    "parts_plan": (
        "{path} is read in parts: {parts}, about {tokens} tokens. You can stop at any time and keep what is known by"
        " then.",
        "{path} を分割して読みます（{parts}、約 {tokens} トークン）。"
        "途中で停止しても、それまでに分かったことは残ります。",
    ),
    "parts_in_all": ("{parts} in all", "全 {parts} 部分"),
    "parts_to_go": ("{parts} to go", "残り {parts} 部分"),
    "parts_plan_limit": (
        " One question may take {limit} tokens (MAX_TURN_TOKENS), so the reading pauses there.",
        "1つの質問に使えるのは {limit} トークンまで（MAX_TURN_TOKENS）のため、途中で区切ります。",
    ),
    "parts_title": ("read {path}, part {part} of {total}", "{path} を読む（{total} 部分中 {part} 番目）"),
    "parts_progress": ("read {path}", "{path} を読む"),
    "parts_merging": (
        "The notes are too long for the model's context window, so they are merged step by step.",
        "メモがモデルのコンテキストウィンドウより長いため、段階的にまとめます。",
    ),
    "parts_halved": (
        "That part did not fit into the model's context window. From here on the parts are half as large.",
        "この部分はモデルのコンテキストウィンドウに収まりませんでした。ここからは半分の大きさで読みます。",
    ),
    "parts_note_long": (
        "The notes on that part reached the model's length limit. It is read again in two halves.",
        "この部分のメモがモデルの長さの上限に達したため、半分ずつ読み直します。",
    ),
    "parts_note_cut": (
        "The notes on it reached the model's length limit (MAX_ANSWER_TOKENS, or the server's own).",
        "メモがモデルの長さの上限（MAX_ANSWER_TOKENS、またはサーバー側の設定）に達したためです。",
    ),
    "parts_answer_cut": (
        "The answer ends here because it reached the model's length limit. Ask about a single point to learn more.",
        "回答がモデルの長さの上限に達したため、ここで終わっています。続きが必要なら、知りたい点を絞って質問してください。",
    ),
    "parts_shortened": (
        "There were so many notes that some were shortened when they were put together.",
        "メモが多かったため、まとめる際に一部を短くしました。",
    ),
    "parts_part": ("Part {part}", "{part}番目の部分"),
    "parts_read": (
        "Read in parts: {path}, {read} of {total} parts.",
        "分割して読んだ範囲：{path}（全 {total} 部分のうち {read} 部分）。",
    ),
    "parts_read_from": (
        "Read in parts: {path}, {read} of {total} parts, from part {first} on.",
        "分割して読んだ範囲：{path}（全 {total} 部分のうち、{first} 番目から {read} 部分）。",
    ),
    "parts_missing": (
        "Not wholly read: part {parts}. {why}",
        "一部または全部を読めなかった部分：{parts}番目。{why}",
    ),
    "parts_empty": (
        "{path} is empty: there is nothing in it to read.",
        "{path} は空のファイルです。読む内容がありません。",
    ),
    "parts_no_text": (
        "{path} has {size} bytes, but no words that could be read. A scan, for example, is a picture of words.",
        "{path} は {size} バイトありますが、読み取れる文字がありません。"
        "スキャンした文書では、文字が画像になっていることがあります。",
    ),
    "parts_refused": ("{path} cannot be read in parts: {why}.", "{path} は分割して読めません（{why}）。"),
    "parts_changed": (
        "{path} was changed while it was being read. What was read before may no longer hold.",
        "読んでいる間に {path} が変更されました。先に読んだ内容は、今のファイルと異なる可能性があります。",
    ),
    "parts_gone": (
        "{path} was deleted or renamed while it was being read. The answer rests on what it held before.",
        "読んでいる間に {path} が削除されたか、名前が変わりました。回答はそれまでの内容に基づいています。",
    ),
    "parts_unreadable": (
        "{path} could not be read any further: the disk gave an error.",
        "ディスクのエラーのため、{path} の続きを読めませんでした。",
    ),
    "parts_many": (
        "{path} is very large. To read all of it would take about {parts} requests and {tokens} tokens. One question"
        " may take {limit} tokens (MAX_TURN_TOKENS), which is about {each} of the parts.\n\nNothing was read yet."
        " Choose where to begin. If you are looking for something, name it: a search goes through the whole file at"
        " once.",
        "{path} は非常に大きなファイルです。すべて読むには、約 {parts} 回のリクエストと約 {tokens} トークンが必要です。"
        "1つの質問に使えるのは {limit} トークンまで（MAX_TURN_TOKENS）で、{each} 個ほどの部分にあたります。\n\n"
        "まだ何も読んでいません。どこから読むかを選んでください。探しているものがあれば、その言葉を伝えてください。"
        "検索ならファイル全体を一度に調べられます。",
    ),
    # the line under an answer
    "usage": (
        "{requests} · {calls} · {input} tokens in · {output} out · {seconds} s",
        "{requests} · {calls} · 入力 {input} トークン · 出力 {output} トークン · {seconds} 秒",
    ),
    "requests": ("{number} requests", "リクエスト {number} 回"),
    "requests_one": ("{number} request", "リクエスト {number} 回"),
    "calls": ("{number} tool calls", "ツール {number} 回"),
    "calls_one": ("{number} tool call", "ツール {number} 回"),
    "prompt_cached": ("{number} of the input from the server's cache", "入力のうち {number} はサーバーのキャッシュ"),
    "reasoning_tokens": ("{number} of the output for thinking", "出力のうち {number} は思考"),
    "in_seconds": ("{number} s", "{number} 秒"),
    "in_milliseconds": ("{number} ms", "{number} ミリ秒"),
    "thinking": ("Thinking", "考えています"),
    "thought": ("Thought · {time}", "思考 · {time}"),
    "estimated": ("tokens estimated", "トークンは推定"),
}
