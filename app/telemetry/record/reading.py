"""Reading the record back: whole lines as values, and the places of those that are none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field, FiniteFloat, TypeAdapter, ValidationError

from app.telemetry.record.parts import Part, parts_in


class Line(BaseModel):
    """What every line has; one that is about the record itself has no turn."""

    at: AwareDatetime
    turn: str = ""
    who: str = ""

    @property
    def day(self) -> date:
        return self.at.date()


class Begun(Line):
    event: Literal["TurnStarted"]
    question: str
    model: str


class Round(Line):
    event: Literal["RoundEnded"]
    requests: int
    input_tokens: int
    output_tokens: int
    prompt_cached_tokens: int = 0
    estimated: bool = False
    cost: FiniteFloat | None = None


class CallBegun(Line):
    event: Literal["ToolStarted"]
    call_id: str
    title: str


class Place(BaseModel):
    path: str


class CallEnded(Line):
    event: Literal["ToolFinished"]
    call_id: str
    name: str
    ok: bool
    code: str
    seconds: FiniteFloat
    cached: bool = False
    extent: Place | None = None


class Asked(Line):
    event: Literal["ApprovalAsked"]
    call_id: str


class Given(Line):
    event: Literal["ApprovalGiven"]
    call_id: str
    allowed: bool


class Beside(Line):
    event: Literal["Notice", "QuestionAdded"]


class Ended(Line):
    event: Literal["TurnEnded"]
    reason: str


class Closed(Line):
    event: Literal["TurnClosed"]


class LinesLost(Line):
    event: Literal["LinesLost"]
    lines: int


class FilesDropped(Line):
    event: Literal["FilesDropped"]
    files: list[str]


AnyLine = Begun | Round | CallBegun | CallEnded | Asked | Given | Beside | Ended | Closed | LinesLost | FilesDropped
_LINE: TypeAdapter[AnyLine] = TypeAdapter(Annotated[AnyLine, Field(discriminator="event")])


@dataclass(slots=True)
class Looked:
    """What of the record was looked at, and what was not.

    `bad` are the places of lines that were damaged or of an unknown kind, as `file:line`.
    """

    files: list[str] = field(default_factory=list)
    older: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)


def read_record(folder: Path, days: int | None, today: date, looked: Looked) -> Iterator[AnyLine]:
    """The lines of the last `days` days, today's among them, or of all, in order; `looked` says what they are of."""
    try:
        parts = parts_in(folder)
    except OSError:
        looked.unreadable.append(folder.name)
        return
    recent = [part for part in parts if days is None or part.day > today - timedelta(days)]
    looked.older = [part.name for part in parts if part not in recent]
    yield from _lines(folder, recent, looked)


def _lines(folder: Path, parts: Sequence[Part], looked: Looked) -> Iterator[AnyLine]:
    for part in parts:
        try:
            with (folder / part.name).open("rb") as file:
                looked.files.append(part.name)
                for number, raw in enumerate(file, 1):
                    if (line := _line(raw, f"{part.name}:{number}", looked)) is not None:
                        yield line
        except OSError:
            looked.unreadable.append(part.name)


def _line(raw: bytes, place: str, looked: Looked) -> AnyLine | None:
    if not raw.strip():
        return None
    try:
        return _LINE.validate_json(raw)
    except ValidationError:
        looked.bad.append(place)
        return None
