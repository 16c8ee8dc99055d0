"""The task list of a long piece of work, as the page shows it beside the conversation."""

from chainlit.element import Task, TaskList, TaskStatus

from app.events import Progress, Reason
from app.language import Language
from app.phrases import phrase

_MOST = 8
_DONE: tuple[Reason, ...] = ("answered",)


class Tasks:
    """A list of groups of parts, and the answer last. It is there from the first Progress on."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._list: TaskList | None = None

    async def show(self, progress: Progress) -> None:
        """Brings the list up to date."""
        shown = self._list = self._list or TaskList(display="side")
        shown.tasks = [*self._parts(progress), self._answer(progress)]
        shown.status = phrase("tasks_status", self._language, done=f"{progress.done:,}", total=f"{progress.total:,}")
        await shown.send()

    async def end(self, reason: Reason) -> None:
        """Says how the work has ended."""
        if self._list is None:
            return
        over = reason in _DONE
        for task in self._list.tasks:
            task.status = at_end(task.status, reason)
        self._list.status = phrase("tasks_done" if over else "tasks_ended", self._language)
        await self._list.send()

    async def show_again(self) -> None:
        """Sends the list to a page that has missed it."""
        if self._list is not None:
            await self._list.send()

    async def remove(self) -> None:
        """Takes the list off the page."""
        if self._list is not None:
            await self._list.remove()
            self._list = None

    def _parts(self, progress: Progress) -> list[Task]:
        size = max(1, -(-progress.total // _MOST))
        firsts = range(1, progress.total + 1, size)
        return [self._group(first, min(first + size - 1, progress.total), progress) for first in firsts]

    def _group(self, first: int, last: int, progress: Progress) -> Task:
        key = "tasks_part" if first == last else "tasks_parts"
        numbers = {"first": f"{first:,}", "last": f"{last:,}", "total": f"{progress.total:,}"}
        title = phrase(key, self._language, title=progress.title, **numbers)
        return Task(title, _status(progress.done + 1, first, last))

    def _answer(self, progress: Progress) -> Task:
        status = TaskStatus.RUNNING if progress.done >= progress.total else TaskStatus.READY
        return Task(phrase("tasks_answer", self._language), status)


def _status(now: int, first: int, last: int) -> TaskStatus:
    """How far a group of parts is while part `now` is being read."""
    if now > last:
        return TaskStatus.DONE
    return TaskStatus.RUNNING if now >= first else TaskStatus.READY


def at_end(status: TaskStatus, reason: Reason) -> TaskStatus:
    """What stood when the turn ended: what was stopped, or waits for another turn, has not failed."""
    if reason in _DONE:
        return TaskStatus.DONE
    if status == TaskStatus.RUNNING:
        return TaskStatus.FAILED if reason == "model_error" else TaskStatus.READY
    return status
