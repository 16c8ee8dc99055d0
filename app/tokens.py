"""How many tokens a text takes, estimated without a tokenizer and without a download."""

import re

# Kana, CJK ideographs, Hangul, full-width forms: about one token a character in
# common vocabularies; other scripts average four characters a token.
_WIDE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def estimated_tokens(text: str) -> int:
    """Tokens in `text`: one a wide (CJK) character, one for every four others, rounded up."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)
