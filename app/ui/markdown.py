"""Markdown for the page that shows every character and fetches nothing.

The page reads `word:word` as a directive and drops it, loads any image that a text
names, and hides link definitions. So what stands outside of code is escaped where it
would do such a thing; formatting stays. Where a text is undecided, as with a backtick
that no other closes, the decision taken here is written into the text.
"""

import re

_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)\n")
_MAYBE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]*)?(?:`{0,2}|~{0,2}|(?:`{3,}|~{3,})[^\n]*)\Z")
_DEFINITION = re.compile(r" {0,3}\[[^\]\n]*\]:")
_MAYBE_DEFINITION = re.compile(r" {0,3}\[[^\]\n]*\]?\Z")
_URL = re.compile(r"https?://[^\s<>\"'`)\]]*")
_MAYBE_URL = re.compile(r"h(?:t(?:t(?:p(?:s?(?::/?)?)?)?)?)?\Z")
_PLAIN = re.compile(r"[^\\`:!\nh]+")


class SafeMarkdown:
    """A stream filter: `feed` takes pieces as they come, `finish` gives what was held back."""

    def __init__(self) -> None:
        self._held = ""
        self._fence = ""
        self._at_line_start = True

    def feed(self, text: str) -> str:
        """The safe form of as much of the text so far as is decided."""
        self._held += text
        return self._drain(last=False)

    def finish(self) -> str:
        """The safe form of the rest."""
        return self._drain(last=True)

    def _drain(self, last: bool) -> str:
        out = []
        while self._held:
            taken, safe = self._next(last)
            if not taken:
                break
            out.append(safe)
            self._at_line_start = self._held[taken - 1] == "\n"
            self._held = self._held[taken:]
        return "".join(out)

    def _next(self, last: bool) -> tuple[int, str]:
        """How many held characters are decided, and their safe form; (0, "") when more is needed."""
        if self._fence:
            return self._fenced(last)
        if self._at_line_start and (step := self._line_start(last)) is not None:
            return step
        return self._inline(last)

    def _fenced(self, last: bool) -> tuple[int, str]:
        line, newline, _ = self._held.partition("\n")
        if not newline and not last:
            return 0, ""
        if re.fullmatch(rf"[ \t>]*{re.escape(self._fence)}[`~]*[ \t]*", line):
            self._fence = ""
        return len(line) + len(newline), line + newline

    def _line_start(self, last: bool) -> tuple[int, str] | None:
        """What a line begins with, when that decides how it is read; None for an ordinary line."""
        opening = _FENCE.match(self._held)
        if opening and not (opening[1][0] == "`" and "`" in opening[2]):
            self._fence = opening[1]
            return opening.end(), opening[0]
        if definition := _DEFINITION.match(self._held):
            bracket = self._held.index("[")
            return bracket + 1, f"{definition[0][:bracket]}\\["
        if not last and (_MAYBE_FENCE.match(self._held) or _MAYBE_DEFINITION.match(self._held)):
            return 0, ""
        return None

    def _inline(self, last: bool) -> tuple[int, str]:
        held = self._held
        if plain := _PLAIN.match(held):
            return plain.end(), plain[0]
        if held[0] == "h":
            return self._url(last)
        if held[0] == "`":
            return self._code(last)
        if held[0] == "\n":
            return 1, "\n"
        if len(held) == 1:
            return (1, held) if last else (0, "")
        return _escaped(held)

    def _url(self, last: bool) -> tuple[int, str]:
        if url := _URL.match(self._held):
            return (url.end(), url[0]) if last or url.end() < len(self._held) else (0, "")
        return (0, "") if not last and _MAYBE_URL.match(self._held) else (1, "h")

    def _code(self, last: bool) -> tuple[int, str]:
        line, newline, _ = self._held.partition("\n")
        run = re.match(r"`+", line)
        ticks = run[0] if run else ""
        if closing := re.search(rf"(?<!`){ticks}(?!`)", line[len(ticks) :]):
            end = len(ticks) + closing.end()
            if last or newline or end < len(line):
                return end, line[:end]
        elif last or newline:
            return len(ticks), ticks.replace("`", "\\`")
        return 0, ""


def _escaped(held: str) -> tuple[int, str]:
    mark, after = held[0], held[1]
    if mark == "\\":
        return (1, "\\") if after == "\n" else (2, mark + after)
    if mark == ":" and (after.isalpha() or after == ":"):
        return 1, "\\:"
    return (2, "\\!\\[") if mark + after == "![" else (1, mark)


def safe_markdown(text: str) -> str:
    """The safe form of a whole text."""
    guard = SafeMarkdown()
    return guard.feed(text) + guard.finish()


def fenced(text: str) -> str:
    """`text` in a code fence that nothing in it can close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}{'' if text.endswith(chr(10)) else chr(10)}{fence}"
