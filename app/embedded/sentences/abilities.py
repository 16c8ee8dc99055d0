"""What the helper is, what it can do, and what it cannot."""

from collections.abc import Iterable

from app.embedded.markup import literal
from app.embedded.sentences.saying import Saying
from app.language import Language

HELPER = Saying(
    "I am Folio's built-in helper: fixed rules, not an AI model.",
    "私は Folio の内蔵ヘルパーです。決まった規則で動いており、AI モデルではありません。",
)
CANNOT = Saying(
    "I cannot do that: I do not translate or reword texts, and I do not understand every way to ask for a search."
    " {helper}",
    "申し訳ありませんが、それはできません。翻訳や文章の書き直しはできず、検索の言い方にも理解できないものがあります。"
    "{helper}",
)
NO_TEXTS = Saying(
    "I cannot write a text of my own, but I can save one that you give me in quotes.",
    "文章を自分で考えて書くことはできませんが、「」に入れて渡された文なら保存できます。",
)
NO_SUMS = Saying(
    "I cannot calculate or count what stands in files, but I can show them.",
    "ファイルの中の数を計算したり数えたりすることはできませんが、内容の表示ならできます。",
)
THANKED = Saying("You are welcome!", "どういたしまして。")
NO_ANSWERS = Saying(
    "I cannot answer questions about what {file} says, but I can show or summarize it.",
    "{file} の内容についての質問には答えられませんが、表示や要約ならできます。",
)
ABILITIES = Saying(
    "I can list the folder, search it, show files, tell their titles, summarize them with their own sentences, draw "
    "charts of tables, save text, replace words, and copy, move, rename and delete files. For example:",
    "できることは、フォルダの一覧と検索、ファイルの表示、タイトルの確認、原文の文を選ぶ要約、表のグラフ、文章の保存、"
    "語句の置き換え、ファイルのコピー・移動・名前の変更・削除です。例えば：",
)
CONNECT = Saying(
    "To talk to an AI model, set `OPENAI_API_KEY` or `OPENAI_BASE_URL` in `.env` and start again.",
    "AI モデルを使うには、`.env` に `OPENAI_API_KEY` または `OPENAI_BASE_URL` を設定して、起動し直してください。",
)
EXAMPLES = (
    Saying("What is in the folder?", "フォルダには何がありますか？"),
    Saying("Summarize {file}", "{file} を要約して"),
    Saying("Summarize {file} and save it as {stem}_summary.txt", "{file} を要約して {stem}_summary.txt に保存して"),
)
EXAMPLES_WITHOUT_FILES = (
    Saying("What is in the folder?", "フォルダには何がありますか？"),
    Saying("Summarize all files", "すべてのファイルを要約して"),
    Saying("Which files mention kiwi?", "「キウイ」が出てくるファイルは？"),
    Saying("Write 'hello' to hello.txt", "hello.txt に「こんにちは」と書いて"),
)


def abilities(files: tuple[str, ...], language: Language) -> str:
    """What the helper is, what it can do, and how to connect a model."""
    can = f"{ABILITIES.told(language)}\n\n{examples(files, language)}"
    return "\n\n".join([can, CONNECT.told(language)])


def examples(files: tuple[str, ...], language: Language) -> str:
    """Two or three things to ask, about a file that is known if there is one."""
    if not files:
        return _rows(saying.told(language) for saying in EXAMPLES_WITHOUT_FILES)
    stem = files[0].rpartition(".")[0] or files[0]
    return _rows(saying.told(language, file=literal(files[0]), stem=literal(stem)) for saying in EXAMPLES)


def _rows(rows: Iterable[str]) -> str:
    return "\n".join(f"- {row}" for row in rows)
