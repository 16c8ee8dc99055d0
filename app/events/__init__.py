"""What the agent yields: one frozen class per fact.

Order within a turn: RoundStarted opens each request to the model; TextDelta pieces
follow as they arrive, and CallDelta pieces of long arguments, and one RoundEnded, also
where the reply was lost; then, for each tool call of the reply, one ToolStarted and later
one ToolFinished with the same call_id (read-only calls overlap, so the finishes may come
in any order). A change that is asked about first has one ApprovalAsked and then one
ApprovalGiven between the two. ThinkingDelta pieces come before the text of their reply or
between its pieces. QuestionAdded comes between two rounds. Notice and Progress may come
anywhere; after a Notice `retry_differs` the text of the round begins anew. TurnEnded is
always last and comes exactly once.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from app.events.charts import Chart, ChartKind, Series
from app.events.costs import RoundEnded, Usage

__all__ = [
    "ApprovalAsked",
    "ApprovalGiven",
    "CallDelta",
    "Chart",
    "ChartKind",
    "Event",
    "Extent",
    "Notice",
    "Offer",
    "Progress",
    "QuestionAdded",
    "Reason",
    "Receipt",
    "RoundEnded",
    "RoundStarted",
    "Series",
    "TextDelta",
    "ThinkingDelta",
    "ToolFinished",
    "ToolStarted",
    "TurnEnded",
    "Usage",
    "Verb",
]

Reason = Literal[
    "answered",
    "round_limit",
    "token_limit",
    "cost_limit",
    "loop",
    "stopped",
    "context_overflow",
    "model_error",
]


Verb = Literal["created", "overwritten", "appended", "edited", "copied", "moved", "deleted", "folder_made", "uploaded"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """A change that was made and looked at afterwards. `id` is what it can be undone by, "" when it cannot.

    `path` and `source` (of a copy or a move) are relative to the folder. Sizes are the
    bytes of `path` before and after, None where there was or is no file; digests are
    SHA-256, "" where there is none. `diff` is a unified diff, bounded.
    """

    id: str
    verb: Verb
    path: str
    source: str = ""
    size_before: int | None = None
    size_after: int | None = None
    digest_before: str = ""
    digest_after: str = ""
    diff: str = ""


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A request to the model begins. Rounds count from 1 within a turn."""

    round: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of text from the model, as it arrived."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    """A piece of what the model thinks before it answers or calls, as it arrived. It is no part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class QuestionAdded:
    """The person added `text` to the running question, and the model is shown it from the next round on."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long piece of work has come: `done` of `total` parts of `title`, both counted from 0."""

    title: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a call's arguments, as it arrived; short ones have none, nor has what is beyond 20,000 characters.

    The call is the `index`-th of its reply, from 0: the ToolStarted of a round come in that order, if they come
    at all. `text` is JSON after `start` characters of it; a call that begins anew begins at 0.
    """

    index: int
    name: str
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool call is about to run. `title` is what a person reads, such as `read_file paper1.txt`."""

    call_id: str
    name: str
    args: dict[str, Any]
    title: str


@dataclass(frozen=True, slots=True)
class Extent:
    """What a call that only reads has looked at, in numbers.

    `path` is the file or folder, relative to the root, "" for the root itself. Of a page these are its `first`
    and `last` line, 0 where it has no text, and the `total`, None where it is not known. Of a listing or a
    search these are the `files` and `folders` that there are or were found; of a search also the files that were
    `looked` at, and of one for a text its `matches`. `found` are the paths of the first files that a search came
    upon. `is_whole` is false when not everything could be looked at.
    """

    path: str
    first: int = 0
    last: int = 0
    total: int | None = None
    files: int = 0
    folders: int = 0
    looked: int = 0
    matches: int = 0
    is_whole: bool = True
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A tool call has ended. `code` is "" when ok, else `<stage>:<reason>[:<argument>]`.

    `text` is what the model is shown; `seconds` is wall time; `cached` says that an
    earlier result was shown again. `receipt` is the change that was made, if one was,
    and `undone` the id of the receipt that it took back, "" for any other call.
    `picture` is the path of an image that was read, "" for anything else. `extent` says what was looked at,
    None where nothing was. `chart` is what was drawn.
    """

    call_id: str
    name: str
    ok: bool
    code: str
    text: str
    seconds: float
    cached: bool = False
    receipt: Receipt | None = None
    undone: str = ""
    picture: str = ""
    extent: Extent | None = None
    chart: Chart | None = None


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """A call waits for the person's word before it changes something, or a turn before it goes beyond a limit.

    `text` says what will happen and why it is asked about, in the person's language;
    `diff` is a unified diff, "" when none can be shown; `verb` is what would be done, "" where more would be spent.
    `lasting` says that it may be allowed for the rest of the conversation. It is answered by
    `Conversation.decide(call_id, …)`; without an answer it ends as a refusal.
    """

    call_id: str
    name: str
    title: str
    text: str
    diff: str
    verb: Verb | Literal[""] = ""
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class ApprovalGiven:
    """The answer. `allowed` is false also when nobody answered in time; `reason` is the person's own."""

    call_id: str
    allowed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the person should know that is neither an answer nor a tool result."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to go on, shown as a button: `label` is what it says, `message` what the person would write for it."""

    label: str
    message: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over. `text` is the whole final answer and is never empty; `offers` are ways to go on."""

    reason: Reason
    text: str
    usage: Usage = field(default_factory=Usage)
    offers: tuple[Offer, ...] = ()


Event = (
    RoundStarted
    | RoundEnded
    | TextDelta
    | ThinkingDelta
    | QuestionAdded
    | Progress
    | CallDelta
    | ToolStarted
    | ApprovalAsked
    | ApprovalGiven
    | ToolFinished
    | Notice
    | TurnEnded
)
