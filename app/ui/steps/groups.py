"""More than five calls in a row, folded under one row that counts them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import chainlit as cl
from chainlit.utils import utc_now

from app.events import ToolFinished, ToolStarted
from app.language import Language
from app.phrases import ALL, phrase
from app.ui.steps.outcomes import NOT_FAILED
from app.ui.steps.titles import about, counted

_MOST_ALONE = 5
_MOST_NAMED = 3
_BEFORE = timedelta(milliseconds=1)
# What is counted, which is not how often it was looked at or changed.
_ABOUT = {"read_file": "file_path", "write_file": "file_path", "edit_file": "file_path", "list_directory": "dir_path"}


@dataclass(slots=True)
class _Member:
    started: ToolStarted
    step: cl.Step
    ended: ToolFinished | None = None


class Group:
    """Calls in a row. `row` stands for them once there are too many to stand alone."""

    def __init__(self, language: Language, parent_id: str | None) -> None:
        self.row: cl.Step | None = None
        self._language = language
        self._parent = parent_id
        self._members: dict[str, _Member] = {}

    async def take(self, started: ToolStarted, step: cl.Step) -> list[cl.Step]:
        """Takes in a call whose row is about to be sent; gives the rows that were moved below this one's."""
        self._members[started.call_id] = _Member(started, step)
        if self.row is not None:
            step.parent_id = self.row.id
            await self._tell()
        elif len(self._members) > _MOST_ALONE:
            return await self._fold(step)
        return []

    async def ended(self, event: ToolFinished) -> None:
        """Counts a call that has ended."""
        if event.call_id in self._members:
            self._members[event.call_id].ended = event
            await self._tell()

    async def let_out(self, call_id: str) -> None:
        """Counts a call no more: its row stands alone from now on."""
        if self._members.pop(call_id, None) is not None:
            await self._tell()

    async def _fold(self, newest: cl.Step) -> list[cl.Step]:
        steps = [member.step for member in self._members.values()]
        row = self.row = cl.Step(self._title(), "tool", parent_id=self._parent, icon="layers")
        # A page that is opened again has to know it before the rows that stand below it.
        row.created_at = _just_before(steps[0].created_at)
        row.start = steps[0].start
        await row.send()
        moved = [step for step in steps if step is not newest]
        for step in moved:
            await cl.context.emitter.delete_step(step.to_dict())
            step.parent_id = row.id
            # Kept where conversations are kept; the page, which has just forgotten it, needs it as a new one.
            await step.update()
            await cl.context.emitter.send_step(step.to_dict())
        newest.parent_id = row.id
        return moved

    async def _tell(self) -> None:
        if self.row is None:
            return
        ends = [member.ended for member in self._members.values()]
        self.row.name = self._title()
        self.row.end = None if None in ends else utc_now()
        self.row.is_error = bool(ends) and all(end is not None and _failed(end) for end in ends)
        await self.row.update()

    def _title(self) -> str:
        members = list(self._members.values())
        ends = [member.ended for member in members if member.ended is not None]
        failed, other = sum(map(_failed, ends)), sum(not end.ok and not _failed(end) for end in ends)
        is_over = len(ends) == len(members)
        parts = [self._done(members) if is_over else self._under_way(len(ends))]
        if failed:
            parts.append(phrase("group_failed", self._language, number=f"{failed:,}"))
        if other:
            parts.append(phrase("group_stopped", self._language, number=f"{other:,}"))
        mark = "✗ " if members and failed == len(members) else ""
        return f"{mark}{' · '.join(parts)}"

    def _under_way(self, ended: int) -> str:
        return phrase("group_runs", self._language, done=f"{ended:,}", number=f"{len(self._members):,}")

    def _done(self, members: list[_Member]) -> str:
        """What was done: steps, or what they were about where all are of one kind and each about something else."""
        done = [member for member in members if member.ended is not None and member.ended.ok]
        kinds = {member.started.name for member in members}
        kind = kinds.pop() if len(kinds) == 1 else ""
        objects = {str(member.started.args.get(_ABOUT.get(kind, ""), number)) for number, member in enumerate(done)}
        if f"group_{kind}" not in ALL or not len(objects) == len(done) != 1:
            return counted("group_steps", len(done), self._language)
        said = counted(f"group_{kind}", len(done), self._language)
        return _named(said, done, self._language) if done and kind in _ABOUT else said


def _named(said: str, done: list[_Member], language: Language) -> str:
    """What was done, and to which: the first of them, and how many more."""
    more = len(done) - _MOST_NAMED
    colon, comma = ("：", "、") if language == "ja" else (": ", ", ")
    names = comma.join(about(one.started, language) for one in done[:_MOST_NAMED])
    told = phrase("group_others", language, names=names, number=f"{more:,}") if more > 0 else names
    return f"{said}{colon}{told}"


def _failed(end: ToolFinished) -> bool:
    return not end.ok and end.code not in NOT_FAILED


def _just_before(created_at: str | None) -> str:
    began = datetime.fromisoformat((created_at or utc_now()).removesuffix("Z"))
    return f"{(began - _BEFORE).isoformat(timespec='microseconds')}Z"
