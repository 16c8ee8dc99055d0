"""What the app itself says to a person, in both languages."""

from typing import Any

from app.language import Language

_PHRASES: dict[str, tuple[str, str]] = {
    # the end of a turn
    "stopped": ("Stopped.", "停止しました。"),
    "round_limit": (
        "I reached the limit of requests for one question ({rounds}). Say “go on” to continue from here.",
        "1つの質問あたりの上限（{rounds}回のリクエスト）に達しました。「続けて」と言うと、ここから続けます。",
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
    # a request to the model that failed
    "model_key": (
        "The model server refused the key. Check OPENAI_API_KEY in `.env`.",
        "モデルサーバーがキーを受け付けませんでした。`.env` の OPENAI_API_KEY を確認してください。",
    ),
    "model_forbidden": (
        "The model server does not allow this key to use {model}. It said: {said}",
        "このキーでは {model} を使えません。サーバーの返答：{said}",
    ),
    "model_unknown": (
        "The model server knows no model named {model}. Check MODEL in `.env`. It said: {said}",
        "モデルサーバーに {model} というモデルはありません。`.env` の MODEL を確認してください。サーバーの返答：{said}",
    ),
    "model_url": (
        "There is no chat service at {url}. Check OPENAI_BASE_URL in `.env`; it usually ends in /v1.",
        "{url} にチャットのサービスがありません。`.env` の OPENAI_BASE_URL を確認してください"
        "（通常は /v1 で終わります）。",
    ),
    "model_no_tools": (
        "The model {model} cannot call tools, which this app needs. Choose another MODEL, or turn tool calling on"
        " in the server. It said: {said}",
        "モデル {model} はツールを呼び出せませんが、このアプリには必要です。別の MODEL を選ぶか、サーバーで"
        "ツール呼び出しを有効にしてください。サーバーの返答：{said}",
    ),
    "model_rate": (
        "The model server has too many requests just now. Wait a moment and ask again. It said: {said}",
        "モデルサーバーが混み合っています。少し待ってからもう一度お試しください。サーバーの返答：{said}",
    ),
    "model_quota": (
        "The account at the model server has no credit left. It said: {said}",
        "モデルサーバーのアカウントの利用枠を使い切っています。サーバーの返答：{said}",
    ),
    "model_timeout": (
        "The model server at {url} said nothing for {seconds} seconds. Ask again, or raise MODEL_TIMEOUT in `.env`.",
        "{url} のモデルサーバーから {seconds} 秒間応答がありません。もう一度試すか、`.env` の MODEL_TIMEOUT を"
        "大きくしてください。",
    ),
    "model_unreachable": (
        "The model server at {url} cannot be reached, or the connection broke. Check that it runs, and"
        " OPENAI_BASE_URL in `.env`.",
        "{url} のモデルサーバーに接続できないか、接続が切れました。サーバーが動いているか、`.env` の"
        " OPENAI_BASE_URL を確認してください。",
    ),
    "model_filtered": (
        "The model server's content filter stopped the answer. Ask in another way.",
        "モデルサーバーのコンテンツフィルターが回答を止めました。別の聞き方をしてください。",
    ),
    "model_refused": ("The model refused: {said}", "モデルが回答を断りました：{said}"),
    "model_down": (
        "The model server had a fault of its own. Ask again in a moment. It said: {said}",
        "モデルサーバー側で障害が起きました。少し待ってからもう一度お試しください。サーバーの返答：{said}",
    ),
    "model_empty": (
        "The model gave an empty answer. Ask again, or in other words.",
        "モデルの回答が空でした。もう一度、または別の言い方でお試しください。",
    ),
    "model_length": (
        "The answer ends here because it reached the model's length limit. Say “go on” for the rest.",
        "回答がモデルの長さの上限に達したため、ここで終わっています。「続けて」と言うと続きを書きます。",
    ),
    "model_offline": (
        "{url} cannot be reached. Check this machine's connection to the network.",
        "{url} に接続できません。このコンピューターのネットワーク接続を確認してください。",
    ),
    "unfinished": (
        "The model server ended this answer without saying that it was complete.",
        "モデルサーバーは、回答が完了したことを示さずに終了しました。",
    ),
    "model_broke_off": (
        "The answer ends here because the model server reported an error in the middle of it. Ask again.",
        "途中でモデルサーバーからエラーが返ったため、回答はここで終わっています。もう一度お試しください。",
    ),
    "model_bad_request": (
        "The model server did not accept the request. It said: {said}",
        "モデルサーバーがリクエストを受け付けませんでした。サーバーの返答：{said}",
    ),
    "model_broken": (
        "The model server's reply could not be understood ({kind}). Ask again, or try another model.",
        "モデルサーバーの返答を解釈できませんでした（{kind}）。もう一度試すか、別のモデルをお使いください。",
    ),
    # the model's name on the page
    "helper_name": ("Built-in helper, no model connected", "内蔵ヘルパー（モデル未接続）"),
    # the line under an answer
    "usage": (
        "{rounds} · {calls} · {input} tokens in · {output} out · {seconds} s",
        "{rounds} · {calls} · 入力 {input} トークン · 出力 {output} トークン · {seconds} 秒",
    ),
    "rounds": ("{number} rounds", "リクエスト {number} 回"),
    "rounds_one": ("{number} round", "リクエスト {number} 回"),
    "calls": ("{number} tool calls", "ツール {number} 回"),
    "calls_one": ("{number} tool call", "ツール {number} 回"),
    "estimated": ("tokens estimated", "トークンは推定"),
    # steps
    "step_more": (
        "… {chars} more characters are not shown here.",
        "… 残り {chars} 文字はここには表示していません。",
    ),
    # why a call was not done, by the first two parts of its code
    "args:missing": ("an argument is missing", "引数が足りません"),
    "args:unknown": ("unknown argument", "知らない引数です"),
    "args:type": ("an argument of the wrong type", "引数の型が違います"),
    "args:range": ("out of range", "範囲外です"),
    "args:allowed": ("a value that is not allowed", "許可されていない値です"),
    "args:json": ("incomplete call, not run", "呼び出しが不完全なため実行していません"),
    "path:outside": ("outside the work folder", "work フォルダの外です"),
    "path:not_found": ("not found", "見つかりません"),
    "path:not_a_file": ("a folder, not a file", "ファイルではなくフォルダです"),
    "path:not_a_directory": ("a file, not a folder", "フォルダではなくファイルです"),
    "path:exists": ("exists already", "すでにあります"),
    "path:name": ("not a usable name", "使えない名前です"),
    "file:binary": ("not a text file", "テキストファイルではありません"),
    "file:encoding": ("encoding not readable", "文字コードを読めません"),
    "file:unreadable": ("permission denied", "権限がありません"),
    "file:special": ("not an ordinary file", "通常のファイルではありません"),
    "result:empty": ("nothing came back", "結果が空です"),
    "result:shape": ("unusable result", "結果の形が正しくありません"),
    "result:unverified": ("could not be verified", "確認できませんでした"),
    "tool:unknown": ("no such tool", "そのようなツールはありません"),
    "tool:timeout": ("took too long", "時間切れです"),
    "tool:failed": ("failed", "失敗しました"),
    "tool:cancelled": ("stopped", "停止しました"),
    # the terminal
    "terminal_hello": (
        "Folio: ask about the folder {folder}. Ctrl-C stops an answer, Ctrl-D leaves.",
        "Folio: {folder} フォルダについて質問してください。Ctrl-C で回答を停止、Ctrl-D で終了します。",
    ),
    # starters
    "starter_list": ("What is in the work folder?", "work フォルダには何がありますか？"),
    "starter_title": ("What is the title of paper1.txt?", "paper1.txt のタイトルは？"),
    "starter_save": (
        "Summarize paper1.txt and save it as paper1_summary.txt",
        "paper1.txt を要約して paper1_summary.txt に保存して",
    ),
    "starter_two": ("Summarize paper1.txt and paper2.txt", "paper1.txt と paper2.txt を要約して"),
    "starter_all": (
        "Read paper3.txt from start to end and tell me all of it",
        "paper3.txt を最初から最後まで読んで全部教えて",
    ),
}


def phrase(key: str, language: Language, **values: Any) -> str:
    """The phrase `key` with `values` filled in."""
    english, japanese = _PHRASES[key]
    return (japanese if language == "ja" else english).format(**values)


def reason_phrase(code: str, language: Language) -> str:
    """Why a call with the outcome `code` was not done, in a few words."""
    stage_and_reason = ":".join(code.split(":")[:2])
    return phrase(stage_and_reason if stage_and_reason in _PHRASES else "tool:failed", language)
