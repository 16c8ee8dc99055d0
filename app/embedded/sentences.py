"""What the helper says, in English and Japanese."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.embedded.markup import code, literal
from app.embedded.results import Failure, FileEntry, Listing, Page
from app.language import Language


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence in both languages; `{name}` stands for a fact."""

    en: str
    ja: str

    def told(self, language: Language, **facts: str | int) -> str:
        """The sentence in `language` with its facts."""
        return (self.ja if language == "ja" else self.en).format(**facts)


FOLDER_HOLDS = Saying("{folder} holds {counts}:", "{folder} には{counts}があります。")
FOLDER_EMPTY = Saying("{folder} is empty.", "{folder} は空です。")
FOLDER_MORE = Saying(
    "{more} more entries are not shown here.", "このほかに {more} 件ありますが、ここには表示していません。"
)
NO_FOLDER = Saying("I could not list {folder}. {why}", "{folder} の一覧を取得できませんでした。{why}")
TITLE = Saying("The title of {file} is **{title}**.", "{file} のタイトルは「**{title}**」です。")
NO_TITLE = Saying(
    "{file} has no text in its first lines, so I found no title.",
    "{file} の冒頭に文字がなく、タイトルは見つかりませんでした。",
)
EMPTY = Saying("{file} is empty.", "{file} は空のファイルです。")
SHOWN_WHOLE = Saying("Here is {file}, all of it:", "{file} の全文です。")
SHOWN_PART = Saying("Here is {file}, {part}:", "{file} の{part}です。")
SAY_ON = Saying('Say "go on" to see what follows.', "続きは「続きを読んで」と言ってください。")
AT_END = Saying(
    "{file} ends there; there is nothing more to read.", "{file} はそこまでで終わりです。続きはありません。"
)
SUMMARY = Saying(
    "Summary of {file}, in sentences of the file itself:", "{file} の要約です（原文の文をそのまま選びました）。"
)
WHOLE_TEXT = Saying("{file} is so short that this is all of it:", "{file} は短いので、全文を示します。")
NO_SENTENCES = Saying(
    "{file} has no running sentences to choose from. It begins like this:",
    "{file} には要約に使える文がありません。冒頭は次のとおりです。",
)
NOTHING_TO_SUM_UP = Saying("{file} has no text that I could summarize.", "{file} には要約できる文章がありません。")
PART_READ = Saying(
    "This rests on {part} only; the rest of the file does not fit in what I can read at once.",
    "この要約は{part}だけによるものです。残りは一度に読める量を超えています。",
)
NO_SECTION = Saying(
    'I found no section "{section}" in {file}; I looked at {part}.',
    "{file} に「{section}」の節は見つかりませんでした。調べたのは{part}です。",
)
SECTION_CUT = Saying(
    "The section may go on: I could read only {part}.",
    "この節にはまだ続きがあるかもしれません。読めたのは{part}だけです。",
)
WHOLE_ONLY = Saying(
    "I can show one section, but summarize only the file as a whole.",
    "一つの節だけの要約はできないため、ファイル全体の要約を示します（節の表示はできます）。",
)
CAPPED = Saying(
    "I weighed {weighed} of its {found} sentences, the beginnings of its sections first.",
    "全 {found} 文のうち、各節の冒頭を優先して {weighed} 文を比べました。",
)
NOT_TRANSLATED = Saying(
    "I cannot translate; I can only show the file's own sentences, in its own language.",
    "翻訳はできないため、ファイルの文を原文の言語のまま示します。",
)
AT_MOST_SENTENCES = Saying("I choose at most {most} sentences.", "選べるのは最大 {most} 文です。")
SAVED = Saying("Saved to {file} ({size} bytes).", "{file} に保存しました（{size} バイト）。")
SAVED_UNSIZED = Saying("Saved to {file}: {said}", "{file} に保存しました。ツールの報告：{said}")
APPENDED = Saying("Added to {file} (now {size} bytes).", "{file} に追記しました（現在 {size} バイト）。")
OVERWRITTEN = Saying("Overwrote {file} ({size} bytes now).", "{file} を上書きしました（現在 {size} バイト）。")
NOT_SAVED = Saying("{file} was not saved. {why}", "{file} は保存できませんでした。{why}")
NOT_READ = Saying("I could not read {file}. {why}", "{file} を読めませんでした。{why}")
NO_RESULT = Saying("No result came back for it.", "結果が返ってきませんでした。")
NOT_CLEAR = Saying("It is not clear whether it was written.", "書き込まれたかどうかは確認できていません。")
DID_YOU_MEAN = Saying("Did you mean {names}?", "{names} のことでしょうか？")
NOT_BOUND = Saying(
    "For that I need the tool `{tool}`, which is not available here.",
    "それには `{tool}` というツールが必要ですが、ここでは使えません。",
)
HAD_TO_STOP = Saying(
    "I had to stop before finishing. This is what I have so far.",
    "途中で止める必要がありました。ここまでに分かったことをお伝えします。",
)
STOPPED_HERE = Saying(
    "I had to stop here and can take no further step. This is what I found.",
    "これ以上の操作はできないため、ここで止めました。分かったことをお伝えします。",
)
NOTHING_YET = Saying("There is no result yet that I could tell you.", "お伝えできる結果はまだありません。")
WHICH_FILE = Saying("Which file do you mean? {known}", "どのファイルのことでしょうか。{known}")
KNOWN_FILES = Saying("There are {names}.", "{names} があります。")
NO_SUCH_NAME = Saying("I see no file called {name}. {known}", "{name} という名前のファイルは見当たりません。{known}")
NO_FILES = Saying("{folder} holds no text files.", "{folder} に読めそうなファイルはありません。")
LEFT_OUT = Saying(
    "Not included, because I take at most {most} files at once: {names}.",
    "一度に扱えるのは {most} 件までなので、次のファイルは含めていません：{names}。",
)
SKIPPED = Saying(
    "Not included, because subfolders, saved summaries and files that are not text are left out: {names}.",
    "サブフォルダ、保存済みの要約、テキストでないファイルは含めていません：{names}。",
)
NOT_LISTED = Saying(
    "The folder has {more} more entries that I did not look at.", "このほか、確認していない項目が {more} 件あります。"
)
NAME_TO_SAVE = Saying(
    "Under which name shall I save it? For example: save it as notes.txt",
    "どの名前で保存しましょうか。例：「notes.txt に保存して」",
)
NOTHING_TO_SAVE = Saying(
    "There is nothing to save yet: ask me for a summary first.",
    "保存するものがまだありません。先に要約などをお申し付けください。",
)
OWN_SOURCE = Saying(
    "That would replace {file} itself, so I have not saved it. Under which other name shall I save it?",
    "{file} 自体が置き換わってしまうため、保存していません。別のどの名前で保存しましょうか。",
)
COPIED_WHOLE = Saying("It is a copy of {file}.", "{file} の写しです。")
COPIED_PART = Saying("It holds only {part} of {file}.", "{file} の{part}だけを保存しています。")
BLANK_TAKEN = Saying(
    "{file} exists already, and I do not empty files. Under which other name shall I make the empty file?",
    "{file} は既にあり、中身を空にすることはしません。空のファイルを別のどの名前で作りましょうか。",
)
BLANK_UNSURE = Saying(
    "I cannot tell whether {file} exists already, so I have made nothing. {why}",
    "{file} が既にあるかどうか分からないため、何も作っていません。{why}",
)
UNSURE = Saying(
    "Shall I save it? Then say: save it as {file}",
    "保存しましょうか。保存するなら「{file} に保存して」と言ってください。",
)
DECLINED = Saying("All right: I write nothing.", "分かりました。何も書き込みません。")
SEVERAL = Saying(
    "I took that for more than one wish, so I have written nothing. Please ask for one thing at a time, with the "
    "text to write in quotes. Deleting, moving, renaming and editing files I cannot do.",
    "一度に複数のご依頼と受け取ったため、何も書き込んでいません。一つずつ、書き込む文は「」に入れてお申し付けください。"
    "ファイルの削除・移動・名前の変更・編集はできません。",
)
SAVED_BEFORE = Saying("Yes: in this chat I saved {names}.", "はい。このチャットで {names} に保存しました。")
OTHERS_SAVED = Saying(
    "No, not that. Earlier in this chat I saved {names}.",
    "いいえ、それは保存していません。このチャットでは先に {names} に保存しました。",
)
NEVER_SAVED = Saying(
    "No, I see nothing that was saved in this chat.", "いいえ、このチャットで保存したものは見当たりません。"
)
THERE = Saying("Yes, there is {file}.", "はい、{file} はあります。")
NOT_THERE = Saying("No, there is no {file}.", "いいえ、{file} はありません。")
THERE_UNKNOWN = Saying("I cannot tell whether there is {file}. {why}", "{file} があるかどうか分かりません。{why}")
HELPER = Saying(
    "I am Folio's built-in helper: fixed rules, not an AI model.",
    "私は Folio の内蔵ヘルパーです。決まった規則で動いており、AI モデルではありません。",
)
CANNOT = Saying(
    "I cannot do that: I do not search inside files, and I do not delete, empty, move, rename, copy, edit or translate "
    "them. {helper}",
    "申し訳ありませんが、それはできません。ファイルの中の検索や、削除、空にすること、移動、名前の変更、コピー、編集、"
    "翻訳はしません。{helper}",
)
NO_TEXTS = Saying(
    "I cannot write a text of my own, but I can save one that you give me in quotes.",
    "文章を自分で考えて書くことはできませんが、「」に入れて渡された文なら保存できます。",
)
NO_SUMS = Saying(
    "I cannot calculate or count what stands in files, but I can show them.",
    "ファイルの中の数を計算したり数えたりすることはできませんが、内容の表示ならできます。",
)
THANKED = Saying("You are welcome!", "どういたしまして。")
NO_ANSWERS = Saying(
    "I cannot answer questions about what {file} says, but I can show or summarize it.",
    "{file} の内容についての質問には答えられませんが、表示や要約ならできます。",
)
ABILITIES = Saying(
    "I can list the folder, show files, tell their titles, summarize them with their own sentences, and save "
    "text. For example:",
    "できることは、フォルダの一覧、ファイルの表示、タイトルの確認、原文の文を選ぶ要約、文章の保存です。例えば：",
)
CONNECT = Saying(
    "To talk to an AI model, set `OPENAI_API_KEY` or `OPENAI_BASE_URL` in `.env` and start again.",
    "AI モデルを使うには、`.env` に `OPENAI_API_KEY` または `OPENAI_BASE_URL` を設定して、起動し直してください。",
)
EXAMPLES = (
    Saying("What is in the folder?", "フォルダには何がありますか？"),
    Saying("Summarize {file}", "{file} を要約して"),
    Saying("Summarize {file} and save it as {stem}_summary.txt", "{file} を要約して {stem}_summary.txt に保存して"),
)
EXAMPLES_WITHOUT_FILES = (
    Saying("What is in the folder?", "フォルダには何がありますか？"),
    Saying("Summarize all files", "すべてのファイルを要約して"),
    Saying("Write 'hello' to hello.txt", "hello.txt に「こんにちは」と書いて"),
)

_REASONS = {
    "path:not_found": Saying("There is no such file or folder.", "その名前のファイルやフォルダはありません。"),
    "path:outside": Saying("It is outside the folder I work in.", "作業フォルダの外にあるためです。"),
    "path:not_a_file": Saying("It is a folder, not a file.", "ファイルではなくフォルダです。"),
    "path:not_a_directory": Saying("It is a file, not a folder.", "フォルダではなくファイルです。"),
    "path:exists": Saying("That name is already taken.", "同じ名前のものが既にあります。"),
    "path:name": Saying("The name cannot be used.", "その名前は使えません。"),
    "file:binary": Saying("It is not a text file.", "テキストファイルではありません。"),
    "file:encoding": Saying(
        "Only UTF-8 text can be read, and this is not.", "読めるのは UTF-8 のテキストだけで、これは違います。"
    ),
    "file:too_big": Saying("It is too large.", "大きすぎます。"),
    "file:changed": Saying("It has changed in the meantime.", "その間に内容が変わっていました。"),
    "file:unreadable": Saying("It could not be opened.", "開けませんでした。"),
    "file:special": Saying("It is not an ordinary file.", "通常のファイルではありません。"),
    "tool:denied": Saying("It was not approved.", "承認されませんでした。"),
    "tool:timeout": Saying("It took too long.", "時間がかかりすぎました。"),
    "args:range": Saying("It has no such lines.", "その行は存在しません。"),
    "result:unverified": Saying("A look at the disk did not confirm it.", "書き込みの結果を確認できませんでした。"),
}
_OTHER_REASON = Saying("The tool answered: {text}", "ツールの返答：{text}")


def reason(failure: Failure, language: Language) -> str:
    """Why a call failed, in one sentence, and the name it may have been meant for."""
    stage = ":".join(failure.code.split(":")[:2])
    known = _REASONS.get(stage)
    why = known.told(language) if known else _OTHER_REASON.told(language, text=literal(failure.text.split("\n")[0]))
    if not failure.nearest:
        return why
    joiner, gap = ("、", "") if language == "ja" else (" or ", " ")
    return f"{why}{gap}{DID_YOU_MEAN.told(language, names=joiner.join(map(code, failure.nearest)))}"


def part_of(page: Page, language: Language) -> str:
    """Which part of its file a page is, such as `lines 1-210 of 2,345`."""
    if page.characters:
        first, last, total = page.characters
        told = Saying("characters {first:,}-{last:,} of {total:,}", " {first:,}〜{last:,} 文字目（全 {total:,} 文字）")
        return told.told(language, first=first, last=last, total=total)
    if page.first == page.last:
        one = Saying("line {first:,} of {total:,}", " {first:,} 行目（全 {total:,} 行）")
        return one.told(language, first=page.first, total=page.total)
    lines = Saying("lines {first:,}-{last:,} of {total:,}", " {first:,}〜{last:,} 行目（全 {total:,} 行）")
    return lines.told(language, first=page.first, last=page.last, total=page.total)


def last_line_shown(answer: str) -> int:
    """The last line of a file that an answer says it shows, 0 when it says none."""
    told = re.search(r"(?:lines? |-)([\d,]+) of [\d,]+:|([\d,]+) 行目（全", answer.split("\n")[0])
    return int((told[1] or told[2]).replace(",", "")) if told else 0


def listing_told(listing: Listing, language: Language) -> str:
    """A folder's entries as sentences and a list."""
    if not listing.files and not listing.folders:
        return FOLDER_EMPTY.told(language, folder=code(listing.folder))
    head = FOLDER_HOLDS.told(language, folder=code(listing.folder), counts=_counts(listing, language))
    rows = [f"- {code(f'{name}/')}" for name in listing.folders]
    rows += [_row(entry, language) for entry in listing.files]
    more = [FOLDER_MORE.told(language, more=f"{listing.more:,}")] if listing.more else []
    return "\n\n".join([head, "\n".join(rows), *more])


def examples(files: tuple[str, ...], language: Language) -> str:
    """Two or three things to ask, about a file that is known if there is one."""
    if not files:
        return _rows(saying.told(language) for saying in EXAMPLES_WITHOUT_FILES)
    stem = files[0].rpartition(".")[0] or files[0]
    return _rows(saying.told(language, file=literal(files[0]), stem=literal(stem)) for saying in EXAMPLES)


def abilities(files: tuple[str, ...], language: Language) -> str:
    """What the helper is, what it can do, and how to connect a model."""
    can = f"{ABILITIES.told(language)}\n\n{examples(files, language)}"
    return "\n\n".join([can, CONNECT.told(language)])


def _rows(rows: Iterable[str]) -> str:
    return "\n".join(f"- {row}" for row in rows)


def _row(entry: FileEntry, language: Language) -> str:
    size = Saying("{size:,} bytes", "{size:,} バイト").told(language, size=entry.size)
    return f"- {code(entry.name)} ({size})"


def _counts(listing: Listing, language: Language) -> str:
    told = []
    if listing.folders:
        told.append(_count(len(listing.folders), Saying("folder", "フォルダ"), language))
    if listing.files:
        told.append(_count(len(listing.files), Saying("file", "ファイル"), language))
    return ("と" if language == "ja" else " and ").join(told)


def _count(number: int, noun: Saying, language: Language) -> str:
    if language == "ja":
        return f"{noun.ja} {number:,} 個"
    return f"{number:,} {noun.en}{'' if number == 1 else 's'}"
