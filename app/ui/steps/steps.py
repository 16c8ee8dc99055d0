"""Tool calls on the page: one collapsible row each, which opens by itself to ask something."""

import asyncio
from dataclasses import dataclass, replace

import chainlit as cl
from chainlit.utils import utc_now

from app.agent import Decision
from app.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallDelta,
    Event,
    RoundStarted,
    ToolFinished,
    ToolStarted,
    TurnEnded,
)
from app.language import Language
from app.phrases import phrase
from app.ui.panel.shown import tell_changed
from app.ui.shown.elements import picture
from app.ui.shown.places import Places
from app.ui.steps.drafts import Drafts
from app.ui.steps.groups import Group
from app.ui.steps.icons import icon_of
from app.ui.steps.outcomes import DENIED, NOT_FAILED, STOPPED, asked_text, bounded_args, ended_text
from app.ui.steps.pictures import Element, looked_at, with_answer
from app.ui.steps.questions import Questions
from app.ui.steps.sights import Sights
from app.ui.steps.titles import denied, done, not_done, running, waiting
from app.ui.steps.undo import Undos
from app.usage import elapsed
from app.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Controls:
    """What the rows of a session hold beside texts: questions, Undo buttons, what the model is shown, and their files.

    `places` say which file of the `folder` a name means.
    """

    questions: Questions
    undos: Undos
    sights: Sights
    folder: Workspace
    places: Places


@dataclass(frozen=True, slots=True)
class _Row:
    step: cl.Step
    started: ToolStarted
    group: Group
    asked: ApprovalAsked | None = None
    reason: str = ""


class Steps:
    """The rows of one turn, or of changes that are taken back, in the reader's `language`.

    `shown` are all of them as they stand now, oldest first, a group's before those in it;
    others have taken the place of those in `replaced`. With `open_failures`, what failed
    opens by itself.
    """

    def __init__(
        self, controls: Controls, language: Language, parent_id: str | None = None, open_failures: bool = False
    ) -> None:
        self.shown: list[cl.Step] = []
        self.replaced: list[cl.Step] = []
        self._controls = controls
        self._language = language
        self._parent = parent_id
        self._open_failures = open_failures
        self._rows: dict[str, _Row] = {}
        self._seen: list[tuple[cl.Step, Element]] = []
        self._group = Group(language, parent_id)
        self._drafts = Drafts(language, parent_id)

    async def show(self, event: Event) -> None:
        """Brings the row of a call up to date with `event`; events about no call change nothing."""
        match event:
            case CallDelta():
                await self._draft(event)
            case ToolStarted():
                await self._begin(event)
            case ApprovalAsked():
                await self._ask(event)
            case ApprovalGiven():
                await self._answered(event)
            case ToolFinished():
                await self._end(event)
            case RoundStarted() | TurnEnded():
                await self._end_drafts()
                await self._controls.sights.refresh()

    def part(self) -> None:
        """Something else stands below the rows now: those that follow are not in a row with them."""
        self._group = Group(self._language, self._parent)

    def handed_over(self) -> list[Element]:
        """The charts and pictures, which leave their rows: they are to be seen without opening one."""
        handed, self._seen = with_answer(self._seen), []
        for step, shown in handed:
            step.elements = [other for other in step.elements or [] if other is not shown]
        return [shown for _, shown in handed]

    async def _draft(self, event: CallDelta) -> None:
        if (step := await self._drafts.add(event)) is not None:
            self.shown.append(step)

    async def _end_drafts(self) -> None:
        for gone in await self._drafts.end():
            self.shown.remove(gone)
            self.replaced.append(gone)

    async def _begin(self, event: ToolStarted) -> None:
        step = self._drafts.taken() or self._new_step(event)
        if is_drafted := step in self.shown:
            step.name = running(event, self._language)
        else:
            self.shown.append(step)
        # Set before the step is sent: a row without content cannot be opened.
        step.input = bounded_args(event.args)
        step.metadata = {"call": event.call_id}
        await self._take_into_group(event, step, is_drafted)
        self._rows[event.call_id] = _Row(step, event, self._group)
        await step.send()

    async def _take_into_group(self, event: ToolStarted, step: cl.Step, is_drafted: bool) -> None:
        moved = await self._group.take(event, step)
        if moved and self._group.row is not None:
            self.shown.insert(self.shown.index(moved[0]), self._group.row)
        if self._group.row is None:
            return
        if is_drafted:
            # It stands beside the group, and a page does not move what it knows.
            await cl.context.emitter.delete_step(step.to_dict())
        # All of them, so that a page which comes back has them in their order, whichever it has missed.
        self.replaced += [*moved, step]

    async def _ask(self, event: ApprovalAsked) -> None:
        """A question stands alone: in a folded group nobody would see it."""
        row = self._rows[event.call_id]
        step = self._new_step(row.started, is_open=True)
        step.name = waiting(event, row.started, self._language)
        step.output = asked_text(event, self._language)
        step.elements = [self._controls.questions.ask(event, self._language)]
        self._rows[event.call_id] = replace(row, step=step, asked=event)
        await row.group.let_out(event.call_id)
        self.part()
        await self._put_in_place_of(row.step, step)

    async def _answered(self, event: ApprovalGiven) -> None:
        row = self._rows[event.call_id]
        self._rows[event.call_id] = replace(row, reason=event.reason)
        self._controls.questions.close(event.call_id, Decision(event.allowed, reason=event.reason))
        row.step.name = running(row.started, self._language)
        await row.step.update()

    async def _end(self, event: ToolFinished) -> None:
        row = self._rows.pop(event.call_id)
        self._controls.questions.close(event.call_id)
        await self._controls.undos.taken_back(event.undone, self._language)
        await asyncio.to_thread(self._controls.places.follow, event)
        await tell_changed(event)
        opens = self._open_failures and not event.ok
        step = self._new_step(row.started, is_open=True) if opens else row.step
        step.input = row.step.input
        step.end = utc_now()
        step.is_error = not event.ok and event.code not in NOT_FAILED
        step.name = self._name(row, event)
        step.output = ended_text(event, row.asked, self._language)
        found = await self._elements(row, event)
        step.elements = [*(row.step.elements or []), *found]
        self._seen += [(step, shown) for shown in found if event.chart or event.picture]
        await (self._put_in_place_of(row.step, step) if opens else step.update())
        await row.group.ended(event)

    def _new_step(self, started: ToolStarted, is_open: bool = False) -> cl.Step:
        name, icon = running(started, self._language), icon_of(started.name)
        step = cl.Step(name, "tool", parent_id=self._parent, icon=icon, default_open=is_open)
        step.start = utc_now()
        return step

    async def _put_in_place_of(self, old: cl.Step, new: cl.Step) -> None:
        """The page opens a row by itself only when it is new."""
        new.start = old.start
        self.shown[self.shown.index(old)] = new
        self.replaced.append(old)
        await new.send()
        await old.remove()

    def _name(self, row: _Row, event: ToolFinished) -> str:
        started, seconds = row.started, elapsed(event.seconds, self._language)
        if event.ok:
            time = phrase("from_memory", self._language) if event.cached else seconds
            return f"{done(started, event, self._language)} · {time}"
        if event.code == DENIED and row.asked is not None:
            return f"⊘ {denied(row.asked, started, row.reason, self._language)}"
        mark = {STOPPED: "■", DENIED: "⊘"}.get(event.code, "✗")
        return f"{mark} {not_done(started, event.code, self._language)} · {seconds}"

    async def _elements(self, row: _Row, event: ToolFinished) -> list[Element]:
        found: list[Element] = []
        if event.receipt is not None and event.receipt.id:
            found.append(self._controls.undos.offer(event.receipt, row.started.title, self._language))
        if event.picture:
            content = await asyncio.to_thread(self._controls.folder.picture, event.picture)
            found += [image] if (image := picture(event.picture, content)) else []
        if row.asked is None:
            found += self._controls.sights.offer(event, row.started.title, self._language)
        found += await looked_at(event, self._controls.folder, self._language)
        return found
