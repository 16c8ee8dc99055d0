"""The contract of the tools: what a row of the table is, and how a call ends."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from langchain_core.tools import BaseTool

from app.events import Chart, Extent, Receipt
from app.tools.arguments import Arguments
from app.workspace import Plan, Seen

Effect = Literal["read", "write", "destructive"]
Title = Callable[[dict[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: `code` is "" when it did its work, else `<stage>:<reason>[:<argument>]`.

    `text` is for the model. `path` is the file or folder it is about, `size` a file's bytes,
    and `chars` how much of what is in the folder the text holds; `files` are those whose
    content it shows. `is_picture` says that `path` is an image. `cached` says that an
    earlier call's outcome is shown again; `receipt` is the change that was made. `basis` is a
    digest of all that the outcome rests on, "" when it cannot be told: it is not remembered then. `extent`
    says what was looked at, `chart` what was drawn.
    """

    code: str
    text: str
    path: str = ""
    size: int = 0
    chars: int = 0
    files: tuple[str, ...] = ()
    is_folder: bool = False
    is_picture: bool = False
    cached: bool = False
    receipt: Receipt | None = None
    basis: str = ""
    extent: Extent | None = None
    chart: Chart | None = None

    @property
    def ok(self) -> bool:
        return not self.code

    @property
    def shown(self) -> str:
        """The text as the model is shown it. A failure says so before anything else."""
        return self.text if self.ok else f"Not done ({self.code}): {self.text}"

    def within(self, room: int) -> "Outcome":
        """The same outcome with a text of at most `room` characters."""
        if len(self.text) <= room:
            return self
        note = f"\n[… {len(self.text) - room:,} more characters are not shown]"
        return replace(self, text=self.text[: room - len(note)] + note)

    def again(self) -> "Outcome":
        """The same outcome for a later call that asked the same."""
        return replace(self, cached=True)


@dataclass(frozen=True, slots=True)
class Tool:
    """A row of the table.

    `bound` is the LangChain tool that gives the name, the description and the arguments;
    `run` does the work, in a thread, or plans it where it changes something; `title` is
    what a person reads of a call. `basis` gives the digest that the outcome of a call would
    rest on now, for the tools whose results are remembered.
    """

    bound: BaseTool
    arguments: type[Arguments]
    effect: Effect
    run: Callable[[Any, Seen], Outcome | Plan]
    title: Title
    basis: Callable[[Any], str] | None = None

    @property
    def name(self) -> str:
        return self.bound.name

    @property
    def reads_only(self) -> bool:
        return self.effect == "read"


def checked(result: object) -> Outcome | Plan:
    """What a tool gave back, with nothing taken on trust."""
    if isinstance(result, Plan):
        return result
    if not isinstance(result, Outcome):
        return Outcome("result:shape", "The tool gave back something that is no result.")
    return result if result.text.strip() else Outcome("result:empty", "The tool gave back nothing.")
