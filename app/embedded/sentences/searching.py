"""What is said of searches: what was found, and what was not looked at."""

from app.embedded.sentences.saying import Saying

FOUND_LINES = Saying(
    "“{text}” is in {lines} of {files}; I looked at {looked} in {where}.",
    "{where} の{looked}を調べ、「{text}」を含む行が{files}に{lines}見つかりました。",
)
FOUND_SO_FAR = Saying(
    "So far, “{text}” is in {lines} of {files}; I looked at {looked} in {where}, but not at everything.",
    "{where} の{looked}を調べたところまでで、「{text}」を含む行が{files}に{lines}見つかりました。"
    "まだ全部ではありません。",
)
NO_LINES = Saying(
    "I found no line with “{text}”; I looked at {looked} in {where}.",
    "「{text}」を含む行は見つかりませんでした。調べたのは {where} の{looked}です。",
)
INSTEAD = Saying(
    "There is no line with “{text}”, but with “{other}”:", "「{text}」はありませんが、「{other}」はあります。"
)
LINE = Saying("line {line}: {text}", "{line} 行目：{text}")
PLACED_LINE = Saying("line {line} ({place}): {text}", "{line} 行目（{place}）：{text}")
MORE_LINES = Saying(
    "{more} more lines are not shown here.", "このほかに {more} 行ありますが、ここには表示していません。"
)
FOUND_NAMES = Saying(
    "I found {count} with a name like {name}; I looked at {looked} in {where}:",
    "{where} の{looked}を調べ、名前が {name} に合うものが{count}見つかりました。",
)
NO_NAMES = Saying(
    "There is nothing with a name like {name} in {where}; I looked at {looked}.",
    "{where} に、名前が {name} に合うものはありません。調べたのは{looked}です。",
)
MORE_NAMES = Saying("{more} more are not shown here.", "このほかに {more} 件ありますが、ここには表示していません。")
READ_AS = Saying("I read the pattern as {glob}.", "パターンは {glob} として調べました。")
NOT_SEARCHED = Saying("I could not search {where}. {why}", "{where} を検索できませんでした。{why}")
NO_RESULT = Saying("The search gave no result that I could tell you.", "検索の結果が返ってきませんでした。")

HIDDEN_ONE = Saying("1 name beginning with a dot was left out.", "ドットで始まる名前 1 件は対象外です。")
HIDDEN = Saying("{count} names beginning with a dot were left out.", "ドットで始まる名前 {count} 件は対象外です。")
SKIPPED = Saying("Not looked at, {why}: {names}.", "調べていないもの（{why}）：{names}")
CUT = Saying("Not everything was looked at: {why}.", "すべては調べていません：{why}。")
WHY = {
    "pictures and other files without text": Saying(
        "pictures and other files without text", "画像など文字のないファイルのため"
    ),
    "too big": Saying("too big", "大きすぎるため"),
    "not readable": Saying("not readable", "読めないため"),
    "links are not followed": Saying("links are not followed", "リンクはたどらないため"),
    "pipes, sockets and devices": Saying("pipes, sockets and devices", "通常のファイルではないため"),
    "folders that could not be entered": Saying("folders that could not be entered", "開けないフォルダ"),
    "the pattern took too long there": Saying("the pattern took too long there", "時間がかかりすぎたため"),
    "more than the first 2,000 lines that match": Saying(
        "more than the first 2,000 lines that match", "合う行が 2,000 行を超えたため"
    ),
    "no time was left": Saying("no time was left", "時間が足りなかったため"),
    "no time was left for these documents": Saying("no time was left for these documents", "時間が足りなかった文書"),
    "10,000 lines were found before": Saying("10,000 lines were found before", "先に 10,000 行が見つかったため"),
    "no permission": Saying("no permission", "権限がないため"),
    "there are more than 200,000 names": Saying("there are more than 200,000 names", "200,000 件を超えるため"),
    "it took too long": Saying("it took too long", "時間がかかりすぎたため"),
}
FILES = Saying("file", "ファイル {number} 件")
FOLDERS = Saying("folder", "フォルダ {number} 件")
LINES = Saying("line", " {number} 行")
