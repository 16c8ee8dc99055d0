"""What is said around the prepared conversation: in the terminal, and on the page that plays it."""

PHRASES: dict[str, tuple[str, str]] = {
    # the terminal
    "demo_copied": (
        "Folio: the demo plays on a copy of {files} files of {folder}, in {copy}. Your own files are not touched.",
        "Folio: デモは {folder} のファイル {files} 件をコピーした {copy} で行います。元のファイルには触れません。",
    ),
    "demo_lacks": (
        "folio: the demo needs {names}, which are neither in {folder} nor in the project's own folder work.",
        "folio: デモには {names} が必要ですが、{folder} にもプロジェクトの work フォルダにもありません。",
    ),
    "demo_taken": (
        "folio: {place} was not made by the demo, and is left as it is. Move it away, or set DATA_DIR to another"
        " folder.",
        "folio: {place} はデモが作成したものではないため、変更しません。別の場所に移すか、DATA_DIR を変更して"
        "ください。",
    ),
    "demo_not_up": (
        "folio: the page did not come up; what it said stands above.",
        "folio: ページを起動できませんでした。上の表示をご確認ください。",
    ),
    # the page: what is asked
    "demo_ask_list": ("What is in the work folder?", "work フォルダには何がありますか？"),
    "demo_ask_title": ("What is the title of paper2.txt?", "paper2.txt のタイトルは？"),
    "demo_ask_search": ("Which files mention apples?", "「みかん」という言葉が出てくるファイルは？"),
    "demo_ask_chart": ("Draw a chart of sales.csv", "sales.csv をグラフにして"),
    "demo_ask_two": ("Summarize paper1.txt and paper2.txt", "paper1.txt と paper2.txt を要約して"),
    "demo_ask_save": (
        "Summarize paper1.txt and save it as {summary}",
        "paper1.txt を要約して {summary} に保存して",
    ),
    "demo_ask_large": (
        "Read paper3.txt from start to end and tell me all of it",
        "paper3.txt を最初から最後まで読んで全部教えて",
    ),
    "demo_ask_change": (
        "Add 'Shown in the demo.' to {summary}",
        "{summary} に「デモで追記しました。」と追記して",
    ),
    # and what is said of it
    "demo_list": (
        "A person talks to one folder. First: what is in it?",
        "1 つのフォルダと対話します。まず、中に何があるかを聞きます。",
    ),
    "demo_step": (
        "Every step can be opened: what was called, and what came back.",
        "どのステップも開けます。呼び出した内容と、返ってきた結果が見えます。",
    ),
    "demo_title": (
        "A question about one file: it is read, then answered.",
        "1 つのファイルについての質問には、読んでから答えます。",
    ),
    "demo_search": (
        "All files are searched at once; each line that was found is named.",
        "すべてのファイルを一度に検索し、見つかった行を示します。",
    ),
    "demo_chart": (
        "A table becomes a chart. Rows of the same month are added up.",
        "表をグラフにします。同じ月の行は合計して描きます。",
    ),
    "demo_drawn": (
        "Every figure in it comes from the file.",
        "グラフの数値は、すべてファイルから取ったものです。",
    ),
    "demo_two": (
        "Two papers are read side by side, and answered together.",
        "2 本の論文を同時に読み、まとめて答えます。",
    ),
    "demo_save": (
        "It can write as well: a summary becomes a new file.",
        "書き込みもできます。要約が新しいファイルになります。",
    ),
    "demo_saved": (
        "The new file was read back before it was called saved. It can be undone.",
        "保存したと言う前に、書いたファイルを読み直して確かめています。元に戻すこともできます。",
    ),
    "demo_panel": (
        "The folder itself, beside the chat: the new file is there.",
        "会話の横にフォルダそのものを表示します。新しいファイルが見えます。",
    ),
    "demo_change": (
        "What is already there is changed only with your word.",
        "すでにあるものの変更には、あなたの許可が必要です。",
    ),
    "demo_asked": (
        "The difference is shown first. Here it is allowed.",
        "先に差分が表示されます。ここでは許可します。",
    ),
    "demo_undo": (
        "Every change can be taken back with one press.",
        "どの変更も、ボタン 1 つで元に戻せます。",
    ),
    "demo_undone": (
        "The new file goes the same way: the folder is as it was.",
        "新しいファイルも同じです。フォルダは最初の状態に戻りました。",
    ),
    "demo_large": (
        "And what if a text does not fit into the model? It says so, and offers a way on.",
        "モデルに収まらない大きさの文書は、そのことを説明し、続け方を示します。",
    ),
    "demo_parts": (
        "One press, and it is read part by part.",
        "ボタン 1 つで、分割して読みます。",
    ),
    "demo_whole": (
        "All of it was read, and every part is answered for.",
        "全体を読み終え、すべての部分について答えました。",
    ),
    "demo_end": (
        "That was Folio, on a copy of the folder. Now ask it yourself.",
        "以上が Folio です（フォルダのコピーで実演しました）。次はご自身でどうぞ。",
    ),
    "demo_stopped": (
        "The demo was stopped. The page is yours.",
        "デモを停止しました。このまま自由にお使いください。",
    ),
    "demo_lost": (
        "The demo could not go on from here. It can be played again.",
        "デモを続けられませんでした。もう一度再生できます。",
    ),
    "demo_offered": ("A prepared conversation can be played here.", "用意された会話をここで再生できます。"),
    # its buttons
    "demo_region": ("Demo", "デモ"),
    "demo_pause": ("Pause", "一時停止"),
    "demo_go_on": ("Go on", "再開"),
    "demo_next": ("Next", "次へ"),
    "demo_stop": ("Stop", "終了"),
    "demo_play": ("Play", "再生"),
    "demo_space": ("{act} (Space)", "{act}（スペースキー）"),
    "demo_right": ("{act} (right arrow)", "{act}（右矢印キー）"),
    "demo_escape": ("{act} (Esc)", "{act}（Esc キー）"),
}
