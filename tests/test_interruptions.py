"""Whatever ends a turn, at whichever of its awaits: it ends once, in order, and the next question is answered."""

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from replies import Answer, Reply, calls, say
from scripted_server import ScriptedServer
from strict_history import problems
from turns import SettingsMaker, end_of, ended, eventually, require_order

from app.agent import Conversation, Decision
from app.assemble import agent_from
from app.events import ApprovalAsked, Event

pytestmark = pytest.mark.slow

Work = Coroutine[Any, Any, Any]
WORDS = "The harbour wall\n\nIt was built in {year}.\n"
EDIT = ("edit_file", {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]})
NEW_FILE = ("write_file", {"file_path": "new.txt", "text": "whole"})
READS = [("read_file", {"file_path": name}) for name in ("paper1.txt", "paper2.txt", "nope.txt")]
BUSY = Answer(503, {"error": {"message": "busy"}}, {"retry-after-ms": "5"})
OVERFLOW = Answer(400, {"error": {"message": "too long", "code": "context_length_exceeded"}})
# Between them they wait for all that a turn can wait for; each comes to another end.
TURNS: dict[str, tuple[Reply, ...]] = {
    "answered": (calls(*READS, text="I look."), BUSY, calls(EDIT), say("It is done.", between=0.001)),
    "round_limit": (calls(READS[0]), calls(NEW_FILE), calls(EDIT), say("So far.")),
    "context_overflow": (calls(READS[1]), OVERFLOW, say("It was too much.", between=0.001)),
}


class Interrupted:
    """A turn that is ended in its `at`-th await, by one of the ways to end it. `events` are what was shown."""

    def __init__(self, conversation: Conversation, way: str, at: int) -> None:
        self.events: list[Event] = []
        self.was_reached = False
        self._conversation = conversation
        self._way = way
        self._at = at

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_task_factory(self._task)
        self._showing = asyncio.create_task(self._show())
        await asyncio.wait({self._showing})
        if not self._showing.cancelled():
            # A deadline ends it with an error, which is as it should be.
            self._showing.exception()
        loop.set_task_factory(None)

    async def _show(self) -> None:
        async with asyncio.timeout(None) as self._deadline:
            async for event in self._conversation.ask("Change 1931 to 1932 in paper1.txt and write new.txt."):
                self.events.append(event)
                if isinstance(event, ApprovalAsked):
                    yes = (event.call_id, Decision(allowed=True))
                    asyncio.get_running_loop().call_later(0.005, self._conversation.decide, *yes)

    def _task(self, loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> "asyncio.Task[Any]":
        is_turn = getattr(work, "__qualname__", "") == "Conversation._pump"
        return asyncio.Task(_counted(work, self._reached) if is_turn else work, loop=loop, **more)

    def _reached(self, number: int) -> None:
        if number != self._at:
            return
        self.was_reached = True
        match self._way:
            case "stop":
                self._conversation.stop()
            case "deadline":
                self._deadline.reschedule(asyncio.get_running_loop().time())
            case "cancelled":
                self._showing.cancel()


async def _counted(work: Work, reached: Callable[[int], None]) -> None:
    await _each_await(work, reached)


@types.coroutine
def _each_await(work: Work, reached: Callable[[int], None]) -> Generator[Any, Any, None]:
    """Runs `work` and tells of each of its awaits, by their number from 1."""
    thrown: BaseException | None = None
    for number in count(1):
        try:
            awaited = work.send(None) if thrown is None else work.throw(thrown)
        except StopIteration:
            return
        reached(number)
        thrown = None
        try:
            yield awaited
        except BaseException as error:  # noqa: BLE001 - whatever the awaited ended with is raised here
            thrown = error


def only_whole_names(work: Path) -> bool:
    return {path.name for path in work.iterdir()} <= {"paper1.txt", "paper2.txt", "stock", "new.txt"}


async def require_whole_files(work: Path) -> None:
    assert (work / "paper1.txt").read_text() in (WORDS.format(year=1931), WORDS.format(year=1932))
    assert not (work / "new.txt").exists() or (work / "new.txt").read_text() == "whole"
    # A thread that was called off while it wrote aside takes that away itself.
    assert await eventually(lambda: only_whole_names(work))


@pytest.mark.parametrize("way", ["stop", "deadline", "cancelled"])
@pytest.mark.parametrize("end", TURNS)
async def test_a_turn_may_be_ended_at_any_of_its_awaits(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path, end: str, way: str
) -> None:
    agent = agent_from(settings(max_rounds=3 if end == "round_limit" else 20))
    for at in count(1):
        (workdir / "paper1.txt").write_text(WORDS.format(year=1931))
        (workdir / "new.txt").unlink(missing_ok=True)
        server.play(*TURNS[end])
        conversation = Conversation(agent)
        turn = Interrupted(conversation, way, at)
        await turn.run()
        if way == "stop" or not turn.was_reached:
            require_order(turn.events)
            assert ended(turn.events).reason in ("stopped", end)
        await require_whole_files(workdir)
        assert [problem for request in server.requests for problem in problems(request.messages)] == []
        server.play(say("Yes."))
        assert (await end_of(conversation)).text == "Yes."
        # A request of the ended turn may still have been on its way.
        assert [problem for request in server.requests for problem in problems(request.messages)] == []
        if not turn.was_reached:
            break
    assert ended(turn.events).reason == end
    assert at > 20
