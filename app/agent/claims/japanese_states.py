"""What a Japanese sentence says a file has become, which can only be so since it was changed."""

import re
from collections.abc import Iterator

from app.agent.claims import japanese_words as words
from app.agent.claims.claim import Hit, Kind
from app.agent.prose import NAME

_OPENING = r"^(?:[^。、]{0,12}(?:で|は|に)?、|これで|無事に?|[\s*#・✅✓✔☑\uFE0F-])*\s*"
_NAMED = rf"(?:{NAME}\s*の\s*)?(?:ファイル|フォルダ)?(?:名|名前|名称)"
_BECAME = r"(?:に\s*(?:なり|変わり)|へ\s*変わり)ました"
_SAID: tuple[tuple[Kind, str], ...] = (
    ("move", rf"{_OPENING}(?:{NAME}|{_NAMED})\s*[はが]\s*(?:新しく\s*)?{NAME}\s*{_BECAME}"),
    ("write", rf"{_OPENING}{NAME}\s*(?:の(?:中身|内容)\s*)?[はが]\s*(?:空|から|最新|最新の状態)に\s*なりました"),
    ("delete", rf"{_OPENING}{NAME}\s*[はが]\s*(?:無くなり|なくなり|消え)ました"),
)
_STATES = tuple((kind, re.compile(pattern + words.NOT_SAID)) for kind, pattern in _SAID)


def states_in_japanese(sentence: str) -> Iterator[Hit]:
    """The claims of a sentence with names as marks that say what has become of a file."""
    if words.DATED.search(sentence) or any(apart.search(sentence) for apart in words.SET_APART):
        return
    for kind, state in _STATES:
        found = state.match(sentence)
        if found and not words.SAID_AFTER.match(sentence, found.end()):
            yield Hit(kind, found.span(), found.start())
