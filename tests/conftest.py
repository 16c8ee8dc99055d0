"""A folder, a scripted server, and the app between them, put together by its own means."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import chromium_path
from page import FLAGS
from playwright.sync_api import Browser, sync_playwright
from scripted_server import ScriptedServer
from turns import SettingsMaker

from app.agent import Agent, Conversation
from app.assemble import agent_from
from app.settings import Settings


@pytest.fixture(scope="session", autouse=True)
def no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test speaks TLS: without certificates to load, every client is made in a tenth of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("no-certificates")))
        yield


@pytest.fixture
def workdir(tmp_path: Path) -> Path:
    """The work folder, with a few files in it."""
    root = tmp_path / "work"
    (root / "stock").mkdir(parents=True)
    (root / "paper1.txt").write_text("The harbour wall\n\nIt was built in 1931.\n")
    (root / "paper2.txt").write_text("The museum\n\nIt has two rooms.\n")
    (root / "stock" / "ringo.txt").write_text("りんご\n赤い果物です。\n")
    return root


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A scripted server. At the end, everything that it was sent must be as strict servers want it."""
    with ScriptedServer() as running:
        yield running
        assert [problem for request in running.requests for problem in request.problems] == []


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedServer]:
    """A scripted server behind an app that many tests of a page have in common."""
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def settings(workdir: Path, tmp_path: Path, server: ScriptedServer) -> SettingsMaker:
    """Makes Settings that point at the server and the folder; arguments change them."""

    def make(**other: Any) -> Settings:
        given = {"openai_base_url": server.url, "openai_api_key": "sk-test", "model": "scripted"}
        return Settings.model_validate({"work_dir": workdir, "data_dir": tmp_path / "data", **given, **other})

    return make


@pytest.fixture
def agent(settings: SettingsMaker) -> Agent:
    """The agent, as the front doors assemble it."""
    return agent_from(settings())


@pytest.fixture
def conversation(agent: Agent) -> Conversation:
    """A new conversation with the agent."""
    return Conversation(agent)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one file: while it runs, its thread cannot run coroutines of others."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield running
        running.close()
