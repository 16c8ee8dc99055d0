"""What is said of a document that was read in parts."""

from app.embedded.sentences.saying import Saying

ANSWER = Saying(
    "I cannot answer in words of my own. These are sentences of {file} that fit the question best, part by part:",
    "自分の言葉では答えられません。{file} の中から質問に近い文を、部分ごとにそのまま選びました。",
)
PART = Saying("Part {number}", "{number}番目の部分")
LEFT_OUT = Saying(
    "Without {files} I have nothing that could answer this. “Read {file} in parts” goes through all of it.",
    "{files} を使わずに答えられることはありません。「{file} を分割して読んで」と言えば、全体を順に読みます。",
)
NOTHING = Saying("There is no sentence here that I could quote.", "ここには引用できる文がありません。")
MORE = Saying("{count} more sentences were noted.", "ほかに {count} 文を控えています。")
