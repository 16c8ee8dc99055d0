"""What a server does not take: left out or called by its other name, learnt once and kept."""

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


async def test_a_limit_that_is_too_large_is_no_unsupported_parameter(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    said = "'max_tokens' or 'max_completion_tokens' is too large: 500. This model supports at most 100."
    server.play(Answer(400, {"error": {"message": said, "param": "max_tokens"}}))
    end = await end_of(Conversation(agent_from(settings(max_answer_tokens=500))))
    assert (end.reason, len(server.requests), "is too large: 500" in end.text) == ("model_error", 1, True)


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
