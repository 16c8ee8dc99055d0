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
        "The server did not report every number of tokens: some are estimates.",
        "サーバーがトークン数の一部を報告しなかったため、推定値を含みます。",
    ),
    "measure_fault": ("{name} came to no answer: {why}", "{name}：回答が得られませんでした。{why}"),
    "measure_not_pasted": (
        "Not pasted, as there is no text to take from them: {names}",
        "テキストを取り出せないため貼り付けなかったもの：{names}",
    ),
}
