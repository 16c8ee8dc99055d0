"""The spans of turns, as a real collector receives them."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from collector import Collector, collecting, silence
from page import app_environment, running_app
from replies import Answer, calls, held, say
from scripted_server import ScriptedServer
from terminal import run
from turns import YES, SettingsMaker
from visitors import visitor

from app.agent import Agent, Conversation
from app.events import ApprovalAsked, Event, RoundEnded, TextDelta, TurnEnded
from app.settings import PROJECT
from app.telemetry import About, telemetry_from

_SECRET = "amaranth"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as running:
        yield running


async def _told(
    agent: Agent, settings: SettingsMaker, collector: Collector, stop_at: type | None = None
) -> list[Event]:
    """The events of one turn whose spans have all been sent."""
    telemetry = telemetry_from(settings(otel_exporter_otlp_endpoint=collector.url))
    conversation = Conversation(agent)
    about = About("you", "thread-1", "page", f"{_SECRET}?", "scripted", agent.endpoint.url)
    events = []
    async with aclosing(telemetry.watched(conversation.ask(f"{_SECRET}?"), about)) as watched:
        async for event in watched:
            events.append(event)
            if isinstance(event, ApprovalAsked):
                conversation.decide(event.call_id, YES)
            if stop_at is not None and isinstance(event, stop_at):
                conversation.stop()
    await asyncio.to_thread(telemetry.close)
    return events


async def test_a_turn_is_a_tree_of_spans_with_its_figures_and_with_nothing_that_was_said_or_read(
    agent: Agent, settings: SettingsMaker, server: ScriptedServer, workdir: Path, collector: Collector
) -> None:
    (workdir / f"{_SECRET}.txt").write_text(f"{_SECRET} blooms\n")
    reads = [("read_file", {"file_path": f"{_SECRET}.txt"}), ("list_directory", {}), (f"{_SECRET}_tool", {_SECRET: 1})]
    edit = ("edit_file", {"file_path": f"{_SECRET}.txt", "edits": [{"old_text": "blooms", "new_text": _SECRET}]})
    server.play(
        calls(*reads, text=f"Looking for {_SECRET}.", usage=(100, 20)), calls(edit, usage=(200, 30)), say(_SECRET)
    )
    events = await _told(agent, settings, collector)

    [turn] = collector.named("invoke_agent")
    rounds, tools = collector.named("chat scripted"), collector.named("execute_tool")
    below = [*rounds, *tools]
    assert len(collector.spans) == 1 + len(below)
    assert (turn.name, turn.parent, turn.service, turn.failed) == ("invoke_agent folio", b"", "folio", False)
    assert {(span.parent, span.trace) for span in below} == {(turn.id, turn.trace)}
    assert [path for path, _ in collector.requests] == ["/v1/traces"] * len(collector.requests)

    assert [span.attributes["gen_ai.operation.name"] for span in (turn, rounds[0], tools[0])] == [
        "invoke_agent",
        "chat",
        "execute_tool",
    ]
    common = ("gen_ai.provider.name", "gen_ai.request.model", "gen_ai.conversation.id", "server.address", "server.port")
    for span in collector.spans:
        assert [span.attributes[name] for name in common] == [
            "openai",
            "scripted",
            "thread-1",
            "127.0.0.1",
            server.port,
        ]
    figures = ("gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens")
    assert [[span.attributes[name] for name in figures] for span in rounds] == [[100, 20], [200, 30], [100, 20]]
    assert [turn.attributes[name] for name in figures] == [400, 70]
    ended = [event for event in events if isinstance(event, RoundEnded)]
    assert [span.attributes["gen_ai.response.time_to_first_chunk"] for span in rounds] == [
        each.first_token_seconds for each in ended
    ]
    assert (turn.attributes["folio.reason"], turn.attributes["folio.door"]) == ("answered", "page")

    assert [(span.name.removeprefix("execute_tool "), span.error, span.failed) for span in tools] == [
        ("read_file", "", False),
        ("list_directory", "", False),
        ("other", "tool:unknown", True),
        ("edit_file", "", False),
    ]
    assert len({span.attributes["gen_ai.tool.call.id"] for span in tools}) == 4
    assert tools[3].events == ("folio.approval.asked", "folio.approval.given")
    # What ran side by side overlaps; the rest is in its order, and all of it within the turn.
    assert max(span.start for span in tools[:2]) < min(span.end for span in tools[:2])
    assert rounds[0].end <= tools[0].start and tools[0].end <= rounds[1].start
    assert rounds[1].end <= tools[3].start and tools[3].end <= rounds[2].start
    assert turn.start <= rounds[0].start and max(span.end for span in below) <= turn.end

    assert _SECRET.encode() not in collector.bytes
    assert str(workdir).encode() not in collector.bytes
    assert b"Traceback" not in collector.bytes


async def test_a_request_that_fails_marks_its_round_and_the_turn(
    agent: Agent, settings: SettingsMaker, server: ScriptedServer, collector: Collector
) -> None:
    server.play(calls(("list_directory", {})), Answer(401, {"error": {"message": _SECRET}}))
    await _told(agent, settings, collector)
    assert [(span.name, span.error) for span in collector.spans] == [
        ("invoke_agent folio", "model_error"),
        ("chat scripted", ""),
        ("execute_tool list_directory", ""),
        ("chat scripted", "model_error"),
    ]
    assert _SECRET.encode() not in collector.bytes


async def test_a_stopped_turn_has_whole_spans_that_say_so(
    agent: Agent, settings: SettingsMaker, server: ScriptedServer, collector: Collector
) -> None:
    gate, reply = held(say("a long answer"), 3)
    server.play(reply)
    events = await _told(agent, settings, collector, stop_at=TextDelta)
    gate.open()
    assert isinstance(events[-1], TurnEnded) and events[-1].reason == "stopped"
    assert [(span.name, span.error, span.failed) for span in collector.spans] == [
        ("invoke_agent folio", "stopped", True),
        ("chat scripted", "stopped", True),
    ]
    assert all(0 < span.start <= span.end for span in collector.spans)


async def test_a_turn_that_is_broken_off_leaves_no_span_open(
    agent: Agent, settings: SettingsMaker, server: ScriptedServer, collector: Collector
) -> None:
    gate, reply = held(say("a long answer"), 3)
    server.play(reply)
    telemetry = telemetry_from(settings(otel_exporter_otlp_endpoint=collector.url))
    about = About("you", "thread-1", "page", "?", "scripted", agent.endpoint.url)
    async with aclosing(telemetry.watched(Conversation(agent).ask("?"), about)) as watched:
        await anext(watched)
    gate.open()
    await asyncio.to_thread(telemetry.close)
    assert [(span.name, span.error) for span in collector.spans] == [
        ("invoke_agent folio", "_OTHER"),
        ("chat scripted", "_OTHER"),
    ]


async def test_a_collector_that_never_answers_holds_neither_turns_nor_the_end_up(
    agent: Agent, settings: SettingsMaker, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "60")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "10")
    with silence() as url:
        telemetry = telemetry_from(settings(otel_exporter_otlp_endpoint=url))
        about = About("you", "thread-1", "page", "?", "scripted", server.url)
        # Long, but less than one attempt to send takes, or the library's own end.
        async with asyncio.timeout(25):
            for _ in range(5):
                events = [event async for event in telemetry.watched(Conversation(agent).ask("?"), about)]
                assert isinstance(events[-1], TurnEnded) and events[-1].reason == "answered"
            await asyncio.to_thread(telemetry.close)


@pytest.mark.slow
def test_the_terminal_sends_its_spans_before_it_ends_under_the_name_that_was_given(
    server: ScriptedServer, workdir: Path, collector: Collector
) -> None:
    own = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_SERVICE_NAME": "library"}
    sent = {"OTEL_EXPORTER_OTLP_HEADERS": "x-key=abc", "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip"}
    environment = app_environment(workdir, OPENAI_BASE_URL=server.url, MODEL="scripted", **own, **sent)
    assert run(environment, _SECRET).returncode == 0
    assert [(span.name, span.service) for span in collector.spans] == [
        ("invoke_agent folio", "library"),
        ("chat scripted", "library"),
    ]
    assert collector.headers["x-key"] == "abc"
    assert _SECRET.encode() not in collector.bytes


@pytest.mark.slow
def test_the_page_sends_its_spans_before_it_ends(
    server: ScriptedServer, workdir: Path, tmp_path: Path, collector: Collector
) -> None:
    own = {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{collector.url}/spans", "OTEL_BSP_SCHEDULE_DELAY": "600000"}

    async def ask(url: str) -> str:
        async with visitor(url, "") as you:
            await you.say(_SECRET)
            return you.thread

    with running_app(workdir, tmp_path / "log", OPENAI_BASE_URL=server.url, MODEL="scripted", **own) as url:
        thread = asyncio.run(ask(url))
        assert collector.requests == []
    assert [(span.name, span.attributes["gen_ai.conversation.id"]) for span in collector.spans] == [
        ("invoke_agent folio", thread),
        ("chat scripted", thread),
    ]
    assert collector.requests[0][0] == "/spans"
    assert _SECRET.encode() not in collector.bytes


@pytest.mark.slow
def test_a_collector_that_is_not_there_is_complained_of_once_and_the_answer_stands(
    server: ScriptedServer, workdir: Path
) -> None:
    with silence() as url:
        pass
    lively = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "OTEL_BSP_SCHEDULE_DELAY": "10"}
    environment = app_environment(workdir, OPENAI_BASE_URL=server.url, MODEL="scripted", **lively)
    ended = run(environment, given="one\ntwo\nthree\n")
    assert (ended.returncode, ended.stdout.count("ok")) == (0, 3)
    assert ended.stderr.count("spans") == 1
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize("switched_off", [{}, {"OTEL_TRACES_EXPORTER": "none"}, {"OTEL_SDK_DISABLED": "true"}])
def test_where_spans_are_not_wanted_nothing_is_sent_and_no_thread_is_there(
    switched_off: dict[str, str], server: ScriptedServer, workdir: Path, collector: Collector
) -> None:
    address = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url} if switched_off else {}
    environment = app_environment(workdir, OPENAI_BASE_URL=server.url, **address, **switched_off)
    program = (
        "import sys, threading; from app.__main__ import main; sys.argv = ['app', 'hello']; main();"
        "print([t.name for t in threading.enumerate() if 'Otel' in t.name or 'span' in t.name],"
        " 'opentelemetry.exporter' in sys.modules, 'prometheus_client' in sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], cwd=PROJECT, env=environment, capture_output=True, text=True
    )
    loaded = "OTEL_SDK_DISABLED" in switched_off
    assert ended.stdout.splitlines()[-1] == f"[] {loaded} False", ended.stderr
    assert collector.requests == []
