"""A text to write that the message itself holds."""

import re
from dataclasses import replace

from app.embedded.wishes import words
from app.embedded.wishes.names import Reading, is_file_name, plain_twin
from app.embedded.wishes.places import folder_in, lines_in, placed
from app.embedded.wishes.wish import Wish

_WRITE_EN = re.compile(
    r"\b(?:write|put|add|append|insert|note)\s+(?:down\s+)?"
    r"(?:(?:the\s+)?(?:following\s+)?(?:text|words?|line|sentence)\s*:?\s+|the\s+following\s*:?\s*)?"
    r"(?P<text>.+?)\s+(?:to|into|in|at the end of)\s+(?:a\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?"
    r"(?P<file>[^\s\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?\s*[.!]?\s*$",
    re.I | re.S,
)
_CREATE_EN = re.compile(
    r"\b(?:create|make|write|start|save|overwrite)\s+(?:me\s+)?(?:a\s+|"
    r"the\s+)?(?:new\s+)?(?:text\s+)?(?:file\s+)?(?:called\s+|named\s+)?[\"'`]?"
    r"(?P<file>[^\s\"'`:]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?\s*,?\s*(?:with|containing|that\s+(?:says|contains)|"
    r"which\s+says|saying|and\s+(?:write|put))\s+"
    r"(?:only\s+)?(?:the\s+|this\s+)?(?:following\s+)?(?:text|content|contents|words?|line|sentence)?\s*(?:in "
    r"it)?\s*:?\s*(?P<text>.+)$",
    re.I | re.S,
)
_WRITE_JA = re.compile(
    r"(?P<file>[^\s、。「」『』\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})[」』\"'`]?\s*(?:に|へ|を作って|を作成して|"
    r"というファイルを作って|という名前で)[、,:]?\s*"
    r"(?!.{0,4}(?:何|なに|なん)と)(?P<text>[^⟪⟦]+?)\s*(?:と|って)\s*(?:だけ)?(?:書い|書き|追記|追加|入れて|記入|"
    r"メモ|足して|保存)",
    re.S,
)
_THIS_BELOW = re.compile(
    r"\b(?:save|write|put|add|append)\s+(?:this|the\s+following)(?:\s+(?:text|lines?|sentences?|words?))?\s+"
    r"(?:to|in|into|as|at the end of)\s+[\"'`]?(?P<file>[^\s\"'`:]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?"
    r"\s*:\s*(?P<text>.+)$"
    r"|(?:次|以下)の(?:文|文章|テキスト|内容)を\s*[「『\"'`]?(?P<fileja>[^\s、。「」『』\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})"
    r"[」』\"'`]?\s*に\s*(?:保存|書い|追記)(?:して|て)(?:ください)?\s*[:：]\s*(?P<textja>.+)$",
    re.I | re.S,
)
_REFERENCE = re.compile(
    r"^(?:(?:up|it|that|this|them|those|these|the|a|its|their|your|my|everything|all|each|both)\b|それ|これ|その|"
    r"この|要約|さっき|先ほど|結果)"
    r"|\b(?:summar(?:y|ies)|answer|result|titles?)\b|要約",
    re.I,
)
# An unquoted text that goes on like this is a text and a second wish.
_SECOND_WISH = re.compile(
    r"\b(?:and|then)\s+(?:then\s+|also\s+|please\s+)*(?:summari[sz]e|read|show|list|open|print|tell|save|write|create|"
    r"append|add|find|search)\b",
    re.I,
)
_LONGEST_UNQUOTED = 6_000
_EMPTY_FILE = re.compile(r"\b(?:create|make)\b.*\b(?:empty|blank)\b|空の?ファイル|空っぽ|空のまま", re.I)


def text_to_write(reading: Reading, message: str) -> Wish | None:
    """A wish to write a text that the message itself holds."""
    masked = reading.masked
    if below := _THIS_BELOW.search(message[:_LONGEST_UNQUOTED]):
        file, text = below["file"] or below["fileja"], below["text"] or below["textja"]
        return Wish("write", save_as=file, text=text.strip(" \t"), append=bool(words.APPEND.search(masked)))
    if not words.WRITE.search(masked) or words.WRITTEN_THERE.search(masked):
        return None
    if words.MAKES_FOLDER.search(masked) or words.EDITS_TEXT.search(masked):
        return None
    if reading.quotes and reading.files and words.SUMMARY.search(masked):
        return Wish("several")
    wish = _written(reading, message, bool(words.APPEND.search(masked)))
    if wish and _more_than_one(wish, reading):
        return Wish("several")
    return replace(wish, kind="blank") if wish and not wish.text.strip() and not wish.append else wish


def _written(reading: Reading, message: str, append: bool) -> Wish | None:
    masked = reading.masked
    if not reading.files:
        return _to_a_file_open(reading, append)
    file = placed(reading.files[-1], folder_in(masked))
    if reading.quotes:
        return Wish("write", save_as=file, text=reading.quotes[-1], append=append)
    return Wish("write", save_as=file) if _EMPTY_FILE.search(masked) else _unquoted(reading, message, append)


def _more_than_one(wish: Wish, reading: Reading) -> bool:
    """Whether there are several files or texts, or something else to do: it is open what belongs where."""
    if len(set(reading.files)) > 1 or len(reading.quotes) > 1:
        return True
    second = not reading.quotes and _SECOND_WISH.search(wish.text)
    return bool(second or words.DESTROYS.search(reading.masked) or words.REWORDS.search(reading.masked))


def _to_a_file_open(reading: Reading, append: bool) -> Wish | None:
    """A quoted text without a file's name: the file is asked for, or known from before."""
    if len(reading.quotes) != 1 or words.SUMMARY.search(reading.masked):
        return None
    refers = bool(words.REFERS.search(reading.masked))
    return Wish("write", text=reading.quotes[0], append=append, refers=refers)


def _unquoted(reading: Reading, message: str, append: bool) -> Wish | None:
    plain = reading.plain
    # The patterns are quadratic in the worst case, and a long text is quoted or no request.
    if len(plain) > _LONGEST_UNQUOTED or lines_in(reading.masked):
        return None
    for pattern in (_CREATE_EN, _WRITE_EN, _WRITE_JA):
        found = pattern.search(plain)
        if found and is_file_name(plain_twin(found["file"])) and not _REFERENCE.search(found["text"]):
            text = message[found.start("text") : found.end("text")].strip(" \t")
            return Wish("write", save_as=reading.files[0], text=text, append=append)
    return None
