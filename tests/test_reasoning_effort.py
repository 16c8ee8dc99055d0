"""What is sent beside the messages: an effort where a model needs it said, and nothing else."""

from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from replies import Answer, Json, Reply, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of

from app.agent import Conversation
from app.assemble import agent_from
from app.models import chosen_model
from app.models.chat import ToolCallingChat
from app.settings import Settings

SAID = (
    "Function tools with reasoning_effort are not supported for scripted in /v1/chat/completions."
    " To use function tools, use /v1/responses or set reasoning_effort to 'none'."
)
ERROR = {"message": SAID, "type": "invalid_request_error", "param": "reasoning_effort", "code": None}
REFUSALS: dict[str, Reply] = {"HTTP 400": Answer(400, {"error": ERROR}), "inside a stream": chunks(stream_error(ERROR))}
UNASKED = {
    "reasoning_effort",
    "temperature",
    "max_tokens",
    "max_completion_tokens",
    "parallel_tool_calls",
    "top_p",
    "n",
}


def payload(**given: Any) -> Json:
    """What would be sent for these settings."""
    chat = chosen_model(Settings.model_validate({"openai_api_key": "sk-test", **given})).chat
    assert isinstance(chat, ToolCallingChat)
    return chat._get_request_payload([HumanMessage("hi")])


@pytest.mark.parametrize("model", ["gpt-6-luna", "openai:gpt-6-luna", "gpt-5.6"])
@pytest.mark.parametrize("url", [None, "https://api.openai.com/v1", "https://api.openai.com/v1/"])
def test_the_official_models_that_need_it_are_told_no_effort(model: str, url: str | None) -> None:
    sent = payload(model=model, openai_base_url=url)
    assert (sent["model"], sent["reasoning_effort"]) == (model.removeprefix("openai:"), "none")
    assert UNASKED & set(sent) == {"reasoning_effort"}


def test_the_default_model_needs_it() -> None:
    sent = payload()
    assert (sent["model"], sent["reasoning_effort"]) == ("gpt-6-luna", "none")


@pytest.mark.parametrize("model", ["gpt-4.1-mini", "gpt-4o-mini", "gpt-5.2"])
def test_official_models_that_do_not_need_it_are_told_nothing(model: str) -> None:
    assert UNASKED & set(payload(model=model)) == set()


@pytest.mark.parametrize("model", ["gpt-6-luna", "qwen3:8b", "qwen3-codex-x", "openai/gpt-6-luna"])
def test_a_compatible_server_is_told_nothing(model: str) -> None:
    sent = payload(model=model, openai_base_url="http://localhost:11434/v1")
    assert (sent["model"], UNASKED & set(sent)) == (model, set())


@pytest.mark.parametrize("model", ["gpt-6-luna", "gpt-5-pro", "gpt-5.2-pro", "qwen3-codex-x", "scripted"])
async def test_a_compatible_server_receives_nothing_unasked(
    server: ScriptedServer, settings: SettingsMaker, model: str
) -> None:
    await end_of(Conversation(agent_from(settings(model=model))))
    assert server.requests[0].path == "/v1/chat/completions"
    assert set(server.bodies[0]) == {"model", "messages", "tools", "stream", "stream_options"}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
async def test_the_refusal_of_tools_with_an_effort_is_learnt_from_once(
    server: ScriptedServer, conversation: Conversation, refusal: Reply
) -> None:
    server.play(lambda body: say("Yes.") if body.get("reasoning_effort") == "none" else refusal)
    assert (await end_of(conversation)).text == "Yes."
    assert (await end_of(conversation)).text == "Yes."
    assert [body.get("reasoning_effort") for body in server.bodies] == [None, "none", "none"]


async def test_the_lesson_holds_for_every_conversation_of_the_agent(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(lambda body: say("Yes.") if "reasoning_effort" in body else REFUSALS["HTTP 400"])
    await end_of(conversation)
    await end_of(Conversation(conversation._agent))
    assert len(server.requests) == 3


async def test_a_server_that_goes_on_refusing_is_asked_twice_only(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(REFUSALS["HTTP 400"])
    end = await end_of(conversation)
    assert (end.reason, len(server.requests)) == ("model_error", 2)
    assert "reasoning_effort" in end.text


async def test_another_refusal_is_not_learnt_from(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(Answer(400, {"error": {"message": "Unknown parameter: 'x'.", "param": "x"}}))
    await end_of(conversation)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "model", ["qwen3:8b", "llama3.2:3b", "gpt-oss:20b", "mistral:7b", "mixtral:8x7b", "deepseek-r1:7b", "command-r:35b"]
)
def test_the_tag_of_a_local_model_is_no_provider(model: str) -> None:
    chosen = chosen_model(Settings.model_validate({"model": model, "openai_base_url": "http://localhost:11434/v1"}))
    assert (chosen.endpoint.model, chosen.endpoint.url) == (model, "http://localhost:11434/v1")
