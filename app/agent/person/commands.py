"""The words that the app itself acts on, without the model."""

import re
import unicodedata
from typing import Literal

Command = Literal["undo", "redo"]

_POLITE = re.compile(
    r"^(?:(?:please|pls|ok(?:ay)?|oh|no|oops|sorry|wait|hey|now|just|then|actually|can\s+you|could\s+you|would\s+you|"
    r"will\s+you)\b[\s,]*|(?:やっぱり|やはり|すみません|ごめん|じゃあ|では)[\s,、]*)+"
    r"|[\s,]+(?:please|pls|for\s+me|now|thanks|thank\s+you)$"
)
_ASKED_KINDLY = re.compile(r"^(?:please\s+)?(?:can|could|would|will)\s+you\b")
_ALL_SAID = r"(?:that|it|this|them|everything|(?:all\s+)?(?:(?:of\s+)?(?:the|your|my|that|this|these|those)\s+)?"
_CHANGE = (
    rf"{_ALL_SAID}(?:(?:very\s+)?(?:last|latest|previous|(?:most\s+)?recent)\s+)?(?:changes?|edits?|actions?|steps?))"
)
_EARLIER = (
    r"(?:(?:今|いま|さっき|先ほど|先程|さきほど|直前|最後|前回|今回|この|その|全て|すべて|全部)(?:行った|した|やった)?の?)?"
    r"(?:(?:変更|編集|操作|それ|これ|全て|すべて|全部)(?:を|は)?\s*(?:全て|すべて|全部)?\s*)?"
)
_ASKING = (
    r"(?:(?:おいて)?(?:ください|下さい|くれ(?:る|ます|ません)?か?|もらえ(?:る|ます|ません)?か?|いただけ(?:ます|ません)か|ほしい(?:です)?|"
    r"欲しい(?:です)?|ちょうだい|頂戴|ね|よ)?)"
)
_FORMS: dict[Command, re.Pattern[str]] = {
    "undo": re.compile(
        rf"/?undo|revert|roll\s?back|(?:undo|revert|roll\s?back)\s+{_CHANGE}|(?:take|roll)\s+(?:it|that|this)\s+back|"
        rf"{_EARLIER}(?:(?:元|もと)(?:通り|どおり)?に)(?:戻す|戻したい(?:です)?|戻して{_ASKING})|"
        rf"{_EARLIER}(?:取り?消し|取り?消す|取り?消したい(?:です)?|取り?消して{_ASKING})(?:お願いします)?|"
        rf"アンドゥ(?:して{_ASKING})?"
    ),
    "redo": re.compile(
        rf"/?redo|redo\s+{_CHANGE}|(?:やり直し|やり直す|やり直して{_ASKING}|リドゥ(?:して{_ASKING})?)(?:お願いします)?"
    ),
}


def command_in(question: str) -> Command | None:
    """The command that `question` is, as a whole; None for anything said to the model.

    A file's name, or how much is to be undone, is for the person to say at the step's own button.
    """
    words = " ".join(unicodedata.normalize("NFKC", question).casefold().split())
    bare = words.rstrip(" .!。、~")
    if bare.endswith("?") and not (_ASKED_KINDLY.match(bare) or not bare.isascii()):
        return None
    bare = bare.rstrip(" ?.!。")
    while (less := _POLITE.sub("", bare).strip(" ,、.!。")) != bare:
        bare = less
    return next((command for command, form in _FORMS.items() if form.fullmatch(bare)), None)
