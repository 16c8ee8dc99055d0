"""Prohibitions and exceptions, in Japanese."""

import re
from collections.abc import Iterator

from app.agent.prose import NAME

# How far before a word that forbids what it is about is looked for.
_NEAR = 300
_NOUN = (
    r"(?:変更|修正|訂正|編集|削除|消去|上書き|保存|追記|追加|移動|更新|改変|改名|リネーム|加工|書き込み|書込み?|書き換え|書換え?|"
    r"作成|操作|置換|置き換え|コピー|複製|破棄|整理|出力|手出し|タッチ|アクセス)"
)
_NATIVE = (
    r"(?:変え|消さ|消え|触ら|触れ|さわら|ふれ|いじら|弄ら|書か|書き込ま|書きこま|書き換え|書きかえ|書き加え|書き足さ|書き出さ|"
    r"直さ|動かさ|移さ|捨て|壊さ|作ら|足さ|加え|付け|つけ|入れ|置き換え|失わ|出さ|影響を(?:与え|及ぼさ))"
)
_CHANGED = (
    rf"(?:{_NOUN}(?:だけは|は|を|も|など|とか)?(?:絶対に?|一切|何も)?\s*(?:し|せ(?=ず)|さ(?:れ)?)|{_NATIVE}(?:れ)?)"
)
_PLAINLY = (
    r"(?:変える|消す|触る|触れる|さわる|いじる|弄る|書く|書き込む|書き換える|書き加える|直す|動かす|移す|捨てる|壊す|作る|足す|"
    rf"加える|付ける|つける|{_NOUN}(?:を)?する)"
)
_NOT = (
    r"(?:な(?:い(?=[。!\s]|$)|いで|いよう|いこと|くて(?:いい|良い|よい|も|大丈夫|結構|構)|いまま|い方が|いほうが|さるな)|"
    r"ず(?:に|、|$|とも)|ません(?:よう|で|(?=[。!]|$))|ぬ(?:よう|まま))"
)
_BAN = (
    r"(?:禁止|厳禁|不可|NG|なし(?!の)|無し|不要|だめ|ダメ|駄目|やめ|止め|避け|控え|お断り|"
    r"必要(?:は|も)?(?:ない|ありません|なし))"
)
_TE = (
    r"(?:変え|消し|触っ|触れ|さわっ|いじっ|書い|書き込ん|書き換え|直し|動かし|移し|捨て|壊し|作っ|足し|加え|付け|つけ)"
)
_FORBIDS = re.compile(
    rf"{_CHANGED}{_NOT}|{_PLAINLY}(?:な(?![らいんどくっの])|の(?:は|も|を)?{_BAN}|べき(?:で|じゃ)(?:は)?な|こと(?:は|を)?{_BAN})"
    rf"|{_NOUN}(?:は|を|も|の|等|など)?(?:一切|絶対に?)?{_BAN}"
    rf"|(?:{_NOUN}(?:を)?し|{_TE})(?:ては|ちゃ)(?:いけ|なら|だめ|ダメ|駄目|困|いかん)"
    r"|そのまま(?:(?=[。、!]|$)|に|で(?!コピー|保存)|残|置|の状態|維持|保)|(?:元|現状|原文|今|現在)のまま|現状維持|ノータッチ|読み取り専用|読むだけ|手つかず|手を(?:付け|つけ|加え|触れ|出さ)[なず]"
    rf"|(?:元|原本|オリジナル|{NAME}|ファイル)[^、。]{{0,8}}(?:は|も|を)\s*(?:残し|維持し|保持し|取っておい|守っ|保護し)"
)
_EXCEPTS = re.compile(
    r"以外|いがい|を?(?:除い|除き|除く|のぞい|のぞき|除外)|抜き(?:で|に)|(?:は|を)\s*(?:スキップ|飛ばし|とばし|無視|対象外)|対象外|の(?:他|ほか)(?:は|の|を)"
)
# A clause ends behind these; a row of names, and what a particle ties to the rest, does not.
_CLAUSE = re.compile(rf"(?<![はをもがとやの]){'(?<!⟧)'}、|(?<=⟧)、(?!\s*{NAME})|[;:()]|(?<=[てで])\s*(?={NAME})")


def forbidden_in_japanese(sentence: str) -> Iterator[tuple[int, int]]:
    """Where the sentence, with names and quotations as marks, forbids a change or makes an exception."""
    for kind in (_FORBIDS, _EXCEPTS):
        for found in kind.finditer(sentence):
            first = max(0, found.start() - _NEAR)
            before = [clause.end() for clause in _CLAUSE.finditer(sentence, first, found.start())]
            yield (before or [first])[-1], found.end()
