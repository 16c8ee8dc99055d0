"""How long a reply is waited for: silence, and a reply without an end."""

from itertools import chain, repeat
from typing import Any

import pytest
from replies import chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, eventually, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from

ALIVE = ": keep-alive\n\n"


@pytest.mark.parametrize("begun", [[], [chunk({"content": "The wall "})]], ids=["before it", "in the middle"])
async def test_a_server_that_only_keeps_the_connection_open_is_silent(
    server: ScriptedServer, settings: SettingsMaker, begun: list[Any]
) -> None:
    server.play(chunks(*begun, *repeat(ALIVE, 200), between=0.05))
    events = await turn(Conversation(agent_from(settings(model_timeout=0.3))))
    assert ended(events).reason == "model_error"
    assert ended(events).text.startswith(streamed(events).rstrip())
    assert "said nothing for 0.3 seconds" in ended(events).text
    assert len(server.requests) == 1
    assert await eventually(lambda: server.closed_early == 1)


async def test_a_reply_that_does_not_end_is_given_up_and_what_came_is_kept(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say("and on " * 200, between=0.05), say("Yes."))
    conversation = Conversation(agent_from(settings(reply_timeout=0.4)))
    end = await end_of(conversation)
    assert (end.reason, end.text.startswith("and on")) == ("model_error", True)
    assert "not complete after 0.4 seconds" in end.text
    assert "REPLY_TIMEOUT" in end.text
    assert await eventually(lambda: server.closed_early == 1)
    assert (await end_of(conversation)).text == "Yes."


async def test_thinking_is_no_silence(server: ScriptedServer, settings: SettingsMaker) -> None:
    thinking = chain(repeat(chunk({"reasoning_content": "Hm. "}), 8), say("Yes.").pieces)
    server.play(chunks(*thinking, between=0.08))
    assert (await end_of(Conversation(agent_from(settings(model_timeout=0.5))))).text == "Yes."
