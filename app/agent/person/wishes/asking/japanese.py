"""Requests for a change in the folder, in Japanese."""

import re
from collections.abc import Iterator

from app.agent.person.wishes.asking.japanese_meant import meant_in_japanese
from app.agent.person.wishes.asking.kinds import DELETES, EDITS, MOVES, WRITES, Kinds
from app.agent.person.wishes.asking.wish import Wish
from app.agent.prose import NAME, QUOTE

# Verbs that leave no doubt, and those that may as well be about the answer. Both as they stand before て.
_SURE = (
    r"(?:保存|セーブ|削除|消去|上書き(?:保存)?|追記|移動|コピー|複製|リネーム|改名|置換|編集|修正|訂正|更新|バックアップ|"
    r"(?:書き出|書き足|書きだ|(?<!取り)(?<!取)消|直|移)(?=し)|空に(?=し)|処分|アーカイブ|整理|整頓)(?:を)?し"
    r"|(?<=ファイルに)し|バックアップを(?:取|と)っ|書き込ん|書きこん|書き換え|書きかえ|置き換え|付け加え|片付け|片づけ|消し去っ|捨て|取り除い|名前を[^、]{0,40}?(?:変え|変更し)"
    r"|(?:に|へと?)(?<!語に)(?<!調に)(?<!書きに)(?:変え|変更し)"
)
_OPEN = (
    r"(?:作成|生成|変更|追加|出力|記入|記録|メモ|要約|翻訳|変換|結合|統合|分割|格納|圧縮|挿入)(?:を)?し"
    r"|(?:残|出|足|訳)し|作っ|つくっ|書い|入れ|まとめ|変え|加え|(?<!片)付け|分け|置い|並べ替え"
)
_FILE = rf"(?:{NAME}|フォルダー?|ファイル|ディレクトリ)"
_INTO = re.compile(
    rf"{_FILE}\s*(?:(?:という|の)(?:名前|ファイル)?[^、。]{{0,12}}?)?(?:に|へ|として|で)(?!\s*(?:ついて|関|対|は|ある|書かれ|書いてあ))|>\s*{NAME}|フォルダー?(?:ごと|別)に"
)
_MADE = re.compile(rf"{_FILE}\s*を\s*(?:[^、。を]{{0,15}})$")
_MAKES = re.compile(r"作|つく|生成|分|結合|統合|並べ|追加|挿入")
_CHANGES = re.compile(r"変|追加|加え|足|付け|入れ|挿入")
_ASKED = (
    r"(?:て|で)(?:お(?:いて|け(?:ば|る)?)|ほ(?=しい))?"
    r"(?!(?:い(?!ただ)(?:る|た|ま|な|て)|あ[るりっ]|も(?!ら)|は|し(?:ま|い)|き[たま]|み[たま]|た|る|と(?:言|書|頼|い|あ)|いい|良|よ[いか]|から(?:の|は)|何|なに|大丈夫|問題|どう|構|くれ(?:た|まし|る(?!\s*(?:[?。、!か]|$|と)))|もら[いっ]|いただ(?:いた|きまし)|あげ))"
)
_WISH = r"(?:を|の)?(?:お願い|おねがい|頼(?:む|み)|希望|してほしい|して欲しい)"
_SURE_NOUN = (
    r"(?:保存|セーブ|削除|消去|上書き|追記|移動|コピー|複製|リネーム|改名|置換|修正|訂正|更新|書き込み|"
    r"書き出し|バックアップ|整理|整頓)"
)
_PLAIN = re.compile(
    rf"(?:{_SURE}){_ASKED}"
    rf"|{_SURE_NOUN}{_WISH}|{_SURE_NOUN}(?:を)?(?:し(?:なさい|ろ|とい|といて|たい(?!と言|って言))|せよ)"
    rf"|{_SURE_NOUN}[\s。!、]*$"
    r"|(?:(?<!取り)(?<!取)消|直|移|書き出)し(?:といて|なさい|たい(?!と言))"
)
# What is turned into a file; "対象を a.txt にして" chooses one.
_TURNED = re.compile(
    rf"(?:(?:{NAME}|要約|概要|翻訳|まとめ|結果|一覧|それ|これ|全部|すべて|全て|"
    r"(?<!対象)(?<!対象の)(?<!入力)(?<!入力の)(?:ファイル|論文|文書|資料))を|(?:要約|翻訳|整理)して、?)"
    rf"\s*{NAME}\s*にし(?:て(?:おいて)?(?:ください|下さい|くれ(?:る|ますか|ませんか)|もらえ(?:る|ますか)|ほしい(?:です)?|欲しい(?:です)?)?"
    r"|といて|たい(?:です)?)[\s。!?]*$"
)
_DOUBTED = re.compile(
    rf"(?P<verb>{_OPEN})(?:{_ASKED}|たい(?!と言)|なさい|といて)|(?P<noun>作成|追加|変更|出力)(?:{_WISH}|[\s。!:]*$)"
)
_ELLIPSIS = re.compile(rf"{_FILE}\s*(?:に|へ)[\s。!]*$")
_ABOUT_THE_ANSWER = re.compile(r"(?:回答|答え|返事|口調|話題|言語|言い方)(?:を|は|の)[^、。]{0,20}$")
_QUESTION = re.compile(
    r"誰|だれ|いつ|どうやって|どのように|どうすれば|どうしたら|なぜ|なんで|方法|やり方|手順|書いてあるの"
)
# A request before "と" is told, not made.
_QUOTED_REQUEST = (
    r"(?:(?:[てで]|ほしい(?:です)?|欲しい(?:です)?|たい(?:です)?|ください|下さい|(?:くれ|もらえ|いただけ)(?:ますか|ませんか)|なさい|しろ|せよ)"
    r"\s*(?:と(?!り|にかく|も|助|嬉|うれ|あり|思|考)|って)|(?:ください|下さい|ますか|ませんか|なさい|せよ)、?(?:を|の(?![でに])))"
)
_TOLD = re.compile(rf"によると|によれば|言われ|書かれて|{_QUOTED_REQUEST}")


# Which kinds of change a verb can mean: a wish to save something covers no deletion.
_REMOVES = re.compile(r"削除|消|処分|捨て|取り除")
_TIDIES = re.compile(r"整理|整頓|片付|片づ|空に")
_RENAMES = re.compile(r"移動|移|アーカイブ|リネーム|改名|名前を")
_TURNS = re.compile(r"変え|変更")
_PUTS = re.compile(r"入れ|分け|まとめ|格納|置い")
_FILE_NAME = re.compile(rf"(?:(?:ファイル|フォルダー?|{NAME})の?|^\s*)(?:名|名前|名称)(?:を|は)")
_TO_A_NAME = re.compile(rf"{NAME}[^、]*{NAME}\s*(?:に|へと?)?$")
_INTO_A_FOLDER = re.compile(r"(?:フォルダー?|ディレクトリ)[^、]{0,12}(?:に|へ)")
_FILES = re.compile(r"ファイル|フォルダ|ディレクトリ|論文|文書|資料|写真|画像|ドキュメント|ここ|中身|全部|すべて")
# A file is meant, and not something in it: it stands right before the verb.
_WHOLE = re.compile(
    rf"(?:{NAME}|ファイル|フォルダー?|ディレクトリ|論文|文書|資料|写真|画像|それ|これ|全部|すべて|全て)\s*(?:を|は|も|の)?[^、のを]{{0,8}}$"
)
_FROM_OR_TO = re.compile(rf"^[^、の]*(?:{NAME}|ファイル)\s*(?:を|は|も)[^、を]*(?:に|へ|から)[^、を]{{0,8}}$")


def wishes_in_japanese(sentence: str) -> Iterator[Wish]:
    """What the sentence, with names and quotations as marks, plainly asks for."""
    if _QUESTION.search(sentence) or _TOLD.search(sentence):
        return
    for found in _PLAIN.finditer(sentence):
        if not _is_about_the_answer(sentence, found.start()):
            yield _wish(sentence, found)
    for found in _DOUBTED.finditer(sentence):
        if _is_for_a_file(sentence, found):
            yield _wish(sentence, found)
    turned = _TURNED.search(sentence)
    if turned and not re.search(r"対象|入力|読み込", sentence):
        yield Wish(WRITES, (re.findall(NAME, turned[0])[-1],))
    elided = _ELLIPSIS.search(sentence)
    if elided and re.search(r"まとめ|要約|翻訳|結果|保存", sentence):
        yield Wish(WRITES, tuple(re.findall(NAME, elided[0])))


def _wish(sentence: str, verb: re.Match[str]) -> Wish:
    before = _clause(sentence, verb.start())
    kinds = _kinds_of(verb[0], before)
    return Wish(kinds, meant_in_japanese(verb[0], before, kinds))


def _clause(sentence: str, end: int) -> str:
    """What the verb at `end` is about: its own clause, or all that stands before it when that is empty."""
    before = sentence[max(0, end - 80) : end]
    clause = re.split(r"[、。;]|(?<=[てで])\s", before)[-1]
    return clause if clause.strip() or "を" not in before else before


def _kinds_of(verb: str, before: str) -> Kinds:
    """The kinds of change that `verb` can mean behind what stands `before` it in its clause."""
    of_files = bool(_WHOLE.search(before)) or not before.strip()
    if _REMOVES.match(verb):
        return DELETES if of_files else EDITS
    if _TIDIES.match(verb):
        return DELETES | MOVES if _FILES.search(before) or not before.strip() else WRITES
    if _RENAMES.match(verb):
        return MOVES if of_files or _FROM_OR_TO.search(before) else EDITS
    if _TURNS.search(verb) and (_FILE_NAME.search(before) or _TO_A_NAME.search(before)):
        return WRITES | MOVES
    return WRITES | MOVES if _PUTS.match(verb) and _INTO_A_FOLDER.search(before) else WRITES


def _is_about_the_answer(sentence: str, at: int) -> bool:
    return bool(_ABOUT_THE_ANSWER.search(sentence, max(0, at - 40), at))


def _is_for_a_file(sentence: str, found: re.Match[str]) -> bool:
    verb = found["verb"] or found["noun"]
    before = sentence[max(0, found.start() - 80) : found.start()]
    if _is_about_the_answer(sentence, found.start()):
        return False
    if _INTO.search(before):
        return True
    if _MAKES.search(verb) and _MADE.search(before):
        return True
    return bool(_CHANGES.search(verb) and re.search(_FILE, before)) and not re.search(QUOTE + r"\s*と$", before)
