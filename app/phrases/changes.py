"""What is said of a change: what will happen, why it is asked about, and that it was taken back."""

PHRASES: dict[str, tuple[str, str]] = {
    # what stands in the way of every change
    "disk_full": (
        "The disk is full, so nothing was written. Free some space, then ask again.",
        "ディスクに空きがないため、何も書き込んでいません。空きを作ってから、もう一度頼んでください。",
    ),
    "folder_closed": (
        "Folio may not write in that folder, so nothing was changed there. Give the user that runs Folio leave to write"
        " there, or name another folder.",
        "そのフォルダへの書き込みが許可されていないため、何も変更していません。Folio を実行しているユーザーに書き込みを"
        "許可するか、別のフォルダを指定してください。",
    ),
    # a change that is asked about first: what will happen
    "will_created": ("{path} will be created, {after} bytes.", "{path} を作成します（{after} バイト）。"),
    "will_overwritten": (
        "All of {path} will be replaced: {before} bytes now, {after} afterwards.",
        "{path} の全体を置き換えます（現在 {before} バイト、変更後 {after} バイト）。",
    ),
    "will_appended": (
        "Text will be added at the end of {path}: {before} bytes now, {after} afterwards.",
        "{path} の末尾に追記します（現在 {before} バイト、変更後 {after} バイト）。",
    ),
    "will_edited": (
        "{path} will be changed: {before} bytes now, {after} afterwards.",
        "{path} を編集します（現在 {before} バイト、変更後 {after} バイト）。",
    ),
    "will_copied": ("{source} will be copied to {path}.", "{source} を {path} にコピーします。"),
    "will_copied_over": (
        "{source} will be copied to {path}, which is there already and will be replaced.",
        "{source} を {path} にコピーします。すでにある {path} は置き換えられます。",
    ),
    "will_moved": ("{source} will be moved to {path}.", "{source} を {path} に移動します。"),
    "will_moved_over": (
        "{source} will be moved to {path}, which is there already and will be replaced.",
        "{source} を {path} に移動します。すでにある {path} は置き換えられます。",
    ),
    "will_deleted": ("{path} will be deleted.", "{path} を削除します。"),
    "will_folder_made": ("The folder {path} will be made.", "フォルダ {path} を作成します。"),
    # and why it is asked about
    "why_existing": (
        "You are asked because it changes something that is already there.",
        "すでにあるものを変更するため、確認しています。",
    ),
    "why_never_read": (
        "The file that would be replaced was never read in this conversation.",
        "置き換えられるファイルは、この会話で一度も読まれていません。",
    ),
    "why_forbidden": (
        "Your message says that something is not to be changed.",
        "あなたのメッセージには、変更しないようにという指示があります。",
    ),
    "why_not_named": (
        "You have not named this file as one to change.",
        "このファイルは、変更するものとしてあなたが指定したものではありません。",
    ),
    "why_not_wished": (
        "Your message does not plainly ask for this change.",
        "あなたのメッセージからは、この変更を求めているとはっきり読み取れません。",
    ),
    "why_now": (
        "The wish came up after these files were read: {files}.",
        "この変更の前に読まれたファイル：{files}",
    ),
    "why_not_undoable": (
        "It cannot be undone: what UNDO_MAX_MB allows to be kept is too little for it.",
        "元に戻せません：UNDO_MAX_MB で残せる大きさを超えます。",
    ),
    "no_answer": ("no answer within {minutes} minutes", "{minutes} 分以内に返答がありませんでした"),
    "nobody_there": (
        "nobody is there to be asked; --yes allows it",
        "確認できる相手がいません。--yes を付けると許可されます",
    ),
    "approval_allowed": ("allowed", "許可しました"),
    "approval_denied": ("not allowed", "許可しませんでした"),
    "approval_prompt": (
        "Allow? y = yes, a = always in this conversation, n or a reason = no:",
        "許可しますか？ y = はい、a = この会話では常に、n または理由 = いいえ：",
    ),
    "from_memory": ("as read before", "前回の結果"),
    "undo_done": ("- {path}: taken back.", "- {path}：元に戻しました。"),
    "undo_refused_for": ("- {path}: not taken back, {why}.", "- {path}：元に戻せませんでした（{why}）。"),
    "redo_done": ("- {path}: done again.", "- {path}：やり直しました。"),
    "redo_refused_for": ("- {path}: not done again, {why}.", "- {path}：やり直せませんでした（{why}）。"),
    "read_only": (
        "Nothing can be changed here: the chosen profile, the settings or APPROVAL=read_only in `.env` say so.",
        "ここでは何も変更できません（選択中のプロファイル、設定、`.env` の APPROVAL=read_only のいずれかによります）。",
    ),
    "nothing_to_undo": ("There is nothing to undo.", "元に戻せる変更はありません。"),
    "nothing_to_redo": ("There is nothing to redo.", "やり直せる変更はありません。"),
}
