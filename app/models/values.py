"""The values that a server takes in place of those that it has refused."""

import re

_EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh")
_EFFORT = re.compile(rf"\b({'|'.join(_EFFORTS)})\b")
_ACCEPTED = re.compile(
    r"(supported|valid|allowed|accepted|possible) (values?|options?)|(must|should|has to) be|one of|expected",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"\bmax_(completion_|output_)?tokens\b", re.IGNORECASE)
_TOO_LARGE = re.compile(r"too (large|big|high)|at most|maximum|\brange\b|less than|cannot exceed|[<>]=?", re.IGNORECASE)
# Together with the input the answer is too large: that is an overflow, which less input mends.
_WITH_INPUT = re.compile(r"context (length|window|size)|`inputs`", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.-])(?<!code: )\d[\d,_]*\b(?![.-]\d)")
_LEAST = 16


class Values:
    """What is known of the most tokens of an answer, and of the efforts."""

    def __init__(self) -> None:
        self._most: int | None = None
        self._efforts: dict[str, str] = {}

    def limit(self, wanted: int) -> int:
        """The most tokens of an answer to ask for."""
        return min(wanted, self._most or wanted)

    def effort(self, wanted: str) -> str:
        """The effort to ask for."""
        return self._efforts.get(wanted, wanted)

    def learn_limit(self, text: str, refused: object) -> bool:
        """Whether `text`, a server's words on a request with the limit `refused`, says what the most is."""
        if not isinstance(refused, int) or not _LIMIT.search(text) or not _TOO_LARGE.search(text):
            return False
        if _WITH_INPUT.search(text):
            return False
        numbers = (int(re.sub(r"\D", "", found)) for found in _NUMBER.findall(text))
        most = max((number for number in numbers if _LEAST <= number < refused), default=None)
        self._most = most or self._most
        return most is not None

    def learn_effort(self, text: str, refused: object) -> bool:
        """Whether `text`, a refusal of the effort `refused`, names others; the nearest is taken, the higher of two."""
        if refused not in _EFFORTS or not (said := _ACCEPTED.search(text)):
            return False
        wanted = _EFFORTS.index(str(refused))
        # Who asks a model to think would not have it called off.
        offered = {name for name in _EFFORT.findall(text[said.end() :]) if name not in (refused, "none")}
        if not offered:
            return False
        self._efforts[str(refused)] = min(
            sorted(offered, key=_EFFORTS.index, reverse=True), key=lambda name: abs(_EFFORTS.index(name) - wanted)
        )
        return True
