"""What was taken out of a document."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a document's text, without a line end.

    `place` is where it stands, such as `page 3`, `slide 2, notes` or `sheet Sales`, "" when
    the kind has no places. `parts` are finer places within the line, each with the
    character (from 0) where it begins, such as (4, "B3") for a cell.
    """

    text: str
    place: str = ""
    parts: tuple[tuple[int, str], ...] = ()

    def place_at(self, character: int) -> str:
        """Where the `character` (from 0) of this line stands."""
        cell = next((name for start, name in reversed(self.parts) if start <= character), "")
        return ", ".join(part for part in (self.place, cell) if part)


@dataclass(frozen=True, slots=True)
class Extract:
    """A document's text. `kind` is what a person calls it, such as `PDF document`.

    `facts` say how much there is (`12 pages`), `notes` what is special or missing
    (`page 3 is a scan; its text was read by OCR`). Both are for the reader of the text.
    """

    kind: str
    lines: tuple[Line, ...]
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
