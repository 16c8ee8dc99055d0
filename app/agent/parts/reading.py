"""A document on its way through the model: where the reading stands, and what was noted so far."""

import math
from dataclasses import dataclass, field

from app.fences import code_span
from app.language import Language
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.tools import WholeText, escaped

# Of the window: the rest is for the instructions, the question and the answer.
_SHARE = 0.55
# A model looks less closely at longer texts, and a part is the least that can be stopped at.
_MOST_TOKENS = 24_000
_LEAST_TOKENS = 100
_SAMPLE = 20_000
_SHOWN_CHARS = 12_000


@dataclass(frozen=True, slots=True)
class Note:
    """What the model noted on a part; `failed` says why all or some of the part is missing, "" when nothing is."""

    part: int
    text: str
    failed: str = ""


@dataclass(slots=True)
class Reading:
    """The reading of one file for one question.

    `question` is "" where the person asked none. `tokens` are those of a part, `total` the parts as far as is
    known; `shortened` says that something of the notes was lost when they were put together, and `fate`, as a
    phrase, what became of the file meanwhile, "" while it stays what it was.
    """

    path: str
    question: str
    tokens: int
    size: int = 0
    position: int = 0
    total: int = 0
    notes: list[Note] = field(default_factory=list)
    started: int = 0
    shortened: bool = False
    fate: str = ""
    basis: str = ""
    _density: float = 0.25

    @property
    def next_part(self) -> int:
        """The part that comes next, from 1."""
        return self.started + len(self.notes) + 1

    @property
    def read(self) -> list[Note]:
        """The notes on parts of which something was read."""
        return [note for note in self.notes if note.text]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be read."""
        return self.next_part > self.total

    def begin(self, text: WholeText) -> None:
        """Looks at how much there is to be read, from the first words on."""
        while (sample := text.beginning(_SAMPLE)) and sample.isspace():
            text.take(len(sample), len(sample))
        self.size, self.basis = text.size, self.basis or text.basis
        self._density = estimated_tokens(sample) / len(sample) if sample else self._density
        self._count(text)

    def take(self, text: WholeText) -> str:
        """The next part that is not blank; "" when there is none."""
        while piece := text.take(math.ceil(text.left / max(1, self._count(text))), self._most_chars()):
            if piece.strip():
                self._density = estimated_tokens(piece) / len(piece)
                return piece
        if text.is_broken:
            self.fate = "parts_unreadable"
        return ""

    def jump(self, part: int) -> None:
        """Counts the parts before `part` as passed over."""
        self.started = part - 1

    def learn_fate(self, text: WholeText) -> bool:
        """Looks at what became of the file; true once, when it is not any more what it was."""
        if self.fate or (now := text.now()) == self.basis:
            return False
        self.fate = "parts_changed" if now else "parts_gone"
        return True

    def done(self, note: Note, text: WholeText) -> None:
        """Takes in a part's note."""
        self.notes.append(note)
        self.position = text.taken
        self._count(text)

    def tokens_of(self, chars: int) -> int:
        """About how many tokens so many characters of this document are."""
        return math.ceil(chars * self._density)

    def halve(self, piece: str) -> None:
        """Makes the parts from now on half as large as `piece`, which did not fit."""
        self.tokens = max(_LEAST_TOKENS, min(self.tokens, estimated_tokens(piece)) // 2)

    def fits(self, piece: str) -> bool:
        """Whether a part can be sent; what cannot be halved any more is."""
        return estimated_tokens(piece) <= self.tokens * 1.25 or len(piece) < _LEAST_TOKENS

    def _most_chars(self) -> int:
        return max(_LEAST_TOKENS, int(self.tokens / self._density))

    def _count(self, text: WholeText) -> int:
        """The parts that are left. A part ends where the text is well parted, so it is meant to be a little smaller."""
        left = math.ceil(text.left / (0.9 * self._most_chars()))
        self.total = self.started + len(self.notes) + left
        return left


def part_tokens(window: int) -> int:
    """The tokens of a part for a model with this window."""
    return max(_LEAST_TOKENS, min(_MOST_TOKENS, int(window * _SHARE)))


def extent(reading: Reading, language: Language) -> str:
    """Which parts the answer rests on, and which are missing."""
    read, missing = len(reading.read), [note for note in reading.notes if note.failed]
    first = reading.started + 1
    key = "parts_read" if first == 1 else "parts_read_from"
    name = code_span(escaped(reading.path))
    lines = [phrase(key, language, path=name, read=f"{read:,}", total=f"{reading.total:,}", first=f"{first:,}")]
    if missing:
        numbers = ", ".join(f"{note.part:,}" for note in missing[:10]) + (" …" if len(missing) > 10 else "")
        lines.append(phrase("parts_missing", language, parts=numbers, why=missing[-1].failed))
    if reading.fate:
        lines.append(phrase(reading.fate, language, path=name))
    if reading.shortened:
        lines.append(phrase("parts_shortened", language))
    return "\n".join(lines)


def notes_told(reading: Reading, language: Language) -> str:
    """The notes themselves, for a reading that came to no answer."""
    told = [f"**{phrase('parts_part', language, part=f'{note.part:,}')}**\n\n{note.text}" for note in reading.read]
    text = "\n\n".join(told)
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]} …"
