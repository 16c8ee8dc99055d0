"""Changes that are asked for in Japanese."""

import re
from collections.abc import Callable

from app.embedded.wishes.changes.parts import PRONOUN, Named, named, quoted
from app.embedded.wishes.names import Reading
from app.embedded.wishes.wish import Change, Verb

Changes = tuple[Change, ...]

_I = re.IGNORECASE
# A bare word runs up to the particle behind it.
_NAME = r"(?:⟦\d+⟧|⟪\d+⟫|[A-Za-z0-9_.\-/]+|[\u30a0-\u30ff\u3400-\u9fffA-Za-z0-9_\-]+?/?)"
_FILE = r"(?:\s*(?:という|っていう)(?:名前の)?)?\s*(?:の)?(?:テキスト)?(?:ファイル|文書|論文|資料)?"
_FOLDER = r"(?:\s*(?:という|っていう)(?:名前の)?)?\s*(?:の)?(?:サブ)?(?P<folder>フォルダー?|ディレクトリ)?"
_ASK = (
    r"(?:て|で)(?:おいて|いて)?"
    r"(?:\s*(?:ください|下さい|くれ|ほしい(?:です)?|欲しい(?:です)?|お願い|ちょうだい|頂戴|ね|よ))*"
)
_NOUN = r"(?:を)?(?:し" + _ASK + r"|お願い|$)"
_EVERY = r"(?:すべて|全て|全部|全部の|ぜんぶ|全箇所|全)"
_WHAT = r"(?P<what>.+?)"

_DELETE = re.compile(
    rf"{_WHAT}\s*(?:を|は|の(?=削除|消去))\s*(?:(?:削除|消去){_NOUN}|(?:消し|取り除い|捨て){_ASK})", _I
)
_RENAME = re.compile(
    rf"{_WHAT}\s*の(?:ファイル)?(?:名前|名)を\s*(?P<where>{_NAME})\s*に\s*"
    rf"(?:変え{_ASK}|(?:変更|リネーム|改名){_NOUN}|し{_ASK})"
    rf"|{_WHAT.replace('what', 'that')}\s*を\s*(?P<there>{_NAME})\s*(?:に|へ|と)\s*"
    rf"(?:(?:リネーム|改名|名前(?:を)?変更){_NOUN}|名前を変え{_ASK})"
    rf"|{_WHAT.replace('what', 'it')}\s*を\s*(?P<so>{_NAME})\s*という名前に\s*(?:変え{_ASK}|変更{_NOUN}|し{_ASK})",
    _I,
)
_PLACED = rf"{_WHAT}\s*を\s*(?P<where>{_NAME}){_FOLDER}"
_COPY = re.compile(
    rf"{_PLACED}(?:の中|内)?\s*(?:に|へ|として|という名前(?:で|に))\s*(?:(?:コピー|複製){_NOUN})"
    rf"|{_WHAT.replace('what', 'that')}\s*の\s*(?:コピー|複製|写し)を\s*(?P<there>{_NAME})\s*"
    rf"(?:に|へ|として|という名前で)\s*(?:作っ{_ASK}|作成{_NOUN}|保存{_NOUN})",
    _I,
)
_SAVE = re.compile(rf"(?P<what>⟦\d+⟧)\s*を\s*(?P<where>⟦\d+⟧|⟪\d+⟫)\s*(?:に|へ|として|という名前で)\s*保存{_NOUN}", _I)
_MOVE = re.compile(rf"{_PLACED}(?P<inside>の中|内)?\s*(?:に|へ)\s*(?:移動{_NOUN}|移し{_ASK}|動かし{_ASK})", _I)
_PUT = re.compile(
    rf"(?P<what>⟦\d+⟧)\s*を\s*(?P<where>{_NAME}){_FOLDER}(?P<inside>の中|内)?\s*(?:に|へ)\s*入れ{_ASK}", _I
)
_MAKE = re.compile(
    rf"(?:(?P<where>{_NAME})\s*(?:フォルダー?|ディレクトリ)?\s*(?:の中|内)?に\s*)?"
    rf"(?:新しい|新規)?\s*(?:(?P<name>{_NAME})\s*(?:(?:という|っていう)(?:名前の)?)?\s*(?:の)?(?:サブ)?(?:フォルダー?|ディレクトリ)"
    rf"|(?:フォルダー?|ディレクトリ)\s*(?P<late>{_NAME}))\s*を\s*(?:新規に?)?\s*(?:(?:作っ|つくっ){_ASK}|(?:作成|新規作成){_NOUN})",
    _I,
)
_TEXT = r"(?:⟪\d+⟫|[A-Za-z0-9_\-]+)"
_EDIT = re.compile(
    rf"(?P<every1>{_EVERY}の?)?\s*{_WHAT}(?:の(?:中の)?|で|にある|内の|の中で)\s*(?P<every2>{_EVERY}の?)?\s*(?P<old>{_TEXT})"
    rf"(?:という(?:言葉|文字列?|単語|文))?\s*(?:を|は)\s*(?P<every3>{_EVERY})?\s*(?P<new>{_TEXT})\s*(?:に|へ)\s*(?P<every4>{_EVERY})?\s*"
    rf"(?:(?:置き換え|変え|書き換え|入れ替え){_ASK}|(?:置換|変更|修正){_NOUN}|直し{_ASK}|し{_ASK})",
    _I,
)
_TAKE_OUT = re.compile(
    rf"{_WHAT}(?:から|の(?:中の)?)\s*(?P<every1>{_EVERY}の?)?\s*(?P<old>⟪\d+⟫)(?:という(?:言葉|文字列?|単語|文|行))?\s*を\s*"
    rf"(?P<every2>{_EVERY})?\s*(?:(?:削除|消去){_NOUN}|(?:消し|取り除い){_ASK})",
    _I,
)
_LISTED = re.compile(r"\s*(?:と|、|,|や|および|及び)\s*")
_ONE = re.compile(rf"(?:ファイル|フォルダー?)?\s*(?P<name>{_NAME}){_FILE}")
_ONE_FOLDER = re.compile(
    rf"(?:空の)?(?P<name>{_NAME})(?:という(?:名前の)?)?\s*の?(?:サブ)?(?:フォルダー?|ディレクトリ)"
)
_NEXT = re.compile(r"(?<=て)\s*[、,。]\s*(?:そして|それから|次に|あと)?\s*|(?:(?<=し)|(?<=り))、\s*")


def changes_in_japanese(reading: Reading, text: str) -> Changes | None:
    """The changes that `text` asks for, if it asks for nothing else."""
    found: list[Change] = []
    clauses = [clause for clause in _NEXT.split(text) if clause]
    for clause in clauses:
        meant = next((made for read in _READERS if (made := read(reading, clause))), None)
        if not meant or (len(clauses) > 1 and any(not change.source and change.verb != "make" for change in meant)):
            return None
        found += meant
    return tuple(found) or None


def _make(reading: Reading, clause: str) -> Changes | None:
    found = _MAKE.fullmatch(clause)
    folder = named(reading, found["name"] or found["late"], folder=False, called=False) if found else None
    if not found or not folder:
        return None
    parent = named(reading, found["where"], folder=True, called=True) if found["where"] else None
    return (Change("make", target=f"{parent.target.removeprefix('./') if parent else ''}{folder.path}"),)


def _edit(reading: Reading, clause: str) -> Changes | None:
    taken_out = _TAKE_OUT.fullmatch(clause)
    found = taken_out or _EDIT.fullmatch(clause)
    sources = _sources(reading, found["what"]) if found else None
    if not found or not sources or len(sources) > 1:
        return None
    old, new = quoted(reading, found["old"]), "" if taken_out else quoted(reading, found["new"])
    if not old or new is None:
        return None
    every = any(value for name, value in found.groupdict().items() if name.startswith("every"))
    return (Change("edit", sources[0].path, old=old, new=new, every=every),)


def _rename(reading: Reading, clause: str) -> Changes | None:
    found = _RENAME.fullmatch(clause)
    if not found:
        return None
    what, where = found["what"] or found["that"] or found["it"], found["where"] or found["there"] or found["so"]
    return _moved("rename", reading, what, _target(reading, where, folder=False))


def _copy(reading: Reading, clause: str) -> Changes | None:
    found = _COPY.fullmatch(clause) or _SAVE.fullmatch(clause)
    if not found:
        return None
    facts = found.groupdict()
    what, where = facts["what"] or facts["that"], facts["where"] or facts["there"]
    return _moved("copy", reading, what, _target(reading, where, bool(facts.get("folder"))))


def _move(reading: Reading, clause: str) -> Changes | None:
    found = _MOVE.fullmatch(clause) or _PUT.fullmatch(clause)
    if not found:
        return None
    folder = bool(found["folder"] or found["inside"])
    return _moved("move", reading, found["what"], _target(reading, found["where"], folder))


def _delete(reading: Reading, clause: str) -> Changes | None:
    found = _DELETE.fullmatch(clause)
    sources = _sources(reading, found["what"]) if found else None
    return tuple(Change("delete", source.path) for source in sources) if sources else None


def _moved(verb: Verb, reading: Reading, what: str, target: str) -> Changes | None:
    sources = _sources(reading, what)
    if not sources or not target or (len(sources) > 1 and not target.endswith("/")):
        return None
    return tuple(Change(verb, source.path, target) for source in sources)


def _sources(reading: Reading, what: str) -> tuple[Named, ...] | None:
    if PRONOUN.fullmatch(what.strip()):
        return (Named(""),)
    found = [_one(reading, one) for one in _LISTED.split(what.strip())]
    return tuple(one for one in found if one) if all(found) else None


def _one(reading: Reading, what: str) -> Named | None:
    if folder := _ONE_FOLDER.fullmatch(what):
        return named(reading, folder["name"], folder=True, called=False)
    found = _ONE.fullmatch(what)
    return named(reading, found["name"], folder=False, called=False) if found else None


def _target(reading: Reading, where: str, folder: bool) -> str:
    place = named(reading, where, folder, called=False)
    return place.target if place else ""


_READERS: tuple[Callable[[Reading, str], Changes | None], ...] = (_make, _edit, _rename, _copy, _move, _delete)
