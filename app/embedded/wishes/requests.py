"""A request without the courtesies around it."""

import re

_LEAD = re.compile(
    r"^(?:(?:please|pls|kindly|now|then|and|also|ok(?:ay)?|yes|just|next|first|finally|again|go\s+ahead\s+and|let['’]?s|"
    r"help\s+me(?:\s+to)?|i\s+(?:want|need)(?:\s+you)?\s+to|i\s+am|i['’]m|you\s+(?:can|may)|では|じゃあ|それでは|次に|まず)(?:[\s,、]+|$))+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"[\s,]+(?:please|thanks|thank\s+you|for\s+me|now|right\s+now|at\s+once|ok(?:ay)?|too)$", re.IGNORECASE
)
_MARKS = " \t\n.!。、,\u3000"
_GAP = re.compile(r"\s{2,}")
_MIND = re.compile(r"\bmind\s+(?:please\s+)?(delet|mov|renam|remov|replac|mak|creat|eras|sav|chang|copy)ing\b", re.I)


def bare_request(text: str) -> str:
    """`text` from its verb to its last object; "would you mind moving" is "move"."""
    plain = _GAP.sub(lambda gap: "\n" if "\n" in gap[0] else " ", text.strip())
    plain = _MIND.sub(lambda found: found[1] if found[1].lower() == "copy" else f"{found[1]}e", plain)
    return _without_trail(_LEAD.sub("", plain))


def _without_trail(text: str) -> str:
    shorter = _TRAIL.sub("", text.rstrip(_MARKS))
    return shorter if shorter == text else _without_trail(shorter)
