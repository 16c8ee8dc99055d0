"""What is said of changes: what was done, what was not, and what is open."""

from app.embedded.results import Deed
from app.embedded.sentences.saying import Saying
from app.embedded.wishes import Change
from app.language import Language

DONE: dict[Deed, Saying] = {
    "copied": Saying(
        "Copied {source} to {path} ({size} bytes).", "{source} を {path} にコピーしました（{size} バイト）。"
    ),
    "moved": Saying("Moved {source} to {path}.", "{source} を {path} に移動しました。"),
    "deleted": Saying("Deleted {path}.", "{path} を削除しました。"),
    "edited": Saying(
        "Edited {path}: {before} bytes before, {size} bytes now.",
        "{path} を編集しました（変更前 {before} バイト、現在 {size} バイト）。",
    ),
    "folder_made": Saying("Made the folder {path}.", "{path} フォルダを作成しました。"),
}
REPLACED = Saying(
    "It took the place of a file of {replaced} bytes.", "同じ名前の {replaced} バイトのファイルと置き換わりました。"
)
FINAL = Saying("It cannot be undone.", "この変更は元に戻せません。")
SAID = Saying("Done, as the tool says: {said}", "実行しました。ツールの報告：{said}")

_NOT_DONE = {
    "copy": Saying("I did not copy {source} to {target}. {why}", "{source} を {target} にコピーしていません。{why}"),
    "move": Saying("I did not move {source} to {target}. {why}", "{source} を {target} に移動していません。{why}"),
    "rename": Saying(
        "I did not rename {source} to {target}. {why}", "{source} の名前を {target} に変えていません。{why}"
    ),
    "delete": Saying("I did not delete {source}. {why}", "{source} を削除していません。{why}"),
    "make": Saying("I did not make the folder {target}. {why}", "{target} フォルダを作成していません。{why}"),
    "edit": Saying("I did not change {source}. {why}", "{source} を変更していません。{why}"),
}
_ASKED = {
    "copy": Saying("copy {source} to {target}", "{source} を {target} にコピーして"),
    "move": Saying("move {source} to {target}", "{source} を {target} に移動して"),
    "rename": Saying("rename {source} to {target}", "{source} を {target} にリネームして"),
    "delete": Saying("delete {source}", "{source} を削除して"),
    "make": Saying("make a folder named {target}", "{target} というフォルダを作って"),
    "edit": Saying("replace “{old}” with “{new}” in {source}", "{source} の「{old}」を「{new}」に置き換えて"),
}
AFTER_FAILURE = Saying("What came before it was not done.", "その前の操作ができなかったためです。")
NOT_ASKED = Saying("It was not tried.", "まだ実行していません。")
NO_FOLDER = Saying(
    "There is no folder {target}. To put it in a new one, say: {into}",
    "{target} というフォルダはありません。新しいフォルダに入れるなら「{into}」と言ってください。",
)
INTO = Saying("{verb} {source} into {target}/", "{source} を {target}/ に{verb}して")
INTO_VERBS = {"copy": Saying("copy", "コピー"), "move": Saying("move", "移動")}
UNCLEAR = Saying(
    "I have changed nothing, because I am not sure what is to be changed. Say it plainly, and name the file, for"
    " example:",
    "何をどう変更するのかはっきりしなかったため、何も変更していません。ファイル名を挙げて、例えば次のように言ってください。",
)
UNCLEAR_EXAMPLES = (
    Change("copy", "a.txt", "b.txt"),
    Change("rename", "a.txt", "b.txt"),
    Change("delete", "a.txt"),
    Change("make", target="notes"),
    Change("edit", "a.txt", old="old", new="new"),
)
UNSURE = Saying(
    "I have changed nothing yet. Shall I do this? Then say yes, or say it plainly:",
    "まだ何も変更していません。次のとおりにしましょうか。よければ「はい」か、そのまま言ってください。",
)
UNDO = Saying(
    "I cannot undo by myself. Press Undo on the step of the change, or say just: undo",
    "元に戻す操作は私からはできません。変更のステップにある「元に戻す」を押すか、「元に戻す」とだけ言ってください。",
)
DONE_BEFORE = Saying("In this chat so far:", "このチャットでのこれまでの変更：")
UNDONE_SINCE = Saying("Something was undone as well.", "元に戻した変更もあります。")
NAMES: dict[Deed, Saying] = {
    "copied": Saying("copy: ", "コピー："),
    "moved": Saying("move: ", "移動："),
    "deleted": Saying("deletion: ", "削除："),
    "edited": Saying("edit: ", "編集："),
    "folder_made": Saying("new folder: ", "新しいフォルダ："),
}
WRITE = Saying("write: ", "書き込み：")
NEVER_DONE = Saying(
    "No: I see no such change of mine in this chat.", "いいえ、このチャットでそのような変更は行っていません。"
)


def asked(change: Change, language: Language, **names: str) -> str:
    """A change as the sentence that asks for it."""
    facts = {"source": change.source, "target": change.target, "old": change.old, "new": change.new}
    return _ASKED[change.verb].told(language, **(facts | names))


def not_done(change: Change, language: Language, source: str, target: str, why: str) -> str:
    """That a change was not made, and why."""
    return _NOT_DONE[change.verb].told(language, source=source, target=target, why=why).strip()
