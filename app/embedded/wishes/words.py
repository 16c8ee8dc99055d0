"""The words people use for each wish, English and Japanese; file names are taken out before."""

import re

from app.embedded.wishes.names import FILE


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


CANNOT = _any(
    r"^\s*search\b|\b(?:search|look|grep)\s+(?:for|the|in|all|through)\b|\bgrep\b|\bfind\b|\b(?:unzip|compress)\b",
    r"検索|探して|さがして|見つけて",
)
REWORDS = _any(r"\b(?:translate|rewrite|rephrase)\b", r"翻訳|訳して|書き直")
UNDO = _any(r"\b(?:undo|undone|revert|roll\s*back|restore|redo)\b", r"元に戻|取り消|もとに戻")
MAKES_FOLDER = _any(
    r"\b(?:make|create|add|set\s+up)\s+(?:me\s+)?(?:(?:an?|the|another)\s+)?(?:(?:new|empty)\s+)*(?:\S+\s+)?"
    r"(?:sub-?)?(?:folder|directory)\b|\bmkdir\b",
    r"(?:フォルダー?|ディレクトリ)[^。]*を\s*(?:新規に?)?(?:作|つく|新規)",
)
EDITS_TEXT = _any(r"\b(?:replace|change)\b[^.?!]*⟪", r"置き換え|置換|書き換え")
DESTROYS = _any(
    r"\b(?:delete|deleting|remove|removing|erase|rename|renaming|move|moving|copy|copying|duplicate|replace|replacing|edit|"
    r"trash)\b",
    r"\bchange\s+(?:all|every|⟪|the\s+(?:word|text|name|file\s*name))",
    r"\b(?:empty|clear|truncate|wipe)\s+(?:out\s+)?(?:the\s+)?(?:file\s+|contents?\s+of\s+)?⟦",
    MAKES_FOLDER.pattern,
    r"削除|消[しすせさ]|消去|移動|移し|リネーム|名前を変|名前の変更|コピー|複製|置き換え|置換|書き換え|編集|"
    r"空(?:っぽ)?に(?:し|する|でき)",
)
SEARCHES = _any(
    r"\b(?:which|what|any)\s+(?:of\s+the\s+)?(?:files?|papers?|documents?|docs|texts?)\s+(?:\w+\s+)?"
    r"(?:mention\w*|contains?|talk\w*\s+(?:about|of)|speak\w*\s+of|discuss\w*|refers?\s+to|deals?\s+with|(?:is|are)\s+about)"
    r"\s+\S",
    r"(?:どの|どれ|どちら)[^。]*(?:載って|出て[きく]|言及|触れて|含[まむん]|扱って|述べ|書いてあ|書かれて)|"
    r"[をにが](?:含む|言及する|出てくる|触れた|扱う)(?:ファイル|論文|文書)",
)
CHART = _any(
    r"\b(?:draw|make|create|show|plot|give|display)\b.*\b(?:chart|graph|plot|diagram)\b|\bplot\s+(?:⟦|it\b|them\b|the\b)",
    r"\b(?:bar|pie|line|scatter)\s+(?:chart|graph|plot)\b|\bvisuali[sz]e\b|\b(?:chart|graph)\s+(?:of\s+)?⟦",
    r"(?:グラフ|チャート)(?:化|に(?!つい)|を(?!説明|読)|で|が(?:欲し|ほし|見た)|表示|作成)|散布図|図にして|可視化",
)
CHART_KINDS = (
    ("pie", re.compile(r"\bpie\b|円グラフ", re.I)),
    ("line", re.compile(r"\bline\s+(?:chart|graph|plot)\b|折れ線|推移", re.I)),
    ("scatter", re.compile(r"\bscatter\b|散布図", re.I)),
)
CALCULATES = _any(
    r"\b(?:calculate|compute)\b|\badd\s+(?:up|together)\b|\bsum\s+(?:up\s+)?(?:of\s+)?(?:\w+\s+){0,4}?(?:numbers?|figures?|amounts?|"
    r"prices?|quantit\w+|counts?|values?|totals?|stocks?)\b",
    r"\b(?:total|average|mean|sum)\s+(?:of|number|amount|price|stock|count|quantity|value)\b(?!.*\bfiles\b)",
    r"合計|平均(?:値|を|は)|足し算|計算し|総計|足して(?:いくつ|何)|合算",
)
THANKS = _any(
    r"^\s*(?:many\s+|ok(?:ay)?[\s,]+|great[\s,]+)?(?:thanks?(?:\s+you)?|thx|ty|cheers)\b"
    r"(?:\s+(?:so|very|a lot|much|again|you|all|for (?:that|this|the \w+|"
    r"your help|everything)))*[\s,.!]*$",
    r"^\s*(?:どうも)?(?:、)?\s*(?:ありがとう|有難う|有り難う|サンキュー|感謝します|助かりました|助かる)"
    r"(?:ございま(?:す|した))?(?:ね|よ)?[\s、。!]*$",
)
COMPOSES = _any(
    r"^\s*(?:write|compose|draft)\s+(?:me\s+|us\s+)?(?:an?|some)\s",
    r"\b(?:write|compose|draft|invent|make up|create|make)\s+(?:me\s+|us\s+)?(?:an?|some|the|another|my)\s+"
    r"(?:\w+\s+){0,3}?"
    r"(?:poem|haiku|story|song|joke|essay|letter|e-?mail|report|article|speech|review|plan|recipe|text about|paragraph|"
    r"script|program|code|list of|blog|post|cv|resume|limerick|introduction|conclusion)\b",
    r"(?:詩|俳句|短歌|物語|小説|手紙|メール|作文|記事|感想文|レポート|報告書|計画|歌|台本|プログラム)[^。]*"
    r"(?:書い|書き|作っ|つくっ|作成|考え)",
)
EXCEPT = _any(
    r"\b(?:except|excluding|apart\s+from|other\s+than|all\s+but|skip(?:ping)?|omit(?:ting)?|leav(?:e|ing)\s+out)\b|"
    r"\bwithout\s+(?:the\s+)?(?:first|last)\b",
    r"以外|を除[いき]|除外|飛ばし|省[いき]",
)
EXISTS = _any(
    rf"\b(?:is|are)\s+there\s+(?:already\s+)?(?:an?\s+|any\s+)?(?:file|paper|document|text)?\s*(?:called\s+|named\s+)?{FILE}",
    rf"\b(?:does|do)\b[^?.]*{FILE}[^?.]*\bexist\b|\bdo\s+(?:you|we|i)\s+have\s+(?:an?\s+file\s+(?:called|named)\s+)?{FILE}",
    rf"{FILE}\s*(?:という(?:名前の)?(?:ファイル)?)?\s*(?:は|って|が)?\s*(?:もう|既に)?"
    r"(?:ありますか|あるか|ある\s*(?:\?|$)|存在し(?:ますか|ている|てる))",
)
SUMMARY = _any(
    r"summ?ar|\bsum\s+(?:it\s+|them\s+|this\s+)?up\b|\btl;?\s?dr\b|\boverview\b|\bgist\b|\bdigest\b|\bin short\b",
    r"\b(?:main|key|important)\s+points?\b",
    r"\bwhat\s*\S+[^?]*(?:\bis|\bare|'s|⟦\d+⟧|\bit)\s+about\b|\btell me about\s+(?:⟦|"
    r"it\b|this\b|that\b)",
    r"\bshorten\b|\bcondense\b|\bbrief(?:ly)?\b|\babridge",
    r"要約|まとめ(?!て読)|サマリ|概要|要点|要旨|ポイントを|かいつまん|ざっくり|短くして|短く説明|何が書い|何について",
    r"なにが書い|どんな(?:内容|こと|話|文書|論文|もの)|について(?:教え|説明|話し)|内容(?:は|を(?:教え|説明|"
    r"短く))|あらすじ|どういう内容",
)
SAVE = _any(
    r"\bsav(?:e|ing)\b|\bstore\b|\bexport\b|\bwrite\s+(?:it|that|this|them|the|those|its)\b",
    r"\bput\s+(?:it|that|this|them|the)\b|\bkeep\s+(?:it|that|this)\s+(?:as|in)\b",
    r"保存|セーブ|書き出|書き込|書きこ|出力し|ファイルにして|ファイルに(?:書い|入れ|残)|に残して|格納",
    rf"{FILE}\s*(?:に|へ)\s*(?:も)?\s*(?:書いて(?!あ|い)|まとめて|入れて|出して)",
)
INTO = _any(
    rf"\b(?:as|to|into|in|under(?:\s+the\s+name)?|called|named)\s+(?:a\s+|an\s+|the\s+)?(?:new\s+)?(?:text\s+)?"
    rf"(?:file\s+)?(?:called\s+|named\s+)?{FILE}",
    rf"\b(?:create|make)\s+(?:a\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?{FILE}",
    rf">\s*{FILE}",
    rf"{FILE}\s*(?:(?:という|っていう)(?:名前|ファイル|名)+)?\s*(?:に|へ|として|の名前で|で)"
    rf"(?!\s*(?:は|何|なに|書いてあ|書いてい|書かれて|ある|つい|関し))",
    rf"{FILE}\s*という(?:名前|ファイル)",
    rf"{FILE}\s*を\s*(?:新規に?)?(?:作|さく)",
)
BARE_TARGET = _any(
    r"\b(?:as|under\s+the\s+name|called|named)\s+(?!(?:a|an|the|text|file|it|is|well|soon|new|"
    r"markdown)\b)([a-z0-9][\w-]*)\s*[.!]?\s*$",
    r"([A-Za-z0-9][\w-]*)\s*(?:という名前で|として)\s*(?:保存|セーブ)",
)
PLAIN_SUMMARY_TARGET = _any(
    rf"\b(?:into|to)\s+{FILE}\s*[.!]?\s*$", rf">\s*{FILE}", rf"{FILE}\s*(?:に|へ)\s*(?:要約|まとめ)"
)
TITLE = _any(
    r"\btit(?:le|el|els|les)s?\b|\bheadline\b|\bheading\b|\bwhat(?:'s|\s+is)\s+.*\bcalled\b",
    r"タイトル|題名|題は|題を|表題|標題|見出し|論題|件名",
)
READ = _any(
    r"\b(?:re-?read|read|show|open|display|print|cat|view|see|quote|output)\b|\b(?:whole|full|entire)\s+(?:text|"
    r"file|content)",
    r"\bcontents?\b|\btext of\b|\bwhat\s+(?:does|do|did)\b.*\bsay(?!\s+about)|\bwhat(?:'s|\s+is)\s+(?:written\s+)?in\b|"
    r"\blines?\b|\bhead\b|\btail\b",
    r"読[んみむめも]|よんで|開い|開け|ひらい|見せ|みせて|表示|中身|内容|全文|本文|\d+\s*行|行目|見たい|書いてあ|"
    r"書かれて",
)
LISTING = _any(
    r"\blist(?:ing)?\b|^\s*(?:ls|dir)\b|\b(?:what|which|how many|any)\b[^?]*\b(?:files?|documents?|docs|papers|"
    r"texts?)\b",
    r"\bwhat(?:'s|\s+is|s)\s+(?:there\s+)?(?:in|inside|here|there)\b|\bwhat\b[^?]*\b(?:folder|directory)\b",
    r"\bwhat\s+(?:do\s+(?:you|we|i)\s+have|have\s+(?:you|we|i)\s+got|is\s+there)\b",
    r"\b(?:files?|contents?)\s+(?:in|of|inside|are)\b|\bwhat\s+(?:can|do)\s+(?:you|we|i)\s+(?:see|have)\b|"
    r"\bwhat(?:'s|\s+is)\s+(?:here|there)\b",
    r"\b(?:show|see|display|give)\b[^?]*\b(?:files|folder|directory|contents)\b|\bfiles\s*\?",
    r"\bfile\s+(?:names|list)\b|\bwhat\s+(?:does|do)\b[^?]*\b(?:contain|hold)\b|\bfolder\b[^?]*\bcontain|"
    r"\blook\s+in(?:to|side)?\b",
    r"一覧|リスト|どんな(?:ファイル|文書|資料|論文|もの)|どの(?:ファイル|文書)|何(?:が|か)(?:ある|あり(?!ました)|入|はい)|"
    r"なにが(?:ある|あり|入|はい)",
    r"何がある|何がございます|何がおい|何が置|ファイル(?:は|名|を(?:教え|見せ|表示|並べ)|が(?:何|いく|ある|"
    r"あり)|って)",
    r"(?:フォルダー?|ディレクトリ)\s*(?:の|に|は|を|には|の中)[^。]*(?:中|内容|教え|見せ|何|なに|表示|見て|確認|"
    r"開い|ファイル)",
    r"中身|^ファイル\s*[??]?$|(?:フォルダー?|ディレクトリ)(?:の中)?[はを]?\s*[??]?$|"
    r"(?:ファイル|文書|資料|論文)[^。]*(?:いくつ|何(?:個|件|つ|本))",
)
EVERY = _any(
    r"\b(?:all|every|each|everything|any)\b",
    r"全て|すべて|全部|ぜんぶ|全ファイル|全論文|全文書|各(?:ファイル|論文|文書|資料|々)?|それぞれ|一通り|"
    r"ひととおり|みんな|全ての",
)
PLURAL = _any(
    r"\b(?:files|papers|documents|docs|texts|everything|each|every|all of (?:them|these|those)|titles|summaries)\b",
    r"ファイル|論文|文書|資料|フォルダ|ディレクトリ|それぞれ|各|もの",
)
PAPERS = _any(r"\bpapers?\b|\barticles?\b", r"論文")
WHOLE = _any(
    r"\bfrom\s+(?:the\s+)?(?:start|beginning|top|first)\b.*\b(?:end|finish|bottom|last)\b|\ball of it\b|\bin "
    r"full\b|\bcompletely\b",
    r"\b(?:whole|entire|full|complete)\b|\bto the (?:very )?end\b|\bcover to cover\b|\bread\s+(?:it\s+)?all\b|"
    r"\beverything in\b",
    r"最初から最後|始めから終わり|はじめから(?:おわ|終わ|最後)|頭から(?:最後|終わ|尻)|最後まで|終わりまで|全文|"
    r"全部|すべて|全て|丸ごと|まるごと|ぜんぶ",
)
ONWARD = _any(
    r"^\s*(?:please\s+)?(?:go on|continue|keep (?:going|reading)|more|next(?: page)?|the rest|carry on|read on)\b",
    r"\b(?:the\s+rest|next\s+(?:page|part|lines))\b|\bcontinue\s+reading\b|\bread\s+(?:on|more|further)\b",
    r"続き|つづき|続けて|次のページ|その先|残りを|残りも|次を",
)
AGAIN = _any(r"\b(?:again|once more|re-?read|reload|refresh)\b", r"もう一度|もういちど|再度|読み直|改めて|再読")
REFERS = _any(
    r"\b(?:it|its|that|this|these|those|them|their|same|the file|the paper|the document)\b",
    r"それ|その|これ|この|あれ|あの|さっき|先ほど|先程|同じ|今の|いまの|上の",
)
BOTH = _any(r"\b(?:both|them|these|those|their)\b", r"両方|それら|これら|二つとも|2つとも|どちらも")
YES = _any(
    r"^\s*(?:yes|yeah|yep|yup|sure|ok|okay|right|correct|exactly|please do|yes,?\s*please|that one|of course|go "
    r"ahead|y)\b[\s.!,]*(?:please|thanks?|that one|do(?: it)?|that's (?:it|right|the one))?[\s.!]*$",
    r"^\s*(?:はい|ええ|うん|そう(?:です)?|お願いします|おねがいします|それです|そのとおり|その通り|もちろん|"
    r"オーケー)[、,。!\s]*(?:そう(?:です)?|お願いします|それです|それで)?[。!\s]*$",
)
WRITE = _any(
    r"\b(?:write|overwrite|put|create|make|add|append|insert|save|note|store)\b",
    r"書い|書き|書く|追記|追加|足して|作って|作成|つくって|入れて|加えて|保存|記入|メモして|書け|上書きし",
)
LIKEWISE = _any(
    rf"^\s*(?:what about|how about|also|and)\s+(?:for\s+)?(?:{FILE}|[\w-]+|the \w+ (?:one|file|paper))"
    r"\s*(?:too)?[\s?.!]*$",
    rf"^\s*(?:{FILE}|[a-z][\w-]*\d[\w-]*|the \w+ (?:one|file|paper))\s*(?:too|as well)?\s*\?+\s*$",
    rf"^\s*(?:{FILE}|[\d一二三四五六七八九](?:番|つ|個)目)\s*(?:は|も|もお願いします|も同じように)\s*[?。!\s]*$",
)
WRITTEN_THERE = _any(r"何と書|なんと書|なにと書|書いてあ|書いてい(?!ただ)|書かれて|\bwritten\b|\bwrote\b")
APPEND = _any(r"\b(?:add|append|insert)\b|\bat the end\b", r"追記|追加|足して|加えて|書き足|末尾に|付け足")
TONGUES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("en", _any(r"\b(?:in|into|to)\s+english\b", r"英語(?:で|に)")),
    ("ja", _any(r"\b(?:in|into|to)\s+japanese\b", r"日本語(?:で|に)")),
    (
        "other",
        _any(
            r"\b(?:in|into|to)\s+(?:french|german|chinese|spanish|korean|italian|portuguese|russian|dutch|arabic|hindi)\b",
            r"(?:中国語|韓国語|フランス語|ドイツ語|スペイン語|イタリア語|ロシア語)(?:で|に)",
        ),
    ),
)
