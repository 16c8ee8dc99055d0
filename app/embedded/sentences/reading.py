"""What is said of a file that was read, and of parts of it."""

import re

from app.embedded.results import Page
from app.embedded.sentences.saying import Saying
from app.language import Language

TITLE = Saying("The title of {file} is **{title}**.", "{file} のタイトルは「**{title}**」です。")
NO_TITLE = Saying(
    "{file} has no text in its first lines, so I found no title.",
    "{file} の冒頭に文字がなく、タイトルは見つかりませんでした。",
)
NO_TEXT = Saying("{file} has no text that I can read: {about}.", "{file} に読み取れる文字はありません（{about}）。")
END_UNKNOWN = Saying(
    "I cannot tell where {file} ends, because it is so large; ask for lines by their number.",
    "{file} は大きく、どこで終わるか分かりません。行番号を指定してください。",
)
EMPTY = Saying("{file} is empty.", "{file} は空のファイルです。")
SHOWN_WHOLE = Saying("Here is {file}, all of it:", "{file} の全文です。")
SHOWN_PART = Saying("Here is {file}, {part}:", "{file} の{part}です。")
SAY_ON = Saying('Say "go on" to see what follows.', "続きは「続きを読んで」と言ってください。")
AT_END = Saying(
    "{file} ends there; there is nothing more to read.", "{file} はそこまでで終わりです。続きはありません。"
)
NOT_READ = Saying("I could not read {file}. {why}", "{file} を読めませんでした。{why}")
NO_RESULT = Saying("No result came back for it.", "結果が返ってきませんでした。")
NO_SECTION = Saying(
    'I found no section "{section}" in {file}; I looked at {part}.',
    "{file} に「{section}」の節は見つかりませんでした。調べたのは{part}です。",
)
SECTION_CUT = Saying(
    "The section may go on: I could read only {part}.",
    "この節にはまだ続きがあるかもしれません。読めたのは{part}だけです。",
)


_ONE_LINE = Saying("line {first} of {total}", " {first} 行目（全 {total} 行）")
_LINES = Saying("lines {first}-{last} of {total}", " {first}〜{last} 行目（全 {total} 行）")


def part_of(page: Page, language: Language) -> str:
    """Which part of its file a page is, such as `lines 1-210 of 2,345`."""
    if page.characters:
        first, last, total = page.characters
        told = Saying("characters {first:,}-{last:,} of {total:,}", " {first:,}〜{last:,} 文字目（全 {total:,} 文字）")
        return told.told(language, first=first, last=last, total=total)
    if page.first == page.last:
        return _ONE_LINE.told(language, first=f"{page.first:,}", total=_total(page, language))
    return _LINES.told(language, first=f"{page.first:,}", last=f"{page.last:,}", total=_total(page, language))


def _total(page: Page, language: Language) -> str:
    if page.total:
        return f"{page.total:,}"
    return "不明" if language == "ja" else "more"


def last_line_shown(answer: str) -> int:
    """The last line of a file that an answer says it shows, 0 when it says none."""
    told = re.search(r"(?:lines? |-)([\d,]+) of (?:[\d,]+|more):|([\d,]+) 行目（全", answer.split("\n")[0])
    return int((told[1] or told[2]).replace(",", "")) if told else 0
