"""What is said of a model server, and of a request to it that failed."""

PHRASES: dict[str, tuple[str, str]] = {
    # the model's name on the page
    "helper_name": ("Built-in helper, no model connected", "内蔵ヘルパー（モデル未接続）"),
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
    "model_url_version": (
        "There is no chat service at {url}. Check OPENAI_BASE_URL in `.env`: it has no version in it. Try {better}",
        "{url} にチャットのサービスがありません。`.env` の OPENAI_BASE_URL にバージョンが含まれていません。"
        "{better} をお試しください。",
    ),
    "model_url_twice": (
        "There is no chat service at {url}. Check OPENAI_BASE_URL in `.env`: its version stands in it twice. Try"
        " {better}",
        "{url} にチャットのサービスがありません。`.env` の OPENAI_BASE_URL にバージョンが二重に入っています。"
        "{better} をお試しください。",
    ),
    "model_url_page": (
        "There is no chat service at {url}, but a web page. Check OPENAI_BASE_URL in `.env`: it is the address of the"
        " server's API and usually ends in /v1.",
        "{url} にあるのはウェブページで、チャットのサービスではありません。`.env` の OPENAI_BASE_URL を確認して"
        "ください（サーバーの API のアドレスで、通常は /v1 で終わります）。",
    ),
    "model_no_tools": (
        "The model {model} cannot call tools, which this app needs. Choose another MODEL, or turn tool calling on"
        " in the server. It said: {said}",
        "モデル {model} はツールを呼び出せませんが、このアプリには必要です。別の MODEL を選ぶか、サーバーで"
        "ツール呼び出しを有効にしてください。サーバーの返答：{said}",
    ),
    # a request that failed in passing: what happened, and what is done about it
    "retry_busy": ("The model server is busy ({said}).", "モデルサーバーが混み合っています（{said}）。"),
    "retry_fault": ("The model server had a fault ({said}).", "モデルサーバーでエラーが起きました（{said}）。"),
    "retry_line": ("The connection to the model server broke off.", "モデルサーバーとの接続が切れました。"),
    "retry_unreachable": ("The model server cannot be reached.", "モデルサーバーに接続できません。"),
    "retry_damaged": (
        "The model server's reply arrived damaged.",
        "モデルサーバーの返答に、読み取れない部分がありました。",
    ),
    "asked_again": (" It is asked again, twice at most.", "あと2回まで問い合わせ直します。"),
    "asked_again_in": (
        " It is asked again in {seconds} s, twice at most.",
        "{seconds} 秒後から、あと2回まで問い合わせ直します。",
    ),
    "asked_once_more_in": (" It is asked once more in {seconds} s.", "{seconds} 秒後に、もう一度だけ問い合わせます。"),
    "broke_off": (
        "The reply broke off before it was complete. {why}",
        "回答は完了する前に途切れました。{why}",
    ),
    "model_line_broke": (
        "The connection to the model server at {url} broke. Ask again; if it happens again, that server's log may say"
        " why.",
        "{url} のモデルサーバーとの接続が切れました。もう一度お試しください。"
        "繰り返す場合は、サーバー側のログを確認してください。",
    ),
    "reply_damaged": (
        "A piece of this answer could not be read and is missing from it.",
        "この回答には、読み取れずに抜けている部分があります。",
    ),
    "calls_left_out": (
        "The model asked for {all} steps at once. The last {left} of them were left out.",
        "モデルが一度に {all} 件の操作を求めたため、後ろの {left} 件は取りやめました。",
    ),
    "retry_differs": (
        "The text above is of a reply that broke off. What follows is a new one.",
        "上の文は途中で切れた回答です。ここからは新しい回答です。",
    ),
    "tools_as_json": (
        "The model server refuses tools for this model. It is told about them in words instead, and writes its calls"
        " as JSON text.",
        "このモデルではツールが使えないとサーバーが答えました。"
        "代わりに言葉でツールを説明し、呼び出しを JSON で書いてもらいます。",
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
    "reply_timeout": (
        "The reply was not complete after {longest} seconds and was given up. Ask for less at once, or raise"
        " REPLY_TIMEOUT in `.env`.",
        "{longest} 秒たっても回答が完了しないため、打ち切りました。一度に頼む量を減らすか、`.env` の REPLY_TIMEOUT を"
        "大きくしてください。",
    ),
    "model_unreachable": (
        "The model server at {url} cannot be reached, or the connection broke. Check that it runs, and"
        " OPENAI_BASE_URL in `.env`.",
        "{url} のモデルサーバーに接続できないか、接続が切れました。サーバーが動いているか、`.env` の"
        " OPENAI_BASE_URL を確認してください。",
    ),
    "model_elsewhere": (
        "The server at {url} sends requests on to {cause}. Nothing of the conversation was sent there. If that is the"
        " right server, write its address in OPENAI_BASE_URL in `.env`.",
        "{url} のサーバーは {cause} への転送を求めましたが、会話の内容はそこへ送っていません。正しいサーバーであれば、"
        "そのアドレスを `.env` の OPENAI_BASE_URL に設定してください。",
    ),
    "model_nowhere": (
        "The server at {url} sends requests on, and the way leads nowhere. Check OPENAI_BASE_URL in `.env`.",
        "{url} のサーバーは転送を求めますが、その先に行き着けません。`.env` の OPENAI_BASE_URL を確認してください。",
    ),
    "model_insecure": (
        "No secure connection to {url} came about ({cause}). Check OPENAI_BASE_URL in `.env`: a server without a"
        " certificate is asked by http://, and one with its own needs it in SSL_CERT_FILE.",
        "{url} との安全な接続を確立できませんでした（{cause}）。`.env` の OPENAI_BASE_URL を確認してください。"
        "証明書のないサーバーには http:// を使い、独自の証明書は SSL_CERT_FILE で指定します。",
    ),
    "model_no_http": (
        "What answers at {url} does not speak HTTP. Check the port in OPENAI_BASE_URL in `.env`.",
        "{url} の応答は HTTP ではありません。`.env` の OPENAI_BASE_URL のポート番号を確認してください。",
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
}
