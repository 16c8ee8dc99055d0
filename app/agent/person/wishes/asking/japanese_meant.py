"""Which of the files in a Japanese wish are to be changed, and which are only what it rests on."""

import re

from app.agent.person.wishes.asking.kinds import Kinds
from app.agent.prose import NAME

_ROW = rf"{NAME}(?:\s*(?:[,、と・]|および|及び)\s*{NAME})*"
_TO = re.compile(
    rf"({_ROW})\s*(?:(?:という|の)(?:名前|ファイル)?[^、。⟦]{{0,12}}?)?(?:に|へ|として|で)"
    r"(?!\s*(?:ついて|関|基づ|従|合わせ))"
)
_OBJECT = re.compile(rf"({_ROW})(?!\s*(?:に|へ|として|で|より|[⟦,、と・]))")
_DIRECT = re.compile(rf"({_ROW})\s*(?:を|は|も)?\s*$")
_FROM_ANOTHER = re.compile(r"要約|翻訳|訳|まとめ|変換|コピー|複製|バックアップ|抽出|結合|統合|分割|分け")
_MAKES = re.compile(r"保存|セーブ|書|出|作|つく|生成|記|メモ|残|格納|入れ|置い|圧縮|ファイルにし|し")
_ADDS = re.compile(r"上書|追記|追加|書き足|書き込|付け|加え|足|挿入")


def meant_in_japanese(verb: str, before: str, kinds: Kinds) -> tuple[str, ...] | None:
    """The marks of the files that the wish with `verb` behind what stands `before` it means to change."""
    to, objects = _TO.findall(before)[-1:], _OBJECT.findall(before)[-1:]
    if "moved" in kinds and (to or objects):
        return _marks(objects + to)
    if _FROM_ANOTHER.match(verb):
        return _marks(to)
    adds = _ADDS.match(verb)
    if to and (adds or _MAKES.match(verb)):
        return _marks(to)
    if _MAKES.match(verb) and not adds:
        return _marks(_DIRECT.findall(before))
    return _marks(objects) or None


def _marks(rows: list[str]) -> tuple[str, ...]:
    return tuple(mark for row in rows for mark in re.findall(NAME, row))
