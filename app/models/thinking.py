"""What a model thinks, told from what it answers."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

_OPEN = "<think>"
_CLOSE = "</think>"


class Thoughts:
    """Parts the text of one reply into thinking and answer, however it is cut into pieces.

    Thinking stands between tags at the very beginning. A closing tag alone on its line, with
    no opening one before it, ends a thought as well: some servers keep the opening tag. The
    text that came before it is then `mistaken`, a number of characters. With `begun` a reply
    is taken to begin like that, and is all answer if no closing tag comes.
    """

    def __init__(self, begun: bool) -> None:
        self.mistaken = 0
        self.closed = False
        self._begun = begun
        self._place: Literal["start", "thought", "gap", "answer"] = "thought" if begun else "start"
        self._held = ""
        self._given: list[str] = []

    def parted(self, piece: str) -> tuple[str, str]:
        """The thinking and the answer that `piece` completes."""
        if self._place == "answer" and not self._held and "<" not in piece:
            self._given.append(piece)
            return "", piece
        self._held += piece
        if self._place == "start":
            self._begin()
        thinking = self._thought() if self._place == "thought" else ""
        if self._place == "gap":
            self._cross()
        return thinking, self._answer() if self._place == "answer" else ""

    def rest(self) -> tuple[str, str]:
        """What was held back, once the reply has ended."""
        held, self._held = self._held, ""
        if self._place != "thought":
            return "", self._end_of_thought(held) if held.endswith(_CLOSE) else held
        return ("", "".join(self._given) + held) if self._begun else (held, "")

    def _begin(self) -> None:
        text = self._held.lstrip()
        if text.startswith(_OPEN):
            self._place, self._held, self._begun = "thought", text.removeprefix(_OPEN), False
        elif not _OPEN.startswith(text):
            self._place = "answer"

    def _thought(self) -> str:
        if self._begun and not self._given:
            self._held = self._held.lstrip().removeprefix(_OPEN)
        thought, close, after = self._held.partition(_CLOSE)
        if close:
            self._place, self._held, self.closed = "gap", after, True
        else:
            kept = _begun_tag(thought)
            thought, self._held = thought[: len(thought) - kept], thought[len(thought) - kept :]
        if self._begun:
            self._given.append(thought)
        return thought

    def _cross(self) -> None:
        """Leaves out the empty lines between a thought and the answer."""
        self._held = self._held.lstrip()
        if self._held:
            self._place = "answer"

    def _answer(self) -> str:
        text, self._held = self._held, ""
        if _CLOSE in text and not self.closed:
            if text.endswith(_CLOSE):
                self._held = text
                return ""
            text = self._end_of_thought(text)
        elif kept := _begun_tag(text):
            text, self._held = text[:-kept], text[-kept:]
        self._given.append(text)
        return text

    def _end_of_thought(self, text: str) -> str:
        """`text`, and without its closing tag if that ends a thought which was taken for an answer."""
        before, _, after = text.partition(_CLOSE)
        given = "".join(self._given) + before
        alone = given.endswith("\n") and (not after or after[0] in "\r\n")
        if self.closed or not alone or given.count("```") % 2 or _OPEN in given:
            return text
        self.mistaken, self.closed = len(given), True
        return before + after


def _begun_tag(text: str) -> int:
    """How many characters at the end of `text` may be the beginning of a closing tag."""
    at = text.rfind("<")
    return len(text) - at if at >= 0 and _CLOSE.startswith(text[at:]) else 0


def thinking_in(delta: Mapping[str, Any]) -> str:
    """The thinking that comes in a field of its own, under whichever name; some servers send it under two."""
    for name in ("reasoning_content", "reasoning"):
        if isinstance(given := delta.get(name), str) and given:
            return given
    return "".join(_texts(delta.get("reasoning_details")))


def thinking_and_text(blocks: list[Any]) -> tuple[str, str]:
    """A content that came in blocks."""
    thoughts = [block for block in blocks if isinstance(block, dict) and block.get("type") == "thinking"]
    others = [block for block in blocks if not (isinstance(block, dict) and block.get("type") == "thinking")]
    return "".join(_texts(thoughts)), "".join(_texts(others))


def _texts(blocks: object) -> Iterator[str]:
    match blocks:
        case str():
            yield blocks
        case list():
            for block in blocks:
                yield from _texts(block)
        case {"text": str() | list() as inner} | {"thinking": str() | list() as inner} | {"summary": str() as inner}:
            yield from _texts(inner)
