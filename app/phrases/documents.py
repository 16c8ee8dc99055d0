"""What is said of a document's text, as its readers write it for the model and as the panel of files writes it.

Each row is a regular expression for the whole of a piece, and what a person reads in English and in Japanese.
"""

import re

from app.language import Language

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
    (r"damaged ZIP archive or Office document", AS_IT_IS, "壊れた ZIP アーカイブまたは Office 文書"),
    (r"file in an old Office format", AS_IT_IS, "旧形式の Office ファイル"),
    (r"damaged file in an old Office format", AS_IT_IS, "壊れた旧形式の Office ファイル"),
    (r"password-protected Office document", AS_IT_IS, "パスワード付きの Office 文書"),
    (r"(DjVu|Apple iWork) document", AS_IT_IS, r"\1 文書"),
    (r"Visio drawing", AS_IT_IS, "Visio 図面"),
    (r"Outlook message \(\.msg\)", AS_IT_IS, "Outlook メール（.msg）"),
    (r"Outlook mailbox \(\.pst\)", AS_IT_IS, "Outlook メールボックス（.pst）"),
    (r"Debian package or Unix library", AS_IT_IS, "Debian パッケージまたは Unix ライブラリ"),
    (r"Java class or macOS program", AS_IT_IS, "Java クラスまたは macOS プログラム"),
    (r"Matroska or WebM video", AS_IT_IS, "Matroska または WebM 動画"),
    (r"GGUF language model", AS_IT_IS, "GGUF 言語モデル"),
    (r"Windows icon", AS_IT_IS, "Windows アイコン"),
    (r"Windows shortcut", AS_IT_IS, "Windows ショートカット"),
    (r"web font", AS_IT_IS, "Web フォント"),
    (r"(\w+) font( collection)?", AS_IT_IS, r"\1 フォント"),
    (r"Git (?:pack|index)", AS_IT_IS, "Git の内部ファイル"),
    (r"Apple property list", AS_IT_IS, "Apple プロパティリスト"),
    (r"HDF5 data", AS_IT_IS, "HDF5 データ"),
    (r"NumPy array", AS_IT_IS, "NumPy 配列"),
    (r"Python pickle", AS_IT_IS, "Python の pickle データ"),
    (r"(Parquet|Arrow) table", AS_IT_IS, r"\1 表データ"),
    (r"([\w ]+) image", AS_IT_IS, r"\1 画像"),
    (r"(\w+) audio", AS_IT_IS, r"\1 音声"),
    (r"MIDI music", AS_IT_IS, "MIDI 音楽"),
    (r"(\w+) video", AS_IT_IS, r"\1 動画"),
    (r"(\w+)(?: M| m)edia file", AS_IT_IS, r"\1 メディアファイル"),
    (r"Windows cabinet archive", AS_IT_IS, "Windows キャビネット"),
    (r"([\w-]+) archive", AS_IT_IS, r"\1 アーカイブ"),
    (r"(\w+) package", AS_IT_IS, r"\1 パッケージ"),
    (r"(\w+) program", AS_IT_IS, r"\1 プログラム"),
    (r"(\w+) database", AS_IT_IS, r"\1 データベース"),
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
    (r"([\d,]+) bytes?", AS_IT_IS, r"\1 バイト"),
    # where in it something is
    (r"page (\d+)", AS_IT_IS, r"\1 ページ"),
    (r"slide (\d+)", AS_IT_IS, r"スライド \1"),
    (r"sheet (.+)", AS_IT_IS, r"シート \1"),
    (r"chapter (\d+)", AS_IT_IS, r"\1 章"),
    (r"paragraph (\d+)", AS_IT_IS, r"段落 \1"),
    (r"table (\d+)", AS_IT_IS, r"表 \1"),
    (r"row (\d+)", AS_IT_IS, r"\1 行"),
    (r"cell (\d+)", AS_IT_IS, r"セル \1"),
    (r"chart (\d+)", AS_IT_IS, r"グラフ \1"),
    (r"footnote ?(\d*)", AS_IT_IS, r"脚注 \1"),
    (r"endnote ?(\d*)", AS_IT_IS, r"文末脚注 \1"),
    (r"comments? ?(\d*)", AS_IT_IS, r"コメント \1"),
    (r"notes", AS_IT_IS, "ノート"),
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

_KNOWN = [(re.compile(pattern, re.DOTALL), {"en": english, "ja": japanese}) for pattern, english, japanese in DOCUMENT]


def said_of(piece: str, language: Language) -> str:
    """One fact, note or line about a document; one that is not known stays as it is."""
    found = next(((match, said) for pattern, said in _KNOWN if (match := pattern.fullmatch(piece))), None)
    return found[0].expand(found[1][language]).strip() if found else piece
