"""What is said of limits on tokens and cost."""

PHRASES: dict[str, tuple[str, str]] = {
    "tokens_counted": ("{number} tokens", "{number} トークン"),
    "rounds_counted": ("{number} requests", "{number} リクエスト"),
    "scope_turn": ("one question", "1つの質問"),
    "scope_conversation": ("one conversation", "1つの会話"),
    "scope_day": ("one day", "1日"),
    "unit_tokens": ("tokens", "トークン"),
    "unit_cost": ("cost", "費用"),
    # a limit is near
    "limit_near": (
        "{used} of the {most} for {scope} are used. {then}",
        "{scope}あたりの上限のうち、{most}中 {used} を使いました。{then}",
    ),
    "near_answers": (
        "At the limit you get an answer from what is known, and can go on from there.",
        "上限に達したら分かったことから回答し、そこから続けられます。",
    ),
    "near_refuses": (
        "At the limit nothing more is asked of the model.",
        "上限に達すると、モデルへの問い合わせはできなくなります。",
    ),
    "near_asks": (
        "At the limit you are asked whether to go on.",
        "上限に達したら、続けるかどうかを確認します。",
    ),
    # a limit is reached
    "limit_reached": (
        "I reached the limit of {unit} for {scope} ({most}): {used} were used before this answer. {way}",
        "{scope}あたりの{unit}の上限（{most}）に達しました（この回答の前までに {used} を使用）。{way}",
    ),
    "limit_used_up": (
        "The limit of {unit} for {scope} ({most}) is used up: {used} were used. Nothing was asked of the model. {way}",
        "{scope}あたりの{unit}の上限（{most}）を使い切りました（{used} を使用）。"
        "モデルには何も問い合わせていません。{way}",
    ),
    "way_turn_tokens": (
        "Say “go on” to continue from here, or raise the limit: “Tokens for one question, at most” in Settings"
        " (MAX_TURN_TOKENS).",
        "「続けて」と言うと、ここから続けます"
        "（上限は、設定の「1つの質問あたりのトークン数の上限」（MAX_TURN_TOKENS）で変えられます）。",
    ),
    "way_turn_cost": (
        "Say “go on” to continue from here. Whoever set up this app can raise the limit ({setting}).",
        "「続けて」と言うと、ここから続けます（上限は、このアプリを設定した人が {setting} で変えられます）。",
    ),
    "way_conversation": (
        "In a new chat you can go on. Whoever set up this app can raise the limit ({setting}).",
        "新しいチャットを始めると続けられます（上限は、このアプリを設定した人が {setting} で変えられます）。",
    ),
    "way_day": (
        "The next day begins at midnight by the clock of the app's machine, in {hours} h {minutes} min. Until then the"
        " built-in helper still answers. Whoever set up this app can raise the limit ({setting}).",
        "アプリが動いているコンピューターの時計で午前0時（あと{hours}時間{minutes}分）に、新しい1日が始まります。"
        "それまでも組み込みヘルパーは使えます（上限は、このアプリを設定した人が {setting} で変えられます）。",
    ),
    "way_parts": (
        "I paused here because one question may take {most} ({setting}). The rest can be read next.",
        "1つの質問に使えるのは {most} まで（{setting}）のため、ここで区切りました。残りは続けて読めます。",
    ),
    # the person is asked whether to go on
    "more_title": ("more {unit} for {whole}", "{whole}で使える{unit}の追加"),
    "whole_turn": ("this question", "この質問"),
    "whole_conversation": ("this conversation", "この会話"),
    "whole_day": ("today", "今日"),
    "more_asked": (
        "Of the {most} for {whole}, {used} are used. If you allow it, I go on, and the limit for {whole} is {raised}"
        " from here on. If not, {otherwise}",
        "{whole}で使える {most} のうち、{used} を使いました。許可すると続行し、{whole}の上限は以後"
        " {raised} になります。許可しない場合は、{otherwise}",
    ),
    "more_decided": ("The limit for {whole} is {most}.", "{whole}の上限は {most} です。"),
    "else_answer": (
        "one last request is made, for an answer from what is known so far.",
        "分かったことから回答するために、最後に1回だけ問い合わせます。",
    ),
    "else_nothing": ("nothing is asked of the model.", "モデルには何も問い合わせません。"),
    "runs_spend_more": ("Limit reached: asking whether to go on", "上限に達したため、続けるか確認しています"),
    "done_spend_more": ("The limit was raised", "上限を引き上げました"),
    "failed_spend_more": ("The limit was not raised: {why}", "上限を引き上げませんでした（{why}）"),
    "approval_prompt_once": ("Allow? y = yes, n = no:", "許可しますか？ y = はい、n = いいえ："),
    # what stands in the way of a limit
    "cost_unknown": (
        "There is a limit of cost here, but no price is known for {model}, so it cannot be kept. Whoever set up this"
        " app can say the price (MODEL_PRICE).",
        "ここには費用の上限がありますが、{model} の価格が分からないため、守ることができません"
        "（価格は、このアプリを設定した人が MODEL_PRICE で指定できます）。",
    ),
    "ledger_trouble": (
        "What you spend today cannot be read or kept at present, so the limit for one day counts only what this app"
        " has spent since it was started. The log says more.",
        "今日の使用量を読み書きできません。1日あたりの上限には、このアプリが起動してから使った分だけを数えています。"
        "詳しくはログに記録されています。",
    ),
}
