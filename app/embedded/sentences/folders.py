"""What is said of folders and what they hold."""

from app.embedded.markup import code
from app.embedded.results import FileEntry, Listing
from app.embedded.sentences.saying import Saying
from app.embedded.sentences.unseen import unseen_told
from app.language import Language

FOLDER_HOLDS = Saying("{folder} holds {counts}:", "{folder} には{counts}があります。")
FOLDER_EMPTY = Saying("{folder} is empty.", "{folder} は空です。")
FOLDER_NOTHING = Saying("{folder} shows nothing.", "{folder} に表示できるものはありません。")
FOLDER_MORE = Saying(
    "{more} more entries are not shown here.", "このほかに {more} 件ありますが、ここには表示していません。"
)
NO_FOLDER = Saying("I could not list {folder}. {why}", "{folder} の一覧を取得できませんでした。{why}")
THERE = Saying("Yes, there is {file}.", "はい、{file} はあります。")
NOT_THERE = Saying("No, there is no {file}.", "いいえ、{file} はありません。")
THERE_UNKNOWN = Saying("I cannot tell whether there is {file}. {why}", "{file} があるかどうか分かりません。{why}")


def listing_told(listing: Listing, language: Language) -> str:
    """A folder's entries as sentences and a list."""
    notes = unseen_told(listing.unseen, language)
    if not (listing.files or listing.folders or listing.others):
        empty = FOLDER_NOTHING if notes else FOLDER_EMPTY
        return "\n\n".join([empty.told(language, folder=code(listing.folder)), *notes])
    head = FOLDER_HOLDS.told(language, folder=code(listing.folder), counts=_counts(listing, language))
    rows = [f"- {code(f'{name}/')}" for name in listing.folders]
    rows += [_row(entry, language) for entry in listing.files]
    rows += [f"- {code(name)}" for name in listing.others]
    more = [FOLDER_MORE.told(language, more=f"{listing.more:,}")] if listing.more else []
    return "\n\n".join([head, "\n".join(rows), *more, *notes])


def _row(entry: FileEntry, language: Language) -> str:
    size = Saying("{size:,} bytes", "{size:,} バイト").told(language, size=entry.size)
    return f"- {code(entry.name)} ({size})"


def _counts(listing: Listing, language: Language) -> str:
    told = []
    if listing.folders:
        told.append(_count(len(listing.folders), Saying("folder", "フォルダ"), language))
    if listing.files or listing.others:
        told.append(_count(len(listing.files) + len(listing.others), Saying("file", "ファイル"), language))
    return ("と" if language == "ja" else " and ").join(told)


def _count(number: int, noun: Saying, language: Language) -> str:
    if language == "ja":
        return f"{noun.ja} {number:,} 個"
    return f"{number:,} {noun.en}{'' if number == 1 else 's'}"
