"""Whether the person has named a file."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from app.agent.person.wishes.forbidding.finding import parts_of
from app.agent.prose import plain

# Words that people write without a file in mind; a file of that name is named with its extension.
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """
    all and answer answers article book chapter check code content contents copy data date demo doc docs document
    documents draft email example file files final first folder form help here image info input item items
    last letter line lines list log logs mail main make me message name names new next note now number old one other
    out output page paper papers part photo picture plan please points program project question questions read record
    report result results save script second section sentence story sum summaries summary table tables task tasks
    temp test tests text texts the them thing this time title titles tmp two web word words work write you
    ファイル フォルダ 論文 資料 文書 文章 内容 要約 概要 一覧 表 図 結果 本文 全文 全部 回答 質問 説明 題名 名前
    タイトル テキスト データ リスト メール 手紙 記事 日付 今日 明日 昨日 報告 計画 まとめ 日本語 英語 作業 最後 最初
""",
    )
)
_KANA_OR_NOUN = re.compile(r"(?:[ぁ-ん]|ファイル|フォルダー?|論文|文書|資料|テキスト)$")
_BEFORE = re.compile(r"[\w./\\~+-]$")
_AFTER_NAME = re.compile(r"[A-Za-z0-9_/\\]|[.-][A-Za-z0-9]")
_AFTER_STEM = re.compile(r"(?!ファイル)[^\W_ぁ-ん]|[_/\\]|[.-]\w|の\w{1,20}\.[A-Za-z0-9]")
_ROOTED = re.compile(r"(?<![\w./\\~+-])(?:\./|/|(?:\./)?work/)$")


def names_file(messages: Sequence[str], path: str) -> bool:
    """Whether one of the person's own `messages` names the file `path`, which is relative to the folder.

    Its path, its file name, or the name without extension unless that is a common word, as
    a whole name: `paper1.txt` is not named by `paper10.txt`. "All files" names none. Nor
    does a message that forbids a change of it or excepts it, until a later one names it.
    """
    for allowed, forbidden in map(parts_of, reversed(messages)):
        if _is_named_in(_folded(forbidden), path):
            return False
        if _is_named_in(_folded(allowed), path):
            return True
    return False


def _is_named_in(text: str, path: str) -> bool:
    full = _folded(path)
    name = PurePosixPath(full).name
    stem = PurePosixPath(name).stem
    distinct = stem not in _COMMON and len(stem) >= (3 if stem.isascii() else 2) and not stem.isdecimal()
    if any(_stands_in(text, each, _AFTER_NAME) for each in {full, name}):
        return True
    return distinct and _stands_in(text, stem, _AFTER_STEM)


def _folded(text: str) -> str:
    return plain(plain(text).casefold()).replace("\\", "/")


def _stands_in(text: str, name: str, after: re.Pattern[str]) -> bool:
    return any(
        _begins_a_name(text, found.start()) and not after.match(text, found.end())
        for found in re.finditer(re.escape(name), text)
    )


def _begins_a_name(text: str, at: int) -> bool:
    before = text[max(0, at - 20) : at]
    return not _BEFORE.search(before) or bool(_KANA_OR_NOUN.search(before) or _ROOTED.search(before))
