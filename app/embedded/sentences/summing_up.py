"""What is said beside a summary."""

from app.embedded.sentences.saying import Saying

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
