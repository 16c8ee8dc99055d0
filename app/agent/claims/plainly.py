"""What is said casually or in a roundabout way, put as the plain claim that it is."""

import re

# "追記しておいたよ" is said of oneself, "保存した" may be told of others.
_CASUAL = re.compile(r"(?<=[てで]お)いた(?:よ|ね)*(?=[。!]|$)|(?<=し)た(?:よ|ね)+(?=[。!]|$)")
_IRREGULAR = {"writ": "written", "overwrit": "overwritten", "putt": "put", "put": "put", "undo": "undone"}
_STEM = (
    "sav|creat|delet|eras|remov|renam|mov|updat|chang|replac|generat|stor|merg|insert|edit|add|append|export|correct|"
    "copy|fix|writ|overwrit|putt?|undo"
)
# "I took care of removing it", "I'm done removing it"; "I managed to remove it".
_DOING = re.compile(
    r"(?:(?:(?P<am>'m|\s+am)\s+done)|\s+(?:(?:took|taken)\s+care\s+of|finished|completed|succeeded\s+in|"
    r"(?:went|gone)\s+ahead\s+with))"
    rf"\s+(?P<verb>{_STEM})ing\b",
    re.IGNORECASE,
)
_TO_DO = re.compile(rf"\s+(?:managed|was\s+able|were\s+able|been\s+able)\s+to\s+(?P<verb>{_STEM})e?\b", re.IGNORECASE)


def put_plainly(line: str) -> str:
    """`line` with its claims in the words in which claims are looked for."""
    line = _CASUAL.sub(lambda said: "きました" if said[0][0] == "い" else "ました", line)
    line = _DOING.sub(lambda said: f"{' have' if said['am'] else ''} {_done(said['verb'])}", line)
    return _TO_DO.sub(lambda said: f" {_done(said['verb'])}", line)


def _done(verb: str) -> str:
    stem = verb.lower()
    return _IRREGULAR.get(stem) or f"{stem.removesuffix('y')}{'ied' if stem.endswith('y') else 'ed'}"
