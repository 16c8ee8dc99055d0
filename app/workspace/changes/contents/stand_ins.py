"""Lines that stand for text which was left out: a file must not be overwritten with them."""

import re

_REST = r"(?:the )?(?:rest|remainder|remaining|other|previous|existing|original)"
_THING = (
    r"(?:code|file|content|contents|text|document|section|sections|lines?|functions?|methods?|class(?:es)?|"
    r"imports?|entries|items|rows|paragraphs?|chapters?|implementation|script|body|article|essay|report|story|letter|"
    r"page|list|table|notes?|logic|config(?:uration)?|data|markup|jsx|html|tests?|component)"
)
_STAYS = (
    r"(?:(?:is|are|remains?|stays?|was|were|left|kept|goes|go)\s+)*"
    r"(?:unchanged|the same|same as (?:before|above)|as (?:before|above|is|it (?:is|was)|they (?:are|were))|omitted|"
    r"untouched|unmodified|intact|(?:omitted|shortened|truncated|left out) for brevity|not shown)"
)
_OF = rf"(?:\s+of\s+(?:the |this |your |our )?(?:\w+ )?{_THING})?"
_THING_JA = (
    r"(?:部分|コード|内容|行|文章|本文|セクション|章|文書|記事|リスト|項目|段落|ページ|処理|関数|メソッド|"
    r"テキスト|ファイル|表|原稿|資料)"
)
_REST_JA = rf"(?:(?:残り|以降|以下|その他|他|続き)の{_THING_JA}|{_THING_JA}の(?:残り|続き)(?:の部分)?)"
_SAME_JA = r"(?:(?:以前|前|上|上記|元|これまで|従来)と)?(?:同じ|同様|そのまま|元のまま)(?:です)?"
_UNCHANGED_JA = r"(?:変更なし|変更無し|省略|省略します|変更しない|変更は?ありません)"

_ORIGINAL_JA = rf"(?:元|現状|既存)(?:の{_THING_JA})?の(?:まま|とおり|通り)(?:です|とする|にする)?"
_KEPT = rf"(?:keep|keeping|leave)\s+(?:all\s+)?(?:the\s+)?(?:{_REST}\s+{_THING}|rest|remainder|everything else){_OF}"

# What can only mean that something was left out.
_CLEAR = (
    rf"(?:(?:the )?(?:rest|remainder){_OF}|{_REST}\s+{_THING}{_OF})\s+\(?{_STAYS}\)?"
    r"|(?:omitted|shortened|truncated|abbreviated) for brevity"
    r"|以下[、は]*(?:省略|略)(?:します)?|(?:中|後|前)略"
    rf"|(?:残り|以降|以下|その他|続き)[はも、]?(?:すべて|全て)?(?:{_UNCHANGED_JA}|{_ORIGINAL_JA})"
    rf"|{_REST_JA}[はも]?(?:すべて|全て)?(?:{_UNCHANGED_JA}|{_SAME_JA})"
)
# What means it only in a comment.
_IN_COMMENT = (
    rf"{_CLEAR}|same as (?:before|above)|(?:the )?(?:unchanged|same)\s+{_THING}\s+(?:above|below|as before|here)"
    rf"|(?:{_THING}|everything|all)\s+(?:above|below)\s+{_STAYS}|{_KEPT}\s+{_STAYS}"
    rf"|(?:残り|以降|以下|続き)[はも、]そのまま(?:です)?"
    rf"|(?:以前|前|上|上記|元|これまで|従来)と(?:同じ|同様)|(?:上|下|上記|既存)の{_THING_JA}は?(?:{_UNCHANGED_JA}|{_SAME_JA})"
)
# What means it only in brackets or in a comment that is closed.
_IN_BRACKETS = (
    rf"{_IN_COMMENT}|(?:the )?(?:rest|remainder)\s+of\s+(?:the |this |your )?(?:\w+ )?{_THING}"
    rf"|(?:the )?(?:rest|remainder)\s+of\s+(?:the |this |your )?(?:\w+ )?\w+\s+{_STAYS}"
    rf"|(?:{_THING}|everything(?: else)?|all else)\s+{_STAYS}"
    r"|(?:un|not )changed|omitted|no changes?(?: here)?|snip|snipped"
    rf"|省略|略|変更なし|変更無し|(?:残り|以降|以下|その他|続き)(?:の\w{{1,6}})?[はも、]?{_SAME_JA}"
    rf"|(?:以下|残り)[は、]*(?:元|既存)の{_THING_JA}|元の{_THING_JA}の?(?:まま|とおり|通り)"
)
# What means it only between dots, or in brackets in a comment.
_BETWEEN_DOTS = (
    rf"{_IN_BRACKETS}|{_REST}\s+{_THING}{_OF}(?:\s+(?:goes\s+)?here)?|{_KEPT}(?:\s+here)?"
    rf"|(?:既存|元|残り)の(?:{_THING_JA}|まま)"
)

_ALONE, _COMMENTED, _BRACKETED, _DOTTED = (
    re.compile(pattern, re.IGNORECASE) for pattern in (_CLEAR, _IN_COMMENT, _IN_BRACKETS, _BETWEEN_DOTS)
)
# A line without one of these is none; most texts have no such line.
_HINT = re.compile(
    r"rest|remain|other|previous|existing|original|change|omit|same|snip|brevity|every|else|"
    r"untouched|unmodified|intact|shown|as (?:before|is|it|they)|here|略|まま|同|変|残|既存|元|"
    r"(?://|/\*|#|<!--|;|%)\s*(?:\.{3}|…|・{3}|‥)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^(?:<!--|/\*+|//+|#+|--|;+|%+|REM\b)\s*|\s*(?:-->|\*/)$")
_CODE = re.compile(r"<!--|/\*|//|#(?!#)|;|%")
_AT_THE_END = re.compile(r"(?<=\S)\s+(?=(?:#|//|/\*|<!--)\s*\S)")
# Quotes of a docstring, emphasis, lines and list marks say nothing themselves.
_AROUND = re.compile(r"^(?:\"{3}|'{3}|\*+|_+|-+|=+|>|[●■]|・(?!・))\s*|\s*(?:\"{3}|'{3}|\*+|_+|-+|=+)$")
_BRACKETS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "<": ">",
    "（": "）",
    "［": "］",
    "【": "】",
    "〔": "〕",
    "〈": "〉",
    "「": "」",
}
_DOTS = re.compile(r"^(?:\.{3,}|…+|・{3,}|‥+)\s*|\s*(?:\.{3,}|…+|・{3,}|‥+)$")
_LONGEST = 120


def stand_in(text: str, kept: str) -> str:
    """The first line of `text` that stands for omitted text, "" when there is none.

    A line that is in `kept`, the text to be overwritten, is not one.
    """
    if not _HINT.search(text):
        return ""
    there = {line.strip() for line in kept.splitlines()}
    lines = (line.strip() for line in text.splitlines() if _HINT.search(line))
    return next((line for line in lines if line not in there and is_stand_in(line)), "")


def is_stand_in(line: str) -> bool:
    """Whether a line, or a comment at its end, clearly says that text was left out, and nothing else."""
    core = line.strip()
    *_, comment = _AT_THE_END.split(core, maxsplit=1)
    return _stands(core) or (comment != core and _ALONE.fullmatch(_bare(comment)[0]) is not None)


def _stands(core: str) -> bool:
    if not core or len(core) > _LONGEST:
        return False
    bare, marks = _bare(core)
    if not bare:
        return marks >= {"code", "dots"}
    return _pattern(marks).fullmatch(bare) is not None


def _pattern(marks: set[str]) -> re.Pattern[str]:
    if "dots" in marks or marks >= {"comment", "brackets"}:
        return _DOTTED
    if marks & {"closed", "brackets"}:
        return _BRACKETED
    return _COMMENTED if "comment" in marks else _ALONE


def _bare(core: str) -> tuple[str, set[str]]:
    """A line without its marks, and which it had: a comment, one of code, a closed one, brackets, dots."""
    marks = set[str]()
    for _ in range(6):
        before = core
        marks |= _comment_marks(core)
        core = _AROUND.sub("", _COMMENT.sub("", core)).strip()
        if len(core) > 1 and _BRACKETS.get(core[0]) == core[-1]:
            marks.add("brackets")
            core = core[1:-1].strip()
        if _DOTS.search(core):
            marks.add("dots")
            core = _DOTS.sub("", core).strip()
        if core == before:
            break
    return core.rstrip(".。!！:：").strip(), marks


def _comment_marks(core: str) -> set[str]:
    marks = {"comment"} if _COMMENT.match(core) and not core.startswith("##") else set[str]()
    if _CODE.match(core):
        marks.add("code")
    if core.startswith(("<!--", "/*")) and core.endswith(("-->", "*/")):
        marks.add("closed")
    return marks
