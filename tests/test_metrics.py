"""The figures for Prometheus: what they count, who may read them, and what is in none of them."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from page import running_app
from prometheus_client.parser import text_string_to_metric_families as families
from replies import Answer, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker
from visitors import PASSWORD, visitor

from app.accounts import Accounts
from app.agent import Agent, Conversation, Decision
from app.assemble import agent_from
from app.events import ApprovalAsked
from app.telemetry import About, Telemetry
from app.telemetry.metrics import Metrics

_SECRET = "amaranth"
_TOKEN = "a-token-of-some-length"

Figures = dict[tuple[str, ...], float]


def _read(text: str) -> Figures:
    """Each figure by its name and the values of its labels, which come in the order of their names."""
    samples = [sample for family in families(text) for sample in family.samples]
    return {(sample.name.removeprefix("folio_"), *sample.labels.values()): sample.value for sample in samples}


def _about(model: str = "scripted") -> About:
    return About("you", "thread-1", "page", f"{_SECRET}?", model, "http://127.0.0.1/v1")


async def _counted(metrics: Metrics, agent: Agent, answer: Decision | None = None, model: str = "scripted") -> Figures:
    """The figures after one more turn."""
    conversation = Conversation(agent)
    async for event in Telemetry([metrics]).watched(conversation.ask("Please go on."), _about(model)):
        if isinstance(event, ApprovalAsked) and answer is not None:
            conversation.decide(event.call_id, answer)
    return _read(metrics.exposition().decode())


async def test_answers_to_questions_about_changes_are_counted_and_what_was_paid(
    settings: SettingsMaker, server: ScriptedServer
) -> None:
    agent, metrics = agent_from(settings(model_price="1,2")), Metrics("scripted")
    delete = calls(("file_delete", {"file_path": "paper1.txt"}), usage=(1000, 500))
    server.play(delete, say("No.", usage=(2000, 0)))
    await _counted(metrics, agent, Decision(allowed=False))
    server.play(delete, say("Yes.", usage=(2000, 0)))
    figures = await _counted(metrics, agent, Decision(allowed=True))
    assert (figures["approvals_total", "allowed"], figures["approvals_total", "refused"]) == (1, 1)
    assert figures["tool_calls_total", "ok", "file_delete"] == 1
    assert figures["tool_calls_total", "tool:denied", "file_delete"] == 1
    assert figures["cost_dollars_total", "scripted"] == pytest.approx(2 * (0.003 + 0.001))


async def test_a_model_that_never_answered_has_no_series_of_its_own_and_there_are_never_many(
    agent: Agent, server: ScriptedServer
) -> None:
    metrics = Metrics("scripted")
    server.play(Answer(401, {"error": {"message": "no"}}))
    figures = await _counted(metrics, agent, model=_SECRET)
    assert (figures["requests_total", "other"], figures["turns_total", "model_error"]) == (1, 1)
    server.play(say("ok"))
    for number in range(25):
        figures = await _counted(metrics, agent, model=f"model-{number}")
    named = [key[1] for key in figures if key[0] == "rounds_total"]
    assert (len(named), named.count("other")) == (20, 1)
    assert figures["rounds_total", "other"] == 1 + 25 - 19


async def test_a_turn_that_breaks_off_is_counted(agent: Agent, server: ScriptedServer) -> None:
    metrics = Metrics("scripted")
    events = Telemetry([metrics]).watched(Conversation(agent).ask("?"), _about())
    await anext(events)
    await events.aclose()
    assert _read(metrics.exposition().decode())["turns_total", "broken_off"] == 1


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figures") / "work"
    folder.mkdir()
    (folder / f"{_SECRET}.txt").write_text("It blooms.\n")
    return folder


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


@pytest.mark.slow
def test_the_pages_turns_are_counted_to_the_token_and_no_name_is_told(address: str, model: ScriptedServer) -> None:
    before = _read(httpx2.get(f"{address}/metrics").text)
    assert (before["turns_total", "answered"], before["turns_total", "stopped"]) == (0, 0)
    reads = [("read_file", {"file_path": f"{_SECRET}.txt"}), ("read_file", {_SECRET: 1}), (f"{_SECRET}_tool", {})]
    model.play(calls(*reads, usage=(101, 21)), say(f"{_SECRET} blooms.", usage=(203, 34)))

    async def ask() -> None:
        async with visitor(address, "") as you:
            assert "blooms" in await you.say(f"What does {_SECRET} do?")

    asyncio.run(ask())
    answer = httpx2.get(f"{address}/metrics")
    assert answer.headers["content-type"] == "text/plain; version=1.0.0; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    figures = _read(answer.text)
    counted = {key: value for key, value in figures.items() if key[0].endswith("_total") and value}
    assert counted == {
        ("turns_total", "answered"): 1,
        ("rounds_total", "scripted"): 2,
        ("requests_total", "scripted"): 2,
        ("tokens_total", "input", "scripted"): 304,
        ("tokens_total", "output", "scripted"): 55,
        ("tool_calls_total", "ok", "read_file"): 1,
        ("tool_calls_total", "args:missing", "read_file"): 1,
        ("tool_calls_total", "tool:unknown", "other"): 1,
    }
    assert figures["round_seconds_count", "scripted"] == figures["first_token_seconds_count", "scripted"] == 2
    assert (figures["tool_call_seconds_count", "read_file"], figures["turn_seconds_count",]) == (2, 1)
    assert 0 < figures["round_seconds_sum", "scripted"] <= figures["turn_seconds_sum",] < 60
    assert not [key for key in figures if key[0].endswith("_created")]
    assert [word for word in (_SECRET, "you", "thread", "/") if word in answer.text.replace("text/", "")] == []


@pytest.mark.slow
def test_a_foreign_page_or_name_reads_no_figures(address: str) -> None:
    for header in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
        answer = httpx2.get(f"{address}/metrics", headers=header)
        assert (answer.status_code, "folio_" in answer.text) == (403, False)
    assert httpx2.post(f"{address}/metrics").status_code == 405
    assert httpx2.head(f"{address}/metrics").status_code == 200
    assert "frame-ancestors 'none'" in httpx2.get(f"{address}/metrics").headers["content-security-policy"]


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", _TOKEN])
def test_with_a_login_only_the_token_opens_the_figures_and_it_opens_nothing_else(tmp_path: Path, token: str) -> None:
    Accounts(tmp_path / "data" / "accounts.json").set("aiko", PASSWORD)
    team = {"AUTH": "password", "DATA_DIR": str(tmp_path / "data"), "METRICS_TOKEN": token}
    said = {"authorization": f"Bearer {_TOKEN}"}
    with running_app(tmp_path / "work", tmp_path / "log", **team) as url, httpx2.Client(base_url=url) as client:
        assert client.post("/login", data={"username": "aiko", "password": PASSWORD}).status_code == 200
        wrong: list[dict[str, str]] = [
            {},
            {"authorization": "Bearer"},
            {"authorization": f"Bearer {_TOKEN}x"},
            {"authorization": _TOKEN},
            {"authorization": f"Basic {_TOKEN}"},
        ]
        refused = {client.get("/metrics", headers=header).status_code for header in wrong}
        assert refused == ({401} if token else {404})
        answer = httpx2.get(f"{url}/metrics", headers=said)
        assert (answer.status_code, "folio_turns_total" in answer.text) == ((200, True) if token else (404, False))
        assert httpx2.get(f"{url}/user", headers=said).status_code == 401
        assert httpx2.get(f"{url}/metrics", headers={**said, "origin": "http://evil.example"}).status_code == 403
    assert _TOKEN not in (tmp_path / "log").read_text()
