"""What a server does not take: left out or called by its other name, learnt once and kept."""

import asyncio
import threading
from typing import Any

import pytest
from replies import Answer, Json, Reply, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of

from app.agent import Conversation
from app.assemble import agent_from
from app.models import chosen_model
from app.models.chat import ToolCallingChat
from app.settings import Settings

NAMES = {"max_tokens", "max_completion_tokens", "stream_options", "reasoning_effort"}


def unsupported(name: str) -> Json:
    """OpenAI's form."""
    said = f"Unsupported parameter: '{name}' is not supported with this model."
    return {"error": {"message": said, "type": "invalid_request_error", "param": name, "code": "unsupported_parameter"}}


def unrecognized(name: str) -> Json:
    """An old OpenAI server's."""
    return {"error": {"message": f"Unrecognized request argument supplied: {name}", "type": "invalid_request_error"}}


def forbidden(name: str) -> Json:
    """Mistral's, and of others that check with pydantic."""
    where: list[Any] = ["body", name]
    return {"detail": [{"type": "extra_forbidden", "loc": where, "msg": "Extra inputs are not permitted", "input": 1}]}


def flat(name: str) -> Json:
    """An old vLLM's."""
    said = f"[{{'type': 'extra_forbidden', 'loc': ('body', '{name}'), 'msg': 'Extra inputs are not permitted'}}]"
    return {"object": "error", "message": said, "type": "BadRequestError", "param": None, "code": 400}


FORMS: dict[str, Any] = {
    "unsupported_parameter": lambda name: Answer(400, unsupported(name)),
    "unrecognized": lambda name: Answer(400, unrecognized(name)),
    "422 list": lambda name: Answer(422, forbidden(name)),
    "flat": lambda name: Answer(400, flat(name)),
    "in a stream": lambda name: chunks(stream_error(unsupported(name)["error"])),
}


def refusing(form: Any, *names: str) -> Any:
    """A server that refuses these parameters, one at a time."""

    def reply(body: Json) -> Reply:
        found = next((name for name in names if name in body), None)
        return say("Yes.") if found is None else form(found)

    return reply


def parameters(server: ScriptedServer) -> list[set[str]]:
    return [NAMES & set(body) for body in server.bodies]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
async def test_a_parameter_that_is_refused_is_left_out_from_then_on(
    server: ScriptedServer, conversation: Conversation, form: Any
) -> None:
    server.play(refusing(form, "stream_options"))
    assert (await end_of(conversation)).text == "Yes."
    assert (await end_of(Conversation(conversation._agent))).text == "Yes."
    assert parameters(server) == [{"stream_options"}, set(), set()]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
async def test_the_limit_of_an_answer_is_called_by_its_other_name_where_that_is_wanted(
    server: ScriptedServer, settings: SettingsMaker, form: Any
) -> None:
    server.play(refusing(form, "max_tokens"))
    conversation = Conversation(agent_from(settings(max_answer_tokens=500)))
    assert (await end_of(conversation)).text == "Yes."
    assert [body.get("max_tokens") for body in server.bodies] == [500, None]
    assert [body.get("max_completion_tokens") for body in server.bodies] == [None, 500]


async def test_a_limit_refused_under_both_names_is_left_out(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(refusing(FORMS["flat"], "max_tokens", "max_completion_tokens", "stream_options"))
    assert (await end_of(Conversation(agent_from(settings(max_answer_tokens=500))))).text == "Yes."
    assert parameters(server)[-1] == set()
    assert len(server.requests) == 4


@pytest.mark.parametrize(("url", "name"), [(None, "max_completion_tokens"), ("http://localhost:1/v1", "max_tokens")])
def test_the_limit_goes_by_the_name_that_the_server_knows(url: str | None, name: str) -> None:
    given = {"openai_api_key": "sk-test", "openai_base_url": url, "max_answer_tokens": 500, "model": "gpt-4.1"}
    chat = chosen_model(Settings.model_validate(given)).chat
    assert isinstance(chat, ToolCallingChat)
    sent = chat._get_request_payload("hi")
    assert {key: sent[key] for key in NAMES & set(sent)} == {name: 500}


TOO_LARGE = {
    "OpenAI": "max_tokens is too large: 50000. This model supports at most 16384 completion tokens, whereas you"
    " provided 50000.",
    "OpenAI, in general": "Invalid 'max_tokens': integer above maximum value. Expected a value <= 16384, but got 50000"
    " instead.",
    "DeepSeek": "Invalid max_tokens value, the valid range of max_tokens is [1, 16384]",
    "Anthropic": "max_tokens: 50000 > 16384, which is the maximum allowed number of output tokens for m-3-5-20241022",
    "Groq": "`max_tokens` must be less than or equal to `16384`, the maximum value for `max_tokens` is less than the"
    " `context_window` for this model",
    "with a comma": "max_tokens cannot exceed 16,384 for this model.",
}


@pytest.mark.parametrize("said", TOO_LARGE.values(), ids=TOO_LARGE.keys())
@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_the_most_that_a_server_allows_is_learnt_and_asked_for(
    server: ScriptedServer, settings: SettingsMaker, said: str, api: str
) -> None:
    name = {"chat": "max_tokens", "responses": "max_output_tokens"}[api]
    no = Answer(400, {"error": {"message": said.replace("max_tokens", name), "param": name}})
    server.play(lambda body: no if body[name] > 16384 else say("Yes."))
    conversation = Conversation(agent_from(settings(max_answer_tokens=50_000, openai_api=api)))
    assert [(await end_of(conversation)).text for _ in range(2)] == ["Yes.", "Yes."]
    assert [body[name] for body in server.bodies] == [50_000, 16_384, 16_384]


@pytest.mark.parametrize("said", ["max_tokens is too large.", "max_tokens: 50000 is too large", "At most 10 tools."])
async def test_a_refused_limit_without_a_figure_teaches_nothing(
    server: ScriptedServer, settings: SettingsMaker, said: str
) -> None:
    server.play(Answer(400, {"error": {"message": said, "param": "max_tokens"}}))
    end = await end_of(Conversation(agent_from(settings(max_answer_tokens=50_000))))
    assert (end.reason, len(server.requests), said in end.text) == ("model_error", 1, True)


ACCEPTED = {
    "Supported values are: 'low', 'medium', and 'high'.": "high",
    "Supported values are: 'minimal', 'low' and 'medium'.": "medium",
    "Input should be 'none', 'low' or 'medium'": "medium",
    "It must be one of: low": "low",
    "It is not known to this model.": None,
}


@pytest.mark.parametrize(("said", "taken"), ACCEPTED.items())
@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_of_the_efforts_that_a_server_takes_the_nearest_is_asked_for(
    server: ScriptedServer, settings: SettingsMaker, said: str, taken: str | None, api: str
) -> None:
    name = {"chat": "reasoning_effort", "responses": "reasoning.effort"}[api]
    said = f"Unsupported value: '{name}' does not support 'xhigh' with this model. {said}"
    no = Answer(400, {"error": {"message": said, "param": name, "code": "unsupported_value"}})
    server.play(lambda body: no if effort_in(body) == "xhigh" else say("Yes."))
    conversation = Conversation(agent_from(settings(reasoning_effort="xhigh", openai_api=api)))
    assert [(await end_of(conversation)).text for _ in range(2)] == ["Yes.", "Yes."]
    assert [effort_in(body) for body in server.bodies] == ["xhigh", taken, taken]


def effort_in(body: Json) -> Any:
    return body.get("reasoning_effort") or (body.get("reasoning") or {}).get("effort")


AT_ONCE: dict[str, tuple[Json, Json, str]] = {
    "a parameter": ({}, unsupported("stream_options"), "stream_options"),
    "an effort": (
        {"reasoning_effort": "high", "openai_api": "chat"},
        {"error": {"message": "Set reasoning_effort to 'none'.", "param": "reasoning_effort"}},
        "'high'",
    ),
    "a limit": (
        {"max_answer_tokens": 50_000},
        {"error": {"message": TOO_LARGE["OpenAI"], "param": "max_tokens"}},
        "50000",
    ),
    "the API": (
        {"reasoning_effort": "high"},
        {"error": {"message": "Use /v1/responses.", "param": "reasoning_effort"}},
        "'messages'",
    ),
    "of the Responses API": (
        {"openai_api": "responses", "reasoning_effort": "high"},
        {"error": {"message": "No reasoning summary.", "param": "reasoning.summary"}},
        "'summary'",
    ),
}


@pytest.mark.parametrize(("given", "error", "mark"), AT_ONCE.values(), ids=AT_ONCE.keys())
async def test_conversations_that_are_refused_the_same_at_the_same_time_all_go_on(
    server: ScriptedServer, settings: SettingsMaker, given: Json, error: Json, mark: str
) -> None:
    both_are_here = threading.Barrier(2, timeout=20)

    def reply(body: Json) -> Reply:
        if mark not in str({name: value for name, value in body.items() if name != "tools"}):
            return say("Yes.")
        both_are_here.wait()
        return Answer(400, error)

    server.play(reply)
    agent = agent_from(settings(**given))
    ends = await asyncio.gather(end_of(Conversation(agent)), end_of(Conversation(agent)))
    assert ([end.text for end in ends], len(server.requests)) == (["Yes.", "Yes."], 4)


@pytest.mark.parametrize("name", ["tools", "messages", "model", "stream"])
async def test_what_no_request_can_do_without_is_never_left_out(
    server: ScriptedServer, conversation: Conversation, name: str
) -> None:
    server.play(Answer(400, unsupported(name)))
    assert (await end_of(conversation)).reason == "model_error"
    assert len(server.requests) == 1


async def test_a_refusal_that_goes_on_is_told_in_the_end(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(Answer(400, unsupported("stream_options")))
    end = await end_of(conversation)
    assert (end.reason, len(server.requests)) == ("model_error", 2)
    assert "'stream_options' is not supported" in end.text
