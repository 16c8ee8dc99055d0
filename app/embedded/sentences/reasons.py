"""Why a call failed, in the person's language."""

import re

from app.embedded.markup import code, literal
from app.embedded.results import Failure
from app.embedded.sentences.kinds import facts_told
from app.embedded.sentences.saying import Saying
from app.language import Language

DID_YOU_MEAN = Saying("Did you mean {names}?", "{names} のことでしょうか？")
WOULD_WORK = Saying("A name that would work: {name}", "使える名前の例：{name}")
# What the tool's text tells beyond its code; the first that fits, its groups as facts.
_DETAILS: tuple[tuple[str, re.Pattern[str], Saying], ...] = (
    (
        "tool:denied",
        re.compile(r"Their reason: (?P<why>.+?)(?: Do not call it again.*)?$", re.S),
        Saying("It was not allowed. The reason given: {why}", "許可されませんでした。理由：{why}"),
    ),
    (
        "args:allowed",
        re.compile(r"was found (?P<times>[\d,]+) times \((?P<lines>lines [^)]+)\)"),
        Saying(
            "The text is there {times} times ({lines}). Quote more of the text around the one you mean, or say"
            " that all are meant, for example: replace all …",
            "その文字列は {times} か所にあります（{lines}）。前後を含めて「」に入れるか、"
            "「すべて」と付けて言ってください。",
        ),
    ),
    (
        "args:allowed",
        re.compile(r"old_text was not found"),
        Saying("The text to be replaced is not in it.", "置き換える文字列が見つかりません。"),
    ),
    (
        "args:allowed",
        re.compile(r"are the same, so there is nothing to change"),
        Saying("Both texts are the same.", "置き換える前と後が同じです。"),
    ),
    (
        "args:allowed",
        re.compile(r"folder cannot be moved into itself"),
        Saying("A folder cannot be moved into itself.", "フォルダを自分自身の中には移動できません。"),
    ),
    (
        "path:not_a_file",
        re.compile(r"is a folder with (?P<count>[\d,]+) entr"),
        Saying(
            "The folder is not empty ({count} in it), and only empty folders are deleted.",
            "フォルダが空ではありません（中に {count} 件）。削除できるのは空のフォルダだけです。",
        ),
    ),
    (
        "path:not_a_file",
        re.compile(r"is the work folder itself"),
        Saying("That is the work folder itself.", "それは作業フォルダそのものです。"),
    ),
    (
        "path:not_a_file",
        re.compile(r"is a folder\. Name the file in it"),
        Saying("There is a folder of that name.", "同じ名前のフォルダがあります。"),
    ),
    (
        "file:encoding",
        re.compile(r"is (?P<encoding>[^,]+), which cannot hold (?P<characters>.+?)\. Nothing was written"),
        Saying(
            "The file is {encoding}, which cannot hold {characters}.",
            "ファイルの文字コードは {encoding} で、次の文字を書けません：{characters}",
        ),
    ),
    (
        "file:binary",
        re.compile(r"is no text(?: but binary data)?: (?P<kind>[^.]+)"),
        Saying("It is no text: {kind}.", "テキストではありません（{kind}）。"),
    ),
    (
        "file:special",
        re.compile(r"is a hard link"),
        Saying(
            "The same file has another name too (a hard link), so it is not changed.",
            "同じファイルに別の名前（ハードリンク）もあるため、変更しません。",
        ),
    ),
    (
        "file:unreadable",
        re.compile(r"read-only"),
        Saying("It is read-only.", "読み取り専用です。"),
    ),
    ("tool:failed", re.compile(r"disk is full"), Saying("The disk is full.", "ディスクに空きがありません。")),
)
_REASONS = {
    "path:not_found": Saying("There is no such file or folder.", "その名前のファイルやフォルダはありません。"),
    "path:outside": Saying("It is outside the folder I work in.", "作業フォルダの外にあるためです。"),
    "path:not_a_file": Saying("It is a folder, not a file.", "ファイルではなくフォルダです。"),
    "path:not_a_directory": Saying("It is a file, not a folder.", "フォルダではなくファイルです。"),
    "path:exists": Saying("That name is already taken.", "同じ名前のものが既にあります。"),
    "path:name": Saying("The name cannot be used.", "その名前は使えません。"),
    "file:binary": Saying(
        "It is neither text nor a document that I can read.", "テキストでも、読める形式の文書でもありません。"
    ),
    "file:encoding": Saying("Its text is damaged or no text.", "文字コードが壊れているか、テキストではありません。"),
    "file:unreadable:encrypted": Saying("It is protected by a password.", "パスワードなどで保護されています。"),
    "file:unreadable:damaged": Saying("It is damaged or incomplete.", "壊れているか、途中までしかありません。"),
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
_WORKS = re.compile(r"A (?:new )?name (?:that )?would work(?::|, such as) '([^'\n]+)'")


def reason(failure: Failure, language: Language) -> str:
    """Why a call failed, in one sentence, and the name it may have been meant for or that would work."""
    told = [_why(failure, language)]
    if failure.nearest:
        joiner = "、" if language == "ja" else " or "
        told.append(DID_YOU_MEAN.told(language, names=joiner.join(map(code, failure.nearest))))
    elif works := _WORKS.search(failure.text):
        told.append(WOULD_WORK.told(language, name=code(works[1])))
    return ("" if language == "ja" else " ").join(told)


def _facts(found: dict[str, str], language: Language) -> dict[str, str]:
    return {name: literal(facts_told(said, language) if name == "kind" else said) for name, said in found.items()}


def _why(failure: Failure, language: Language) -> str:
    stage = ":".join(failure.code.split(":")[:2])
    for code_of, pattern, saying in _DETAILS:
        if stage == code_of and (found := pattern.search(failure.text)):
            return saying.told(language, **_facts(found.groupdict(), language))
    known = _REASONS.get(failure.code) or _REASONS.get(stage)
    return known.told(language) if known else _OTHER_REASON.told(language, text=literal(failure.text.split("\n")[0]))
