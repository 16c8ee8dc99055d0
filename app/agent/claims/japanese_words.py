"""The words of Japanese sentences that claim a change, and of those that do not."""

import re

from app.agent.claims.claim import Kind
from app.agent.prose import NAME, QUOTE

# How far before a verb its words are looked at.
NEAR = 120

# What stands before しました.
NOUNS: dict[str, Kind] = {
    **dict.fromkeys(
        ["上書き保存", "保存", "セーブ", "書き込み", "書き出し", "追記", "上書き", "作成", "生成"], "write"
    ),
    **dict.fromkeys(["更新", "変更", "修正", "訂正", "編集", "置換", "追加", "出力", "格納", "記録"], "write"),
    **dict.fromkeys(["置き換え", "書き換え", "変換", "分割", "完成", "用意"], "write"),
    **dict.fromkeys(["コピー", "複製", "バックアップ"], "copy"),
    **dict.fromkeys(["移動", "リネーム", "改名"], "move"),
    **dict.fromkeys(["削除", "消去"], "delete"),
    "整理": "arrange",
    "復元": "change",
}
# What stands before ました.
STEMS: dict[str, Kind] = {
    **dict.fromkeys(
        ["書き込み", "書き込んでおき", "書き込まれ", "書き出し", "書き出しておき", "書き", "書いておき"], "write"
    ),
    **dict.fromkeys(
        ["書き換え", "書き換えておき", "置き換え", "置き換えておき", "直し", "直しておき", "変え"], "write"
    ),
    **dict.fromkeys(["変えておき", "作り", "作っておき", "まとめ", "まとめておき", "残し", "残しておき"], "write"),
    **dict.fromkeys(["加え", "付け加え", "入れ", "入れておき"], "write"),
    **dict.fromkeys(["移し", "移しておき"], "move"),
    **dict.fromkeys(["消し", "消しておき"], "delete"),
    **dict.fromkeys(["でき", "出来", "でき上がり", "出来上がり"], "write"),
    **dict.fromkeys(["バックアップを取り", "バックアップをとり", "コピーを取り"], "copy"),
    **dict.fromkeys(["元に戻し", "もとに戻し", "元に戻しておき", "取り消し"], "change"),
}
# About a file, also when none is named.
SURE = (
    "上書き保存",
    "保存",
    "セーブ",
    "書き込み",
    "書き込んでおき",
    "書き出し",
    "書き出しておき",
    "追記",
    "上書き",
    "リネーム",
    "改名",
    "バックアップを取り",
    "バックアップをとり",
)
UNDOES = ("復元", "元に戻し", "もとに戻し", "元に戻しておき", "取り消し")
# About a file only when it is the file itself that is said to be so.
NEEDS_A_FILE = ("でき", "出来", "でき上がり", "出来上がり", "完成", "整理", "用意")
DELETES = ("削除", "消去", "消し", "消しておき")
# About a file only when it is said which.
NEEDS_A_PLACE = (
    "書き",
    "書いておき",
    "まとめ",
    "まとめておき",
    "残し",
    "残しておき",
    "加え",
    "付け加え",
    "入れ",
    "入れておき",
    "記録",
    "出力",
    "変換",
    "分割",
)
MAKES = ("作成", "作り", "作っておき", "生成", "用意")
RENAMES = ("変更", "変え", "変えておき")
CHANGES = re.compile(r"更新|変更|修正|訂正|編集|置換|追加|削除|消|書き換|置き換|直|変え|加え")


def _longest_first(words: dict[str, Kind]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


NOT_SAID = r"(?!か|ら|という|と(?:書|述|あ|記|言|報|の|し|い)|とお|通り|場合|際|後|時|っけ|ファイル|もの)"
VERB = re.compile(
    rf"(?P<noun>{_longest_first(NOUNS)})(?:を|が|も|は)?"
    rf"(?:(?P<passive>されました)|(?:し|いたし|致し|しておき|しとき|でき|行い|終え|終わり)ました"
    r"|済み(?:です|ました)?(?=[\s。、!)|✅✓]|$)|(?:いたし|致し)?完了(?:しました|です|いたしました)?(?=[\s。、!)|✅✓]|\s*:\s*⟦|$)"
    rf"|(?P<plain>した(?=[。!]|$))|(?P<goes_on>し(?:て)?(?=、)|(?:し)?たうえで)|(?P<mark>(?=\s*[|)]?\s*$)))"
    rf"{NOT_SAID}"
    rf"|(?P<stem>{_longest_first(STEMS)})ました{NOT_SAID}"
)
DONE = re.compile(r"ました|済み|完了")

FILE = r"(?:ファイル|フォルダー?|ディレクトリ)"
ABOUT = r"(?!\s*(?:ついて|関|対|よ(?:る|れ)|基づ|ある|あっ|含ま|記載|書かれ|は))"
TO_A_NAME = re.compile(
    rf"(?:{NAME}|{FILE})\s*(?:という(?:名前|ファイル)?|の(?:名前|名称|末尾|最後|先頭|中))?\s*(?:に|へ|として|で){ABOUT}"
    r"(?:(?!読み|読ん|読み込)[^。])*$"
)
NAME_ITSELF = re.compile(
    rf"(?:{NAME}|{FILE}|バックアップ|コピー)[\s)]*(?:(?:を|が|は|も)\s*[^、。をが]{{0,24}}|の\s*)$"
    r"|(?:フォルダー?|ディレクトリ)\s*[A-Za-z0-9_-]{1,60}\s*(?:を|が)\s*$"
)
PART_OF_A_NAME = re.compile(
    rf"{NAME}\s*(?:内|中)?の(?:(?!要約|概要|一覧|翻訳|訳文|説明|まとめ|リスト|分析|比較)[^。])*$"
)
WORKS_ON_A_NAME = re.compile(rf"{NAME}\s*を[^。]{{0,60}}(?:から|に|へ|と)[^、。]{{0,40}}$")
NOTHING_BEFORE = re.compile(
    r"(?:はい|了解(?:です|しました|いたしました)?|承知(?:です|しました|いたしました)?|かしこまりました|では|それでは|"
    r"ご指定の通り|ご指示通り|ご要望通り|無事に?|正常に|新規に?|新しく|これで|すべて|全て|全部|両方|ご依頼の|正しく|"
    r"それぞれ|以上|[\s、。,!:・*#|✅✓✔☑\uFE0F\d.)\-–—])*$"
)
UNDONE_WHAT = re.compile(
    rf"(?:{NAME}|変更|編集|操作|上書き|削除|移動|ファイル|これ|それ|すべて|全て|全部)\s*(?:を|は|も)?[^、。を]{{0,8}}$"
)
FILE_ITSELF = re.compile(
    rf"(?:{NAME}|ファイル|フォルダー?)\s*(?:が|を|は)[^、。をが]{{0,8}}$|フォルダー?(?:に|へ)[^、。]{{0,6}}$"
)
_NAMES = rf"{NAME}(?:\s*[、,と]\s*{NAME})*"
NAMED_BELOW = re.compile(rf"\s*(?::\s*{_NAMES}|\(\s*{_NAMES}\s*\))[\s。]*$")
_NUMBER = r"(?P<{}>\d{{1,3}}|[二三四五六七八九十])\s*(?:つ|個|件|本|冊|枚)"
COUNTED = re.compile(
    rf"{_NUMBER.format('first')}の(?:新しい|新規の?)?(?:ファイル|要約|文書|フォルダー?)(?:を|が|は)"
    r"(?:それぞれ|個別に|別々に|ファイルに|新しく|新規に?|正常に|無事に?|\s)*$"
    rf"|(?:ファイル|フォルダー?)を\s*{_NUMBER.format('last')}\s*(?:新しく|新規に?)?$"
)
NUMBERS = {kanji: number for number, kanji in enumerate("二三四五六七八九十", 2)}
PRONOUN = re.compile(r"(?:これ|それ|すべて|全て|全部|両方|どちら)ら?(?:を|も|は)?\s*$")
PART = re.compile(
    r"(?:行目?|段落|文|節|項目?|単語|見出し|タイトル|誤字|部分|列|空白|記述|コメント|重複|箇所|内容)(?:を|は|が)[^、。]{0,12}$"
)
FROM = re.compile(rf"{NAME}\s*から[^。]*$")
SUBJECT = re.compile(r"(?P<who>[^\s、。はがを]{1,20})[はが](?![いくっ])")
OURS = re.compile(
    rf"(?:{NAME}\s*|{QUOTE}\s*|{FILE}|要約|内容|結果|文書|変更|修正|メモ|データ|これ|それ|私|わたし|すべて|全て|全部|両方|コピー|"
    r"バックアップ|表|一覧|リスト|レポート|報告書|まとめ|論文|分|もの|文章|テキスト|誤字|[でにとらてたすん]|だ|ます)$"
)
FOLDER = re.compile(
    rf"(?:フォルダー?|ディレクトリ)\s*(?:(?:{NAME}|{QUOTE}|[A-Za-z0-9_-]{{1,60}})\s*)?(?:を|が|は|も)\s*[^、。を]{{0,12}}$"
)
NAME_ALONE = re.compile(r"(?:^|[\s、。!])(?:ファイル|フォルダー?)?の?(?:名前|名称|名)を\s*$")
NEW_NAME = re.compile(r"(?:ファイル名|フォルダ名|名前|名称)を[^。]*$")
ANOTHER_TIME = re.compile(
    r"先ほど|先程|さきほど|さっき|前回|以前|昨日|先日|かつて|前の(?:質問|回答|ターン)|この(?:チャット|会話)で|元々|もともと|当時"
)
ALREADY = re.compile(r"(?:既に|すでに)[^、。]*$")
REPORTED = re.compile(
    r"によると|によれば|と述べ|と書か|とのこと|らしい|ようです|そうです|著者|筆者|研究者|さん[はがも]|"
    r"氏[はがも]|彼|会社|同社|政府|では、"
)
SUPPOSED = re.compile(r"もし|場合|たとえば|例えば|(?:た|だ)ら、|れば、")
DATED = re.compile(r"\d{1,4}年|\d{1,2}月\d{1,2}日|昭和|平成|令和|去年|昨年|先週|先月")
SAID_AFTER = re.compile(
    r"、?と[^。]{0,10}(?:に|が)あ|[^。]{0,12}(?:と(?:述べ|書|あり|記|言|報告|のこと)|そうです|ようです|らしい|か[?？]?$|\?)"
)
SET_APART = (ANOTHER_TIME, ALREADY, REPORTED, SUPPOSED)
