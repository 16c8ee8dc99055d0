"""What is said of texts that were saved, or were not."""

from app.embedded.sentences.saying import Saying

SAVED = Saying("Saved to {file} ({size} bytes).", "{file} に保存しました（{size} バイト）。")
SAVED_UNSIZED = Saying("Saved to {file}: {said}", "{file} に保存しました。ツールの報告：{said}")
APPENDED = Saying("Added to {file} (now {size} bytes).", "{file} に追記しました（現在 {size} バイト）。")
OVERWRITTEN = Saying("Overwrote {file} ({size} bytes now).", "{file} を上書きしました（現在 {size} バイト）。")
NOT_SAVED = Saying("{file} was not saved. {why}", "{file} は保存できませんでした。{why}")
NOT_CLEAR = Saying("It is not clear whether it was written.", "書き込まれたかどうかは確認できていません。")
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
DECLINED = Saying("All right: I change nothing.", "分かりました。何も変更しません。")
SEVERAL = Saying(
    "I took that for more than one wish, so I have changed nothing. Please ask for one thing at a time, with the "
    "text to write in quotes.",
    "一度に複数のご依頼と受け取ったため、何も変更していません。一つずつ、書き込む文は「」に入れてお申し付けください。",
)
SAVED_BEFORE = Saying("Yes: in this chat I saved {names}.", "はい。このチャットで {names} に保存しました。")
OTHERS_SAVED = Saying(
    "No, not that. Earlier in this chat I saved {names}.",
    "いいえ、それは保存していません。このチャットでは先に {names} に保存しました。",
)
NEVER_SAVED = Saying(
    "No, I see nothing that was saved in this chat.", "いいえ、このチャットで保存したものは見当たりません。"
)
