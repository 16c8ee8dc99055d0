"""The messages of a request as turns, and what they show of the folder."""

import json
import re
import unicodedata
from dataclasses import dataclass

from app.embedded.protocol import Call, ChatRequest, Json, Message, ToolCall
from app.embedded.results import (
    Absent,
    Changed,
    Failure,
    Found,
    Hits,
    Listing,
    Outcome,
    Page,
    Written,
    joined,
    outcome_of,
    tells_of_change,
)
from app.language import Language, is_japanese_in_part, language_of

# As the agent's instructions say it, where the person chose a language for all answers.
_ANSWERED_IN = re.compile(r"^- Answer in (English|Japanese)\b", re.MULTILINE)
_PATHS = ("file_path", "dir_path", "source_path", "destination_path")


@dataclass(frozen=True, slots=True)
class Step:
    """One call that was made, and what came of it."""

    call: Call
    outcome: Outcome

    @property
    def path(self) -> str:
        """The file or folder the call was about first, "" when it named none."""
        return next(iter(self.paths), "")

    @property
    def paths(self) -> tuple[str, ...]:
        """All files and folders that the call named."""
        given = (self.call.arguments.get(name) for name in _PATHS)
        return tuple(str(value) for value in given if value)

    @property
    def found(self) -> tuple[str, ...]:
        """The files that a listing or a search shows, as paths from the root."""
        match self.outcome:
            case Listing(files=files):
                return tuple(inside(self.path or ".", entry.name) for entry in files)
            case Found(files=files):
                return tuple(entry.name for entry in files)
            case Hits(hits=hits):
                return tuple(dict.fromkeys(hit.file for hit in hits))
        return ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What a person asked, the steps taken for it, and the last text of the answer ("" while none)."""

    asked: str
    steps: tuple[Step, ...] = ()
    answer: str = ""

    @property
    def takes_back(self) -> bool:
        """Whether a change was undone here: that is no call of ours, and its outcome stands as the answer."""
        return not self.steps and tells_of_change(self.answer)


@dataclass(frozen=True, slots=True)
class Conversation:
    """All turns, the one to be answered last; the tools that may be called; the request's tokens.

    `answered_in` is the language that was chosen for all answers, if one was.
    """

    turns: tuple[Turn, ...]
    tools: frozenset[str]
    tokens: int = 0
    answered_in: Language | None = None

    @property
    def now(self) -> Turn:
        """The turn to be answered."""
        return self.turns[-1]

    @property
    def language(self) -> Language:
        """The chosen language, else that of the newest message that has words in it."""
        if self.answered_in:
            return self.answered_in
        language: Language = "ja" if is_japanese_in_part(self.turns[0].asked) else "en"
        for turn in self.turns:
            language = language_of(turn.asked, otherwise=language)
        return language

    def tried(self, call: Call) -> bool:
        """Whether this call was already made in this turn, be it with another limit."""
        return any(_sameness(step.call) == _sameness(call) for step in self.now.steps)

    def listing(self, folder: str) -> Listing | Failure | None:
        """What this turn found in `folder`."""
        for step in reversed(self.now.steps):
            if step.call.name == "list_directory" and same_path(step.path or ".", folder):
                return step.outcome if isinstance(step.outcome, Listing | Failure) else None
        return None

    def newest_listing(self) -> tuple[str, Listing] | None:
        """The last folder that was listed in any turn and is still shown."""
        for turn in reversed(self.turns):
            for step in reversed(turn.steps):
                if isinstance(step.outcome, Listing):
                    return step.path or ".", step.outcome
        return None

    def pages(self, path: str) -> tuple[Page, ...]:
        """The pages of `path` in sight: all of this turn, of earlier turns only a whole file."""
        steps = [step for turn in self._since_undo() for step in turn.steps]
        earlier = [page for page in _unchanged(steps, path) if page.whole]
        if any(_changes(step, path) for step in self.now.steps):
            earlier = []
        return tuple(_unchanged(self.now.steps, path)) or tuple(earlier[-1:])

    def read_so_far(self, path: str) -> Page | None:
        """The file from its first line on, as far as pages in sight follow one another."""
        run: list[Page] = []
        for page in sorted(self.pages(path), key=_start):
            if (not run and page.first <= 1) or (run and run[-1].onward == _start(page)):
                run.append(page)
        return joined(tuple(run)) if run else None

    def came_of(self, call: Call) -> Outcome | None:
        """What came of `call` in this turn; None when it was not made."""
        same = (step.outcome for step in reversed(self.now.steps) if _sameness(step.call) == _sameness(call))
        return next(same, None)

    def _since_undo(self) -> tuple[Turn, ...]:
        """The earlier turns after the last one in which a change was taken back: what was read before may be old."""
        undone = [number for number, turn in enumerate(self.turns[:-1]) if turn.takes_back]
        return self.turns[undone[-1] + 1 if undone else 0 : -1]

    def failure(self, path: str) -> Failure | None:
        """Why `path` could not be read in this turn."""
        for step in self.now.steps:
            if step.call.name == "read_file" and same_path(step.path, path) and isinstance(step.outcome, Failure):
                return step.outcome
        return None


def conversation_in(request: ChatRequest) -> Conversation:
    """The conversation that `request` carries; it has one turn at least."""
    turns = _turns(request.messages) or [Turn("")]
    return Conversation(tuple(turns), request.tool_names, request.tokens, _answered_in(request.messages))


def _answered_in(messages: list[Message]) -> Language | None:
    told = "\n".join(message.text for message in messages if message.role == "system")
    found = _ANSWERED_IN.search(told)
    return None if found is None else "en" if found[1] == "English" else "ja"


def _sameness(call: Call) -> tuple[str, Json]:
    return call.name, {name: value for name, value in call.arguments.items() if name != "limit"}


def same_path(one: str, other: str) -> bool:
    """Whether two paths as people or tools write them mean the same file."""
    return _canonical(one) == _canonical(other)


def inside(folder: str, name: str) -> str:
    """The path of what `folder` holds under `name`; "." and "" are the root."""
    return name if folder in ("", ".") else f"{folder.rstrip('/')}/{name}"


def _canonical(path: str) -> str:
    plain = unicodedata.normalize("NFC", path).replace("\\", "/").removeprefix("./").strip("/")
    return plain.removeprefix("work/") if plain != "work" else "."


def _start(page: Page) -> tuple[int, int]:
    return page.first, page.characters[0] if page.characters else 1


def _unchanged(steps: list[Step] | tuple[Step, ...], path: str) -> list[Page]:
    """Pages of `path` that no later write has made old."""
    pages: list[Page] = []
    for step in steps:
        match step.outcome:
            case Page(file=file) as page if same_path(file, path) or same_path(step.path, path):
                pages.append(page)
            case _ if _changes(step, path):
                pages.clear()
    return pages


def _changes(step: Step, path: str) -> bool:
    """Whether `step` changed the file `path`, or moved or deleted a folder that it is in."""
    if not isinstance(step.outcome, Written | Changed):
        return False
    return any(same_path(one, path) or _canonical(path).startswith(f"{_canonical(one)}/") for one in step.paths)


def _turns(messages: list[Message]) -> list[Turn]:
    results = {message.tool_call_id: message.text for message in messages if message.role == "tool"}
    turns: list[Turn] = []
    for message in messages:
        if message.role == "user":
            turns.append(Turn(message.text))
        if message.role == "assistant" and turns:
            turns[-1] = _with_reply(turns[-1], message, results)
    return turns


def _with_reply(turn: Turn, message: Message, results: dict[str | None, str]) -> Turn:
    steps = [_step(call, results) for call in message.tool_calls or []]
    return Turn(turn.asked, (*turn.steps, *steps), message.text or turn.answer)


def _step(call: ToolCall, results: dict[str | None, str]) -> Step:
    made = Call(call.function.name, _arguments(call.function.arguments))
    content = results.get(call.id)
    return Step(made, Absent() if content is None else outcome_of(made.name, content))


def _arguments(text: str) -> Json:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
