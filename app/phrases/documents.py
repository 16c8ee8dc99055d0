"""What is said of a document's text, as its readers write it for the model and as the panel of files writes it.

Each row is a regular expression for the whole of a piece, and what a person reads in English and in Japanese.
"""

AS_IT_IS = r"\g<0>"

DOCUMENT: tuple[tuple[str, str, str], ...] = (
    # what it is
    (r"PDF document", AS_IT_IS, "PDF 文書"),
    (r"RTF document", AS_IT_IS, "RTF 文書"),
    (r"HTML page", AS_IT_IS, "HTML ページ"),
    (r"Word document", AS_IT_IS, "Word 文書"),
    (r"old Word document \(\.doc\)", "Old Word document (.doc)", "旧形式の Word 文書（.doc）"),
    (r"PowerPoint presentation", AS_IT_IS, "PowerPoint プレゼンテーション"),
    (r"old PowerPoint presentation \(\.ppt\)", "Old PowerPoint presentation (.ppt)", "旧形式の PowerPoint（.ppt）"),
    (r"Excel workbook", AS_IT_IS, "Excel ブック"),
    (r"old Excel workbook \(\.xls\)", "Old Excel workbook (.xls)", "旧形式の Excel ブック（.xls）"),
    (r"OpenDocument text", AS_IT_IS, "OpenDocument 文書"),
    (r"OpenDocument presentation", AS_IT_IS, "OpenDocument プレゼンテーション"),
    (r"OpenDocument spreadsheet", AS_IT_IS, "OpenDocument 表計算"),
    (r"EPUB book", AS_IT_IS, "EPUB 書籍"),
    (r"mail", "Mail", "メール"),
    (r"saved web page", "Saved web page", "保存された Web ページ"),
    (r"Jupyter notebook", AS_IT_IS, "Jupyter ノートブック"),
    (r"(\w+) image", AS_IT_IS, r"\1 画像"),
    # how much of it there is
    (r"([\d,]+) pages?", AS_IT_IS, r"\1 ページ"),
    (r"([\d,]+) paragraphs?", AS_IT_IS, r"\1 段落"),
    (r"([\d,]+) tables?", AS_IT_IS, r"表 \1 件"),
    (r"([\d,]+) sheets?", AS_IT_IS, r"シート \1 枚"),
    (r"([\d,]+) slides?", AS_IT_IS, r"スライド \1 枚"),
    (r"([\d,]+) attachments?", AS_IT_IS, r"添付 \1 件"),
    (r"([\d,]+) chapters?", AS_IT_IS, r"\1 章"),
    (r"([\d,]+) cells?", AS_IT_IS, r"セル \1 個"),
    (r"([\d,]+) frames?", AS_IT_IS, r"\1 フレーム"),
    (r"([\d,]+) x ([\d,]+) pixels", r"\1 × \2 pixels", r"\1 × \2 ピクセル"),
    (r"([\d,]+) bytes", AS_IT_IS, r"\1 バイト"),
    # what is special in it, or missing
    (r"only the beginning was read: .*", AS_IT_IS, "最初の部分だけを読み取りました。文書が長すぎます"),
    (
        r"([\d,]+) tracked changes?, shown as .*",
        AS_IT_IS,
        r"変更履歴 \1 件。[inserted: …]（挿入）と [deleted: …]（削除）で示します",
    ),
    (
        r"headers, footers, footnotes and comments of an RTF document are not read",
        AS_IT_IS,
        "RTF 文書のヘッダー・フッター・脚注・コメントは読み取っていません",
    ),
    (r"([\d,]+) slides? hidden: (.*)", AS_IT_IS, r"非表示のスライド \1 枚：\2"),
    (r"([\d,]+) sheets? hidden: (.*)", AS_IT_IS, r"非表示のシート \1 枚：\2"),
    (r"attachments are listed, not read", AS_IT_IS, "添付ファイルは一覧のみで、読み取っていません"),
    (r"([\d,]+) files? attached and not read: (.*)", AS_IT_IS, r"添付ファイル \1 件は読み取っていません：\2"),
    (
        r"([\d,]+) formulas? without a stored value, shown as .*",
        AS_IT_IS,
        r"値が保存されていない数式 \1 件。「=… (not calculated)」（未計算）で示します",
    ),
    (
        r"its cells are far apart: .*",
        AS_IT_IS,
        "セルが離れすぎているため、値のない数式・コメント・テキストボックスは読み取っていません",
    ),
    (r"there was no time for all of its cells", AS_IT_IS, "時間が足りず、一部のセルは読み取っていません"),
    (
        r"text that the page hides from its readers is shown as \[hidden: …\]",
        AS_IT_IS,
        "画面に表示されない文字は [hidden: …]（非表示）で示します",
    ),
    (r"page (\d+) is damaged and was not read", AS_IT_IS, r"\1 ページは壊れていて読み取れません"),
    (
        r"pages? (.*) (?:is a scan|are scans), read by OCR; that text may be wrong",
        AS_IT_IS,
        r"スキャンされたページ（\1）は文字認識で読み取りました。誤りがあるかもしれません",
    ),
    (
        r"pages? (.*) (?:is a scan|are scans) without text: .*",
        AS_IT_IS,
        r"スキャンされたページ（\1）の文字は読み取れませんでした",
    ),
    (r"its text was not read.*", AS_IT_IS, "画像内の文字は読み取れませんでした"),
    (r"OCR found no text in it.*", AS_IT_IS, "文字は見つかりませんでした"),
    # the lines of a workbook that are no row
    (
        r"\[sheet (.*?)(, hidden)?: no cells, it is a chart or a program\]",
        r"\1: no cells, it is a chart or a program",
        r"\1：セルはありません（グラフまたはプログラム）",
    ),
    (r"\[sheet (.*), hidden: (.*)\]", r"\1, hidden: \2", r"\1（非表示）：\2"),
    (r"\[sheet (.*), hidden\]", r"\1, hidden", r"\1（非表示）"),
    (r"\[sheet (.*): (.*)\]", r"\1: \2", r"\1：\2"),
    (r"\[sheet (.*)\]", r"\1", r"\1"),
    (r"\[merged cells: (.*)\]", r"Merged cells: \1", r"結合されたセル：\1"),
    (r"\[comment on (\w+)(?: by (.*?))?\] (.*)", AS_IT_IS, r"[\1 のコメント] \3"),
    (r"\[text box\] (.*)", AS_IT_IS, r"[テキストボックス] \1"),
    (r"\[chart\] ?(.*)", AS_IT_IS, r"[グラフ] \1"),
)
