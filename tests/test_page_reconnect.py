"""The line between page and app is cut at each event of a turn: nothing is lost, nothing doubled, Stop works."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import Chat, chat, running_app
from playwright.sync_api import Browser
from replies import Gate, Reply, Stream, calls, chunk, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

_QUESTION = "Read a.txt and b.txt, write new.txt, and change b.txt"
_SECONDS = 60


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(f"this is {name}\n", encoding="utf-8")
    return folder


@pytest.fixture
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


def _turn(number: int) -> tuple[list[Reply], list[Gate], list[Gate]]:
    """A turn that thinks, says something, reads, writes, asks and answers; its gates before it asks, and after."""
    before, after = [Gate() for _ in range(6)], [Gate() for _ in range(3)]
    gates = iter(before + after)
    *reading, read = calls(("read_file", {"file_path": "a.txt"}), ("read_file", {"file_path": "b.txt"})).pieces
    *writing, write = calls(("write_file", {"file_path": f"new{number}.txt", "text": "new text\n" * 3})).pieces
    edit = {"old_text": "this is b.txt", "new_text": "this is changed"}
    *changing, change = calls(("edit_file", {"file_path": "b.txt", "edits": [edit]})).pieces
    thoughts = [chunk({"reasoning_content": text}) for text in ("Two files. ", "I read both. ")]
    said, texts = (
        chunk({"content": "I look at both."}),
        [chunk({"content": f"Part {n} of the answer. "}) for n in (1, 2)],
    )
    first = (next(gates), thoughts[0], next(gates), thoughts[1], said, next(gates), *reading, next(gates), read)
    second = (*writing, next(gates), write)
    third = (*changing, next(gates), change)
    last = (next(gates), texts[0], next(gates), texts[1], next(gates), chunk({}, "stop"))
    return [Stream(pieces) for pieces in (first, second, third, last)], before, after


def _shown(tab: Chat) -> list[str]:
    """All that stands in the conversation, in order, without what differs from run to run."""
    texts = tab.page.locator(".step").evaluate_all("steps => steps.map(step => step.innerText)")
    return [re.sub(r"\d+(\.\d+)? ?(ms|s)\b|new\d", "·", " ".join(text.split())) for text in texts]


def _finish(tab: Chat, gates: list[Gate]) -> None:
    """Lets the rest of the turn come, and allows the change that is asked about."""
    for gate in gates:
        gate.open()
    tab.page.get_by_role("button", name="Allow", exact=True).click(timeout=_SECONDS * 1000)
    tab.wait_until_idle()


def _outage(tab: Chat, line: Line, *opened: Gate, until: Gate | None) -> None:
    """The line is cut while what stands behind the gates `opened` comes, up to the gate `until`."""
    with tab.page.expect_event("websocket", timeout=_SECONDS * 1000):
        line.cut()
        for gate in opened:
            gate.open()
        assert until is None or until.reached.wait(_SECONDS)
        tab.page.wait_for_timeout(100)
        line.mend()
    tab.page.wait_for_timeout(300)


def _cut_at_each(tab: Chat, line: Line, gates: list[Gate]) -> None:
    for gate, following in zip(gates, [*gates[1:], None], strict=True):
        assert gate.reached.wait(_SECONDS)
        _outage(tab, line, gate, until=following)


def test_a_turn_whose_line_was_cut_at_each_event_stands_as_one_that_was_not(
    browser: Browser, address: str, model: ScriptedServer, work: Path
) -> None:
    replies, before, after = _turn(1)
    model.play(*replies)
    with chat(browser, address) as tab:
        tab.send(_QUESTION)
        _finish(tab, before + after)
        whole = _shown(tab)
    (work / "b.txt").write_text("this is b.txt\n", encoding="utf-8")
    replies, before, after = _turn(2)
    model.play(*replies)
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        tab.send(_QUESTION)
        _cut_at_each(tab, line, before)
        tab.page.get_by_role("button", name="Allow", exact=True).click(timeout=_SECONDS * 1000)
        _cut_at_each(tab, line, after)
        tab.wait_until_idle()
        assert _shown(tab) == whole
    assert (work / "new2.txt").read_text(encoding="utf-8") == "new text\n" * 3
    assert (work / "b.txt").read_text(encoding="utf-8") == "this is changed\n"


def test_after_an_outage_stop_ends_the_turn_at_once(browser: Browser, address: str, model: ScriptedServer) -> None:
    gate = Gate()
    model.play(Stream((chunk({"content": "A long answer begins. "}), gate, chunk({"content": "Never seen."}))))
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        tab.send("Tell me all")
        tab.page.get_by_text("A long answer begins.").wait_for()
        _outage(tab, line, until=None)
        tab.press_stop()
        assert tab.answer().split() == ["A", "long", "answer", "begins.", "Stopped."]
        model.play(say("I am here."))
        assert tab.ask("Are you there?") == "I am here."
    gate.open()


def test_what_another_tab_has_asked_during_an_outage_is_there_afterwards(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        model.play(say("One."), say("Two."), say("Three."))
        tab.ask("first")
        tab.page.wait_for_url("**/thread/*")
        other = Chat(tab.page.context.new_page(), address)
        other.page.goto(f"{address}{urlsplit(tab.page.url).path}")
        other.page.get_by_text("One.").wait_for()
        line.lose()
        assert [other.ask(question) for question in ("second", "third")] == ["Two.", "Three."]
        _outage(tab, line, until=None)
        tab.page.get_by_text("Three.").wait_for(timeout=_SECONDS * 1000)
        assert _shown(tab) == _shown(other)
        model.play(say("Four."))
        assert tab.ask("fourth") == "Four."
        other.page.get_by_text("Four.").wait_for()
        tab.wait_until_idle()
        assert _shown(tab) == _shown(other)
