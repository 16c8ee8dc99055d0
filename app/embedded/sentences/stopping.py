"""What is said when nothing more can be called."""

from app.embedded.sentences.saying import Saying

NOT_BOUND = Saying(
    "For that I need the tool `{tool}`, which is not available here: nothing can be changed. The chosen profile, the"
    " settings or APPROVAL in `.env` say so.",
    "それには `{tool}` というツールが必要ですが、ここでは何も変更できないため使えません"
    "（選択中のプロファイル、設定、または `.env` の APPROVAL による制限です）。",
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
