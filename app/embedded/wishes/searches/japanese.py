"""Searches that are asked for in Japanese."""

import re
from collections.abc import Iterator

from app.embedded.wishes.searches.parts import EXTENSIONS, GLOB

_I = re.IGNORECASE
_FILE = r"(?:ファイル|フォルダー?|ディレクトリ|論文|文書|資料)"
_WORD = r"(?:\s*(?:という|って(?:いう)?)\s*(?:言葉|単語|語句|語|文字列?|文|用語|キーワード|表現)?)?"
_QUERY = r"(?P<query>(?!.{0,3}(?:何|なに|なん|どん|どう|どの|どれ|誰))[^。?]+?)"
_SEEK = r"(?:検索|探索|探し|さがし|捜し|サーチ|見つけ|grep)(?:を)?[^。]*"
_SHOW = r"(?:ある|あり|どこ|どれ|何|存在|探|さが|検索|見つけ|教え|一覧|リスト|見せ|表示|列挙|全部|すべて)"
_SCOPE = (
    r"(?:(?P<scope>[^。、⟪]+?(?=\s*(?:の中|から|内))|⟦\d+⟧|[^。、⟪]*?(?:フォルダー?|ファイル))\s*"
    r"(?:の中(?:から|で|に|の)?|の中身から|から|内(?:で|から|の)|で|に)\s*)?"
)
_IS_THERE = (
    r"(?:出て(?:く|い|き)|含(?:む|ま|ん)|載って|書いて(?:あ|い)|書かれて|登場|言及|触れ|扱(?:う|っ)|述べ|使われ|使って|"
    r"入って)"
)

_NAMES = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"{_SCOPE}(?P<name>⟪\d+⟫|⟦\d+⟧|{GLOB}|[^\s、。⟦⟧⟪⟫]+?)\s*(?:という|っていう|と(?:いう)?)\s*(?:名前|名)(?:の|を含む|が付く|がつく)?\s*{_FILE}[^。作消削移読開要]*",
        rf"(?:{_FILE})?(?:の)?名(?:前)?に\s*(?P<name>\S+?)\s*(?:が|を|と)\s*(?:含|入|付|つ)[^。]*{_FILE}[^。]*",
        rf"{_SCOPE}(?P<name>{GLOB})\s*(?:の|という)?\s*(?:{_FILE})?\s*(?:を|は|が|って)?[^。]*?{_SHOW}[^。]*",
        rf"{_SCOPE}(?P<ext>{EXTENSIONS}|エクセル|ワード|パワーポイント)\s*(?:の|形式の)?\s*ファイル(?:だけ|のみ)?\s*(?:を|は|が|って)?[^。]*?{_SHOW}?[^。]*",
        r"(?P<name>⟦\d+⟧)\s*(?:は|って)?\s*どこ(?:に|です|$)[^。]*",
        rf"{_SCOPE}(?P<name>⟦\d+⟧)\s*(?:という(?:名前の)?)?\s*(?:{_FILE})?\s*を\s*{_SEEK}",
        rf"{_SCOPE}(?P<name>⟪\d+⟫|[A-Za-z0-9_-]+)\s*(?:という|っていう)\s*{_FILE}\s*(?:は|が|って|を)?[^。作消削移読開要]*",
    )
)
_TEXTS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"{_SCOPE}{_QUERY}{_WORD}\s*(?:を|で|について(?:の(?:記述|話))?を?|に関する(?:記述|もの|{_FILE})を|の(?:記述|こと)を"
        rf"|(?:が|を|に|について|に関して|のこと(?:が|を)?|と|の話が)\s*{_IS_THERE}[^。]*?(?:{_FILE}|ところ|箇所|場所|行)を)\s*(?:全文)?{_SEEK}",
        rf"(?:どの|どちらの)\s*(?:{_FILE})に\s*{_QUERY}{_WORD}\s*(?:が|は|の(?:こと|記述|話)が|について(?:の記述が)?|と)?\s*(?:{_IS_THERE}|あり|ある)[^。]*",
        rf"{_SCOPE}{_QUERY}{_WORD}\s*(?:が|を|に|について|に関して|のこと(?:が|を)?|と|の話が)\s*{_IS_THERE}[^。]*?(?:{_FILE}|ところ|箇所|場所|行)[^。]*",
        rf"{_QUERY}{_WORD}\s*(?:は|って|が)\s*どこに\s*(?:書|載|出て|あり|ある|登場)[^。]*",
        rf"(?P<scope>⟦\d+⟧)\s*(?:の中)?に(?!は)\s*{_QUERY}{_WORD}\s*(?:は|が|って|の(?:こと|記述|話)(?:は|が))\s*(?:{_IS_THERE}|あり|ある)[^。]*",
    )
)


def names_in(text: str) -> Iterator[re.Match[str]]:
    """Readings of `text` as a search for names: `name` or `ext`, and perhaps `scope`."""
    return (found for pattern in _NAMES if (found := pattern.fullmatch(text)))


def texts_in(text: str) -> Iterator[re.Match[str]]:
    """Readings of `text` as a search for a text: `query`, and perhaps `scope`."""
    return (found for pattern in _TEXTS if (found := pattern.fullmatch(text)))
