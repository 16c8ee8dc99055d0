"""What the page says of what a person can choose: settings, profiles, commands, first questions."""

PHRASES: dict[str, tuple[str, str]] = {
    # the cost of a turn
    "cost": ("about ${dollars}", "約 {dollars} ドル"),
    "cost_less": ("less than ${dollars}", "{dollars} ドル未満"),
    # the settings panel
    "choice_model": ("Model", "モデル"),
    "choice_model_about": ("The model that answers.", "回答するモデルです。"),
    "choice_other_model": ("Another model", "別のモデル"),
    "choice_other_model_about": (
        "A name that the list does not have. It comes before the list.",
        "一覧にない名前を入力できます。一覧より優先されます。",
    ),
    "choice_temperature": ("Temperature", "温度"),
    "choice_temperature_about": (
        "0 to 2; the higher, the freer. Empty: not sent, the server decides.",
        "0〜2。大きいほど自由な言い回しになります。空欄の場合は送信せず、サーバーに任せます。",
    ),
    "choice_not_sent": ("not sent", "送信しない"),
    "choice_max_rounds": ("Requests for one question, at most", "1つの質問あたりのリクエスト数の上限"),
    "choice_max_turn_tokens": ("Tokens for one question, at most", "1つの質問あたりのトークン数の上限"),
    "choice_approval": ("Changes to files", "ファイルの変更"),
    "choice_approval_ask": ("Ask before existing files change", "既存のファイルを変える前に確認する"),
    "choice_approval_auto": ("Ask only about what I did not ask for", "頼んでいない変更だけ確認する"),
    "choice_approval_read_only": ("Nothing can be changed", "何も変更できない（読み取り専用）"),
    "choice_answer_language": ("Language of the answers", "回答の言語"),
    "choice_answer_language_as_asked": ("As the question", "質問と同じ言語"),
    "choice_answer_language_en": ("English", "英語"),
    "choice_answer_language_ja": ("Japanese", "日本語"),
    "choice_steps": ("Steps shown", "表示する手順"),
    "choice_steps_all": ("All", "すべて"),
    "choice_steps_tools": ("Only tools", "ツールのみ"),
    "choice_steps_none": ("None", "表示しない"),
    "choices_changed": ("From the next question on: {choices}.", "次の質問から：{choices}。"),
    "choices_saved": ("Saved: {choices}.", "保存しました：{choices}。"),
    "choice_said": ("{name}: {value}", "{name}は「{value}」"),
    "choices_refused": ("Not changed: {reasons}", "変更できませんでした：{reasons}"),
    "choices_not_kept": (
        "These settings hold for this chat only: they could not be written to the disk.",
        "設定をディスクに保存できなかったため、このチャットでのみ有効です。",
    ),
    "choice_refused": ("{name}: {reason}.", "「{name}」は、{reason}。"),
    "choice_at_least": ("it must be at least {limit}", "{limit} 以上にしてください"),
    "choice_at_most": ("it must be at most {limit}", "{limit} 以下にしてください"),
    "choice_whole_number": ("it must be a whole number", "整数を入力してください"),
    "choice_number": ("it must be a number", "数値を入力してください"),
    "choice_one_of": ("it is none of the choices", "選択肢の中から選んでください"),
    "choice_looser": (
        "whoever set up this app allows no more than “{most}”",
        "このアプリの設定では「{most}」までしか許可されていません",
    ),
    "choice_bad_name": ("this cannot be a model's name", "モデル名として使えない文字か長さです"),
    "choice_other_server": (
        "it would be asked at another server than the one that is set up",
        "設定されているものとは別のサーバーのモデルです",
    ),
    "choice_unusable": ("it cannot be used ({why})", "使用できません（{why}）"),
    # profiles
    "profile_connected": ("Connected model", "接続モデル"),
    "profile_connected_about": (
        "The model that is set up answers, and works on the folder with its tools.",
        "設定されているモデルが回答し、ツールを使ってフォルダの作業をします。",
    ),
    "profile_helper": ("Built-in helper", "内蔵ヘルパー"),
    "profile_helper_about": (
        "Works without a model and without a network: it lists, reads, searches and writes files when asked plainly.",
        "モデルもネットワークも使わずに動きます。簡単な言葉で頼むと、ファイルの一覧・読み取り・検索・書き込みをします。",
    ),
    "profile_read_only": ("Read only", "読み取り専用"),
    "profile_read_only_about": (
        "Answers from the folder; no file can be changed.",
        "フォルダの内容から回答します。ファイルは一切変更できません。",
    ),
    # commands
    "command_list": (
        "What is in the folder, or in a folder of it",
        "フォルダの中身を一覧表示（フォルダ名も指定できます）",
    ),
    "command_read": ("Show a file: /read and its name", "ファイルを表示：/read に続けて名前"),
    "command_search": ("Find words in all files", "すべてのファイルから語句を検索"),
    "command_summarize": ("Sum up a file: /summarize and its name", "ファイルを要約：/summarize に続けて名前"),
    "command_undo": ("Take the last changes back", "直前の変更を元に戻す"),
    "command_export": ("Save this conversation as a file", "この会話をファイルに保存"),
    "command_check": ("Try out the connected model", "接続モデルを試験する"),
    "asked_list": ("What is in the work folder?", "work フォルダには何がありますか？"),
    "asked_list_of": ("What is in the folder {name}?", "{name} フォルダには何がありますか？"),
    "asked_read": ("Read {name}", "{name} を読んで"),
    "asked_search": ("Search for “{name}” in all files", "すべてのファイルから「{name}」を検索して"),
    "asked_summarize": ("Summarize {name}", "{name} を要約して"),
    "asked_undo": ("undo", "元に戻して"),
    "no_command": (
        "There is no command {name}, and nothing of that name in the folder. These are the commands:",
        "{name} というコマンドはなく、その名前のものもフォルダにありません。使えるコマンドは次のとおりです：",
    ),
    "wants_name": (
        "Name a file after the command, such as /{command} {example}.",
        "コマンドのあとにファイル名を続けてください。例：/{command} {example}",
    ),
    "wants_words": (
        "Say what to look for after the command, such as /search harbour.",
        "コマンドのあとに検索する語句を続けてください。例：/search 港",
    ),
    "export_links": (
        "This conversation, with its steps: [Markdown]({address}.md) · [JSON]({address}.json)",
        "この会話（手順を含む）：[Markdown]({address}.md) · [JSON]({address}.json)",
    ),
    # first questions
    "starter_list": ("What is in the work folder?", "work フォルダには何がありますか？"),
    "starter_helper": ("What can you do?", "何ができますか？"),
    "starter_title": ("What is the title of {first}?", "{first} のタイトルは？"),
    "starter_save": (
        "Summarize {first} and save it as {summary}",
        "{first} を要約して {summary} に保存して",
    ),
    "starter_two": ("Summarize {first} and {second}", "{first} と {second} を要約して"),
    "starter_all": (
        "Read {last} from start to end and tell me all of it",
        "{last} を最初から最後まで読んで全部教えて",
    ),
}
