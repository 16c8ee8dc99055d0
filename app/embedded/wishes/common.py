"""Words that are no names: of the root folder, and of anything at all."""

import re

ROOT = re.compile(
    r"work|working|main|root|whole|entire|project|documents?|作業|作業用|作業中|ワーク|ルート|全体",
    re.IGNORECASE,
)
COMMON = re.compile(
    r"section|chapter|abstract|introduction|conclusion|conclusions|references|節|章|要旨|序論|結論|参考文献|"
    r"your|same|一覧|リスト|目次|詳細|背景|目的|結論|この|その|あの|どの|現在|現在の|今の|同じ|私|自分|対象|french|german|spanish|chinese|korean|italian|portuguese|russian|dutch|arabic|hindi|detail|brief|"
    r"general|bullets?|markdown|sequence|turn|order|depth|mind|advance|addition|fact|particular|news|"
    r"a|about|again|contain|contains|hold|holds|have|all|an|and|any|are|as|at|be|both|briefly|by|called|can|"
    r"come|contents|current|different|directory|do|document|documents|each|else|english|entire|every|everything|"
    r"exactly|file|files|first|folder|folders|for|from|full|give|got|has|here|his|how|i|in|inside|into|is|it|"
    r"its|japanese|just|key|kind|last|later|line|lines|list|long|main|many|me|more|most|much|my|name|named|"
    r"names|new|next|no|now|of|off|on|one|only|open|or|other|our|out|over|paper|papers|part|please|point|points|"
    r"read|rest|result|results|right|same|save|say|says|second|short|shortly|show|size|some|start|stuff|summaries|"
    r"summary|summarize|summarise|tell|text|texts|that|the|their|them|then|there|these|they|thing|things|third|"
    r"this|those|title|titles|to|two|up|us|using|very|want|was|we|well|were|what|when|where|which|whole|will|"
    r"with|within|work|you|your|md|txt|pdf|csv|json|doc|docs|email|minutes-of|story|book|article|articles|"
    r"sentence|sentences|word|words|today|yesterday|time|help|thanks|thank|hello|okay|ai|llm|api|model|ファイル|"
    r"論文|内容|全部|全て|すべて|文書|資料|テキスト|全文|中身|フォルダ|フォルダー|ディレクトリ|本文|要約|"
    r"タイトル|題名|結果|今|次|前|上|下|最後|最初|一番|二番|三番|全体|文章|作業|要点|概要|意味|説明|質問|各|"
    r"両方|簡単|何|誰|今日|明日|行|行目|名前|続き|残り|先|文|日本|英語|日本語|会話|回答|答え|データ|方|ここ|中|"
    r"番目|個目|ぜんぶ|ワーク",
    re.IGNORECASE,
)
