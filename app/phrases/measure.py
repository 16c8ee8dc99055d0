"""What is said of one question under three conditions."""

PHRASES: dict[str, tuple[str, str]] = {
    # the conditions
    "measure_no_tools": ("No tools", "ツールなし"),
    "measure_agent": ("Agent", "エージェント"),
    "measure_pasted": ("Data in the prompt", "データを貼り付け"),
    # the headings of the tables
    "measure_condition": ("Condition", "条件"),
    "measure_requests": ("Requests", "回数"),
    "measure_tokens_in": ("Tokens in", "入力"),
    "measure_tokens_out": ("out", "出力"),
    "measure_seconds": ("Seconds", "秒"),
    "measure_first_token": ("First piece", "最初の応答"),
    "measure_cost": ("US$", "米ドル"),
    "measure_right": ("Right", "正解"),
    "measure_round": ("Round", "ラウンド"),
    "measure_fixed": ("fixed", "固定分"),
    "measure_resent": ("sent again", "再送"),
    "measure_added": ("new", "追加"),
    "measure_cached": ("in cache", "キャッシュ"),
    "measure_running_sum": ("sum in", "入力累計"),
    "measure_without": ("Computed, not measured", "計算値（実測ではありません）"),
    # cells
    "measure_spread": ("  least–most", "  最小–最大"),
    "measure_yes": ("yes", "はい"),
    "measure_no": ("no", "いいえ"),
    "measure_of": ("{right} of {all}", "{all} 回中 {right} 回"),
    "measure_as_it_was": ("as it was", "実際"),
    "measure_without_parallel_calls": ("without parallel calls", "並列呼び出しなし"),
    "measure_without_memory": ("without memory", "記憶なし"),
    "measure_without_stubs": ("without stubs", "省略なし"),
    # around the runs
    "measure_about": (
        "Ask the model one question three ways: without tools, as an agent, and with the text of files in the prompt."
        " Prints what each way takes.",
        "1 つの質問を 3 通り（ツールなし、エージェント、ファイルの内容をプロンプトに貼り付け）でモデルに尋ね、"
        "それぞれの消費量を表示します。",
    ),
    "measure_help_question": ("what is asked", "質問"),
    "measure_help_files": (
        "the files whose text is pasted, such as 'stock/*.txt', relative to the folder; without it those that the"
        " agent read, or all if it read none",
        "内容を貼り付けるファイル（例：'stock/*.txt'。フォルダからの相対パス）。"
        "省略時はエージェントが読んだファイル、なければすべて",
    ),
    "measure_help_expect": (
        "a text that a right answer has in it, such as a number",
        "正しい回答に含まれるはずの文字列（数など）",
    ),
    "measure_help_repeat": (
        "ask each way so many times; prints the median, the least and the most",
        "それぞれの条件で尋ねる回数。中央値と最小・最大を表示します",
    ),
    "measure_help_json": (
        "print one JSON object with all figures",
        "すべての数値を 1 つの JSON オブジェクトで出力します",
    ),
    "measure_help_csv": ("print CSV, a row for each run", "1 回の実行を 1 行とする CSV を出力します"),
    "measure_help_html": (
        "also write a report as an HTML file",
        "レポートを HTML ファイルにも書き出します",
    ),
    "measure_help_picture": (
        "also write the charts as a .svg or .png file",
        "グラフを .svg または .png ファイルにも書き出します",
    ),
    "measure_help_force": (
        "overwrite these files where they exist",
        "書き出すファイルがすでにあれば上書きします",
    ),
    "measure_help_language": ("the language of what is printed", "表示の言語"),
    "measure_repeats": ("--repeat takes a number from 1 to {most}", "--repeat には 1 から {most} までの数を指定します"),
    "measure_begins": (
        "Model: {model}. One question three ways, {runs} runs. The agent takes at most {most} requests in a run, the"
        " other ways one. A request that fails in passing is sent again. Nothing in your folder is changed.",
        "モデル：{model}。1 つの質問を 3 通りの条件で、合計 {runs} 回尋ねます。リクエストはエージェントが 1 回の実行で"
        "最大 {most} 回、ほかの条件は 1 回です。一時的に失敗したリクエストは再送します。"
        "フォルダの中身は何も変更しません。",
    ),
    "measure_repeat": (" ({repeat} of {all})", "（{all} 回中 {repeat} 回目）"),
    "measure_took": (
        "{name}{of}: {tokens_in} tokens in, {tokens_out} out, {seconds} s, requests: {requests}",
        "{name}{of}：入力 {tokens_in} トークン、出力 {tokens_out} トークン、{seconds} 秒、リクエスト {requests} 回",
    ),
    "measure_not_run": ("{name}{of}: not asked", "{name}{of}：尋ねていません"),
    "measure_is_right": (", right", "、正解"),
    "measure_is_wrong": (", wrong", "、不正解"),
    "measure_no_answer": (", no answer", "、回答なし"),
    "measure_left": (
        "Ended early: {left} of {all} runs were not made.",
        "途中で終了しました：{all} 回中 {left} 回は実行していません。",
    ),
    "measure_no_picture": (
        "{file}: a picture is written as .svg or .png",
        "{file}：画像は .svg または .png で書き出します",
    ),
    "measure_no_place": (
        "{file}: there is no such folder, or it takes no file",
        "{file}：フォルダがないか、書き込めません",
    ),
    "measure_is_there": (
        "{file} is there already; --force overwrites it",
        "{file} はすでにあります。上書きするには --force を付けてください",
    ),
    "measure_not_written": ("{file} was not written: {why}", "{file} を書き出せませんでした：{why}"),
    # why there is no answer
    "measure_no_folder": ("There is no folder {folder}.", "フォルダ {folder} がありません。"),
    "measure_no_files": (
        "No file in the folder is named {glob}. The pattern is relative to the folder, such as stock/*.txt",
        "{glob} に合うファイルがフォルダにありません。パターンはフォルダからの相対パスで書きます（例：stock/*.txt）",
    ),
    "measure_nothing_to_paste": (
        "There is no file with a text that could be pasted.",
        "貼り付けられるテキストのあるファイルがありません。",
    ),
    "measure_too_large": (
        "It does not fit: about {tokens} tokens, and the model's window takes {window}. Nothing was left out to make"
        " it fit.",
        "収まりません：約 {tokens} トークンに対し、モデルのウィンドウは {window} トークンです。"
        "一部を省いて収めることはしていません。",
    ),
    "measure_largest": (" Largest: {names}.", "大きいもの：{names}。"),
    "measure_size": ("{name} (about {tokens} tokens)", "{name}（約 {tokens} トークン）"),
    "measure_cut": (
        "The server took in {taken} of about {sent} tokens and dropped the rest without saying so: its answer rests"
        " on a part, and is not counted.",
        "サーバーは約 {sent} トークンのうち {taken} トークンしか読まず、残りを断りなく捨てました。"
        "回答は一部だけに基づくため、数えません。",
    ),
    # notes
    "measure_rules": (
        "The built-in helper answered: fixed rules, not an AI model. Its figures show the shape of a comparison, not"
        " what a model would take or say.",
        "回答したのは内蔵ヘルパー（AI モデルではなく、決まった規則）です。数値は比較の形を示すもので、"
        "モデルの場合の消費量や回答を示すものではありません。",
    ),
    "measure_estimated": (
        "The server did not report every number of tokens: those with ≈ are estimates.",
        "サーバーがトークン数の一部を報告しなかったため、≈ の付いた数は推定値です。",
    ),
    "measure_prices": (
        "Costs are by the prices that are set or known for the model, without any discount.",
        "費用は設定または既知の価格による計算値で、割引は含みません。",
    ),
    "measure_shares": (
        "Fixed, sent again and new are shares of what was sent in a round, estimated from the length of the texts.",
        "固定分・再送・追加は、1 回に送った量の内訳を文字の長さから推定したものです。",
    ),
    "measure_computed": (
        "What is said to be without something is computed from the agent's first run, not measured. Without parallel"
        " calls, each call has a request of its own, which sends again all that came before it; without memory, calls"
        " whose results were remembered run again, which takes time, but no tokens; without stubs, all that was left"
        " out to save room is sent too.",
        "「～なし」の行は、エージェントの最初の実行から計算したもので、実測ではありません。並列呼び出しなしでは、"
        "呼び出しごとにリクエストが 1 回必要になり、それまでの内容をすべて再送します。記憶なしでは、"
        "結果を覚えていた呼び出しをもう一度実行します（時間はかかりますが、トークンは増えません）。"
        "省略なしでは、場所を空けるために省いた内容もすべて送ります。",
    ),
    "measure_fault": ("{name} came to no answer: {why}", "{name}：回答が得られませんでした。{why}"),
    "measure_not_pasted": (
        "Not pasted, as there is no text to take from them: {names}",
        "テキストを取り出せないため貼り付けなかったもの：{names}",
    ),
}
