"""Lines that stand for text which was left out: a file must not be overwritten with them."""

import re

_REST = r"(?:the )?(?:rest|remainder|remaining|other|previous|existing|original)"
_THING = (
    r"(?:code|file|content|contents|text|document|section|sections|lines?|functions?|methods?|class(?:es)?|"
    r"imports?|entries|items|rows|paragraphs?|chapters?|implementation|script|body)"
)
_STAYS = (
    r"(?:(?:is|are|remains?|stays?|was|were|left|kept|goes|go)\s+)*"
    r"(?:unchanged|the same|same as (?:before|above)|as (?:before|is|it was|they were)|omitted|untouched|"
    r"unmodified|(?:omitted|shortened|truncated|left out) for brevity|not shown)"
)
_OF = rf"(?:\s+of\s+(?:the |this |your |our )?(?:\w+ )?{_THING})?"

# What can only mean that something was left out.
_CLEAR = (
    rf"(?:(?:the )?(?:rest|remainder){_OF}|{_REST}\s+{_THING}{_OF})\s+\(?{_STAYS}\)?"
    r"|(?:omitted|shortened|truncated|abbreviated) for brevity"
    r"|以下[、は]*(?:省略|略)(?:します)?|(?:中|後|前)略"
    r"|(?:残り|以降|以下|その他|続き)(?:の(?:部分|コード|内容|行|文章|本文|セクション|章))?[はも]?(?:すべて|全て)?"
    r"(?:変更なし|変更無し|省略|省略します|変更しない|変更はありません)"
    r"|(?:残り|以降|その他)の(?:部分|コード|内容|行|文章|本文)は(?:同じ|同様|そのまま|元のまま)"
)
# What means it only in brackets or in a comment that is closed.
_IN_BRACKETS = (
    rf"{_CLEAR}|(?:the )?(?:rest|remainder)\s+of\s+(?:the |this |your )?(?:\w+ )?{_THING}"
    rf"|(?:{_THING}|everything(?: else)?|all else)\s+{_STAYS}"
    r"|(?:un|not )changed|omitted|same as (?:before|above)|no changes?(?: here)?|snip|snipped"
    r"|省略|略|変更なし|変更無し|(?:残り|以降|以下|その他|続き)(?:の\w{1,6})?[はも、]?(?:同じ|同様|そのまま|元のまま)"
)
# What means it only between dots.
_BETWEEN_DOTS = (
    rf"{_IN_BRACKETS}|{_REST}\s+{_THING}{_OF}(?:\s+(?:goes\s+)?here)?|(?:既存|元|残り)の(?:コード|内容|部分|まま)"
)

_ALONE, _BRACKETED, _DOTTED = (re.compile(p, re.IGNORECASE) for p in (_CLEAR, _IN_BRACKETS, _BETWEEN_DOTS))
# A line without one of these is none; most texts have no such line.
_HINT = re.compile(
    r"rest|remain|other|previous|existing|original|change|omit|same|snip|brevity|every|else|"
    r"untouched|unmodified|shown|as (?:before|is|it|they)|here|略|まま|同|変|残|既存|元",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^(?:<!--|/\*+|//+|#+|--|;+|%+|\*+|>|REM\b)\s*|\s*(?:-->|\*/)$")
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "（": "）", "［": "］", "【": "】", "〔": "〕", "〈": "〉"}
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
    """Whether a line clearly says that text was left out, and nothing else."""
    core = line.strip()
    if not core or len(core) > _LONGEST:
        return False
    bare, marks = _bare(core)
    if not bare:
        return False
    pattern = _DOTTED if "dots" in marks else _BRACKETED if marks else _ALONE
    return pattern.fullmatch(bare) is not None


def _bare(core: str) -> tuple[str, set[str]]:
    """A line without its marks, and which it had: a closed comment, brackets, dots."""
    marks = set[str]()
    for _ in range(4):
        before = core
        if core.startswith(("<!--", "/*")) and core.endswith(("-->", "*/")):
            marks.add("closed")
        core = _COMMENT.sub("", core).strip()
        if len(core) > 1 and _BRACKETS.get(core[0]) == core[-1]:
            marks.add("brackets")
            core = core[1:-1].strip()
        if _DOTS.search(core):
            marks.add("dots")
            core = _DOTS.sub("", core).strip()
        if core == before:
            break
    return core.rstrip(".。!！:：").strip(), marks
