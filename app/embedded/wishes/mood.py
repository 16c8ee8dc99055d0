"""Whether a message that speaks of writing asks for it: only a plain request is one."""

import re
from typing import Literal

Mood = Literal["request", "forbidden", "recall", "doubt"]

_I = re.IGNORECASE

# Courtesies that look like questions, conditions or negations; they are requests all the same.
_COURTESIES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\bif\s+(?:possible|you\s+(?:can|could|please|like|want|do(?:n['’]t| not) mind))\b,?", _I), ""),
    (re.compile(r"(?:でき|よけ|良け|もらえ|いただけ|差し支えなけ)れば|よかったら|よろしければ|可能なら|できたら"), ""),
    (re.compile(r"[,\s]*\b(?:ok|okay|please)\s*\?\s*$", _I), "."),
    (re.compile(r"\b(?:would|do)\s+you\s+mind\b([^?]*)\??", _I), r"mind \1. "),
    (
        re.compile(
            r"(?:^|(?<=[.!?;,\n])|\b(?:and|then|please))\s*(?:can|could|would|will)\s+you\s+"
            r"(?=[a-z])(?!tell|explain|have)((?:(?!\bor\b)[^?.])*)(?:\?|(?=\.)|$)",
            _I,
        ),
        r" please \1. ",
    ),
    (re.compile(r"\bI(?:['’]d|\s+would)\s+(?:like|love|want)\b", _I), "I want"),
    (re.compile(r"(?:よろしく)?お願い(?:し|いたし|致し|でき)?(?:ます|ません)(?:か|でしょうか)?[?]?"), "お願い"),
    (
        re.compile(
            r"(?<=[てで])(?:いただ|頂)?(?:くれ|もらえ|け)(?:る|ます|ない|ません)(?:か|かな|でしょうか)?(?:\s*[?])?"
            r"(?=\s*(?:[。.!,、]|$))"
        ),
        "。",
    ),
    (re.compile(r"くださ(?:い|る)?ま(?:せん|す)か(?:\s*[?])?"), "ください"),
    (re.compile(r"ありがとう(?:ございます)?"), ""),
)
_VERB_EN = r"(?:write|overwrite|save|put|add|append|insert|create|make|note|store|export|keep|start)"
_VERB_ING = r"(?:writing|saving|putting|adding|appending|inserting|creating|making|storing|exporting)"
_LEAD_EN = (
    r"(?:^|[.!?;,\n]|\b(?:and|then|please|kindly|pls|also|now|just|simply|finally|next|first|afterwards|again|or|"
    r"after\s+that|go\s+ahead|help\s+me|let['’]?s|let\s+us|you\s+(?:can|may|must)|"
    r"(?:want|like|need|love|ask|have)\s+(?:you\s+)?to)\b)\s*"
)
_REQUEST_EN = re.compile(
    rf"{_LEAD_EN}{_VERB_EN}\b|(?:,|\bmind)\s+(?:kindly\s+)?{_VERB_ING}\b"
    rf"|{_LEAD_EN}(?:summari[sz]e|sum\s+up)\b[^.;!?]*(?:\b(?:into|to)\s+⟦|>)",
    _I,
)
_TO_WRITE_JA = (
    r"(?:(?:保存|セーブ|出力|追記|追加|記入|メモ|格納|作成|書き出|書き足|付け足|足|残|出|save\s*|ファイルに)(?:を)?し"
    r"|上書きし|書い|書き込ん|書きこん|加え|入れ|作っ|つくっ|[⟧]\s*(?:に|へ)[^。!?]{0,10}(?:まとめ|要約し))"
)
_REQUEST_JA = re.compile(
    rf"{_TO_WRITE_JA}(?:[てで]|と(?=い))(?:いて|おいて)?"
    r"(?:くだ|下さ|くれ(?!た|まし|て)|ほし(?!か)|欲し(?!か)|ちょうだい|頂戴|お願い|よ|ね|$|[\s。、,.!:：⟦⟪]|(?=[要見教表閉]))"
    r"|(?:保存|追記|追加|書き込み|書き出し)(?:を)?\s*(?:お願い|頼|し(?:なさい|ろ)|せよ|したい|[。.!\s]*$)"
    r"|書(?:け|きなさい|きたい)(?!ば|る)",
    _I,
)
_WRITES_EN = r"(?:sav\w+|writ\w+|stor\w+|append\w*|add|adding|put\w*|creat\w+|overwrit\w+|export\w*|keep\w*|mak\w+)"
_CHANGES_EN = r"(?:delet\w+|remov\w+|eras\w+|mov(?:e|ing)|renam\w+|cop(?:y|ying)|replac\w+|chang\w+|edit\w*|touch\w*)"
_ACTS_JA = (
    r"(?:保存|セーブ|書|追記|追加|出力|作|上書|入れ|削除|消|移動|移さ|コピー|複製|置き換|置換|変え|変更|編集|リネーム)"
)
_FORBIDS = re.compile(
    rf"(?:\bdo(?:es)?\s*n['’]?t|\bdo\s+not|\bnever|\bnot|\bwithout|\bno\s+need|\bstop|\bavoid|\bneed\s*n['’]?t|"
    rf"\brefrain|\bcancel|\bno)\b.*\b(?:{_WRITES_EN}|{_CHANGES_EN})\b"
    r"|\b(?:don['’]?t|do\s+not|never)\s+want\b"
    rf"|{_ACTS_JA}.*?(?:ない|なく|ません|ず(?:に|、|$)|やめ|止め|不要|いら|中止|禁止|だめ|ダメ)",
    _I,
)
_QUESTION = re.compile(r"\?|か[。\s]*$")
_RECALL = re.compile(
    rf"\b(?:did|have|has)\s+(?:you|i|we|it)\b[^.?]*\b(?:{_WRITES_EN}|saved|written|wrote)\b"
    r"|\b(?:is|was|has)\s+(?:it|this|that|the\s+\w+|⟦\d+⟧)\s+(?:been\s+|already\s+)*(?:saved|written|stored)\b"
    r"|\bwhere\s+(?:is|was)\b[^.?]*\bsaved\b"
    r"|(?:保存|書き込|書き出|書い|セーブ|追記|出力)[^。]*?(?:た|てある|てあります|ています|てる|済み)(?:のです|んです|の|ん)?(?:か|っけ|\?)"
    r"|(?:保存先|保存場所)",
    _I,
)
_OPEN = re.compile(
    r"\b(?:what(?:ever)?|whats|why|how|who|whom|whose|where|which|when(?:ever)?|whether|if|unless|until|should|shall|may|"
    r"might|maybe|perhaps|possibl[ey]|suppos\w+|assum\w+|wonder\w*|explain\w*|describe\w*|happen\w*|would|could|did|do"
    r"|does|was|were|been|already|saved|wrote|written|stored|appended|yesterday|never|not|no|none|without|stop|avoid|"
    r"instead|cancel|forget|refrain|rather|dont|wont|cant|before|(?<!at )once|confirm\w*|later|tomorrow|kidding|wait)\b"
    r"|\b(?:only|not)\s+after\b|\bin\s+case\b|\bask\s+(?:me|first)\b|\bnext\s+(?:week|month|time)\b|n['’]t\b|\?",
    _I,
)
_OPEN_JA = re.compile(
    r"ない|なくて|なく(?:ても|とも)|ません|ずに|やめ|不要|いらな|禁止|だめ|ダメ|まだ|確認|(?:する|した|の)前に|後で|あとで|明日|来週|待って|冗談"
    r"|か(?:な|しら|ね)?[。\s]*$|何(?!か)|どう|どこ|どの|どれ|誰|なぜ|いつ|たら|れば|なら|場合|もし"
    r"|(?:まし|っ|し|い|え|れ|ん|き)[ただ](?:よ|ね|の|です|んです|のです|けど|が)?\s*(?:[。.!]|$)"
    r"|(?:ます|する|でしょう|だろう|られる|れる)(?:よ|ね|が|から|と思\w*)?\s*(?:[。.!]|$)"
)
_CLAUSE = re.compile(
    r"(?<=[.!?;,\n。、])|\b(?:but|and|then)\b|(?<=[てで])(?=\s*(?:⟦|⟪|保存|書|追記|出力))"
    r"|(?<=ずに)|(?<=ないで)(?=[^くもほ欲下い。、\s])",
    _I,
)


def mood_of(masked: str) -> Mood:
    """How `masked` speaks of writing. What is not plainly a request is in doubt."""
    if _RECALL.search(masked):
        return "recall"
    told = without_courtesies(masked)
    if is_forbidden(masked):
        return "forbidden"
    if _OPEN.search(told) or _OPEN_JA.search(told):
        return "doubt"
    return "request" if _REQUEST_EN.search(told) or _REQUEST_JA.search(told) else "doubt"


def is_forbidden(masked: str) -> bool:
    """Whether a clause of `masked` forbids to write or to change something."""
    told = without_courtesies(masked)
    return not _QUESTION.search(told) and any(map(_FORBIDS.search, _CLAUSE.split(told)))


def without_forbidden(masked: str) -> str:
    """What is left of a message when the clauses that forbid a write are taken out."""
    clauses = _CLAUSE.split(without_courtesies(masked))
    return " ".join(clause for clause in clauses if not _FORBIDS.search(clause)).strip()


def without_courtesies(masked: str) -> str:
    """`masked` with what is only politely put as a question or a condition said plainly."""
    for courtesy, plain in _COURTESIES:
        masked = courtesy.sub(plain, masked)
    return masked
