"""Searches that are asked for in English."""

import re
from collections.abc import Iterator

from app.embedded.wishes.searches.parts import EXTENSIONS, GLOB

_I = re.IGNORECASE
_FILES = r"(?:files?|folders?|director(?:y|ies)|papers?|documents?|docs|notes?|texts?)"
_ASK = (
    r"(?:(?:find|search\s+for|look\s+for|locate|list|show(?:\s+me)?|get(?:\s+me)?|give\s+me|tell\s+me|are\s+there|is\s+there|"
    r"do\s+(?:we|you|i)\s+have|have\s+(?:we|you|i)\s+got|which\s+(?:are|is)|what\s+are|where\s+(?:is|are)|which|what|any)\s+)+"
)
_SOME = r"(?:(?:all|any|every|the|an?|some|me|of|my|our)\s+)*"
_SCOPE = r"(?:\s+(?:in|inside|within|across|through|throughout|from|under|below)\s+(?P<scope>[^⟪]+?))?"
_SAYS = (
    r"(?:mention(?:s|ing)?|contain(?:s|ing)?|talk(?:s|ing)?\s+(?:about|of)|speak(?:s|ing)?\s+(?:about|of)|discuss(?:es|ing)?|"
    r"refer(?:s|ring)?\s+to|deal(?:s|ing)?\s+with|(?:is|are)\s+about|about|say(?:s|ing)?|includ(?:es?|ing)|with|have|has|hold(?:s|ing)?)"
)
_APPEARS = (
    r"(?:mentioned|appear(?:s|ing)?|occur(?:s|ring)?|come(?:s)?\s+up|discussed|found|show(?:s)?\s+up|used|"
    r"written)"
)

_NAMES = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"(?:{_ASK})?{_SOME}(?:{_FILES}|something|anything)\s+(?:(?:that|which)\s+(?:is|are)\s+)?(?:named|called|with\s+(?:the|a)\s+names?|"
        rf"whose\s+names?\s+(?:is|are|contains?|includes?|has|have)|like|matching|by\s+the\s+name(?:\s+of)?)\s+(?P<name>\S+(?:\s+files?)?){_SCOPE}",
        rf"{_ASK}{_SOME}{_FILES}\s+(?:with|containing|that\s+(?:have|contain))\s+(?P<name>\S+)\s+in\s+(?:the|their|its)\s+"
        rf"(?:file\s*)?names?{_SCOPE}",
        rf"(?:{_ASK}{_SOME})?(?:{_FILES}\s+(?:are|is)\s+)?(?:\*?\.)?(?P<ext>(?:{EXTENSIONS}|excel|word|powerpoint))"
        rf"(?:s|\s+(?:{_FILES}))(?:\s+(?:are\s+there|do\s+(?:we|you|i)\s+have|are\s+in\s+(?P<within>.+)))?{_SCOPE}",
        rf"(?:find|locate|search\s+for|look\s+for|where\s+(?:is|are|can\s+i\s+find)|where['’]?s)\s+(?:the\s+|my\s+)?"
        rf"(?:(?:file|folder)\s+)?(?:(?:called|named)\s+)?(?P<name>⟦\d+⟧|{GLOB}){_SCOPE}",
        rf"(?:find|locate|where\s+(?:is|are)|search\s+for)\s+(?:the|a)\s+(?:file|folder)\s+(?:called\s+|named\s+)?(?P<name>\S+){_SCOPE}",
        rf"(?:in\s+)?(?:which|what)\s+folder\s+(?:is|has|holds|contains)\s+(?P<name>⟦\d+⟧)(?:\s+in)?{_SCOPE}",
        rf"(?:list|show(?:\s+me)?|ls)\s+{_SOME}(?P<name>{GLOB})(?:\s+{_FILES})?{_SCOPE}",
        rf"(?:{_ASK})?{_SOME}{_FILES}\s+(?:that|which|whose\s+names?)?\s*(?:starts?|begins?|starting|beginning)\s+with\s+(?P<begin>\S+){_SCOPE}",
        rf"(?:{_ASK})?{_SOME}{_FILES}\s+(?:that|which|whose\s+names?)?\s*(?:ends?|ending)\s+(?:with|in|on)\s+(?P<end>\S+){_SCOPE}",
        rf"(?:does|do)\s+(?:an?|any|the)\s+(?:file|folder)\s+(?:called|named)\s+(?P<name>\S+)\s+exist{_SCOPE}",
    )
)
# The titles, a summary or the way to do something are not words to be searched for.
_NO_QUERY = (
    r"(?!out\b|me\s+a\b|a\s+way\b|(?:the|all|every|each|its|their)\s+(?:titles?|summar\w+|gist|main\b|difference|answer|average|"
    r"total|sum|longest|largest|biggest|newest|oldest|smallest|files?$|papers?$|contents?\b))"
)
_ABOUT = (
    rf"(?:{_SOME}(?:mentions?|occurrences?|instances?|references?|appearances?|lines?|places?|passages?|parts?|{_FILES}|everything|"
    rf"anything|something|information|words?|text|term|phrase|string|sentences?)\s+"
    rf"(?:(?:of|to|on|where\s+it\s+says|that\s+{_SAYS}|which\s+{_SAYS}|{_SAYS})\s+)?(?:the\s+(?:word|term|text|phrase)s?\s+)?)?"
)
_TEXTS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        r"(?:search|grep)\s+(?P<query>⟪\d+⟫|\S+)\s+(?P<scope>⟦\d+⟧)",
        rf"{_FILES}\s+(?:(?:that|which)\s+{_SAYS}|containing|mentioning|about)\s+(?P<query>.+?){_SCOPE}",
        rf"(?:search|scan|grep|check|look|hunt)\s+(?:through\s+|in\s+|inside\s+|across\s+)?(?P<scope>(?!for\b)[^⟪]+?)\s+for\s+{_ABOUT}(?P<query>.+)",
        rf"(?:search|look|looking|searching|grep|scan|hunt)\s+for\s+{_NO_QUERY}{_ABOUT}(?P<query>.+?){_SCOPE}",
        rf"(?:search|grep|find|locate)\s+(?!for\b){_NO_QUERY}{_ABOUT}(?P<query>.+?){_SCOPE}",
        rf"(?!what\s+do(?:es)?\b)(?:(?:which|what|any|list|show(?:\s+me)?|tell\s+me|find|are\s+there|is\s+there|do|does)\s+)+{_SOME}(?:which\s+)?"
        rf"(?:{_FILES}|lines?|(?P<file>⟦\d+⟧))(?:\s+(?:in|of|from)\s+(?P<scope>[^⟪]+?))?\s+(?:(?:that|which|do|does)\s+)?"
        rf"(?:\w+ly\s+)?(?!are\s+(?:in|there)\b){_SAYS}\s+(?:the\s+(?:word|term|text|phrase)s?\s+)?(?P<query>.+?)"
        r"(?:\s+(?:in\s+(?:it|them)|anywhere)|\s+(?:in|inside|from)\s+(?P<within>[^⟪]+?))?",
        rf"(?:in\s+)?(?:which|what)\s+(?:{_FILES}|lines?)\s+(?:does|do|is|are)\s+(?:the\s+(?:word|term|text|phrase)s?\s+)?"
        rf"(?P<query>.+?)\s+{_APPEARS}(?:\s+in)?{_SCOPE}",
        rf"where\s+(?:is|are|does|do)\s+(?:the\s+(?:word|term|text|phrase)s?\s+)?(?P<query>.+?)\s+{_APPEARS}{_SCOPE}",
        r"where\s+(?:in\s+(?P<scope>⟦\d+⟧)\s+)?does\s+(?:it|(?P<file>⟦\d+⟧))\s+(?:say|mention|talk\s+about)\s+(?P<query>.+)",
        r"(?:does|do)\s+(?P<scope>⟦\d+⟧)\s+(?:mention|contain|include|say|talk\s+about)\s+(?:the\s+(?:word|term|text|phrase)s?\s+)?"
        r"(?!anything\b)(?P<query>.+)",
        rf"(?:is|are)\s+(?:the\s+(?:word|term|text|phrase)s?\s+)?(?P<query>(?!there\b|it\b|this\b|that\b).+?)\s+{_APPEARS}(?:\s+anywhere)?{_SCOPE}",
        rf"where\s+can\s+i\s+(?:find|read)\s+{_ABOUT}(?P<query>.+?){_SCOPE}",
        rf"is\s+there\s+(?:anything|something)\s+(?:about|on)\s+(?P<query>.+?){_SCOPE}",
    )
)


def names_in(text: str) -> Iterator[re.Match[str]]:
    """Readings of `text` as a search for names: `name`, or `ext`, `begin`, `end`; and perhaps `scope` or `within`."""
    return (found for pattern in _NAMES if (found := pattern.fullmatch(text)))


def texts_in(text: str) -> Iterator[re.Match[str]]:
    """Readings of `text` as a search for a text: `query`, and perhaps `scope` or `file`."""
    return (found for pattern in _TEXTS if (found := pattern.fullmatch(text)))
