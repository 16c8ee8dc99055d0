"""A conversation that goes on with another model or other limits."""

from pathlib import Path

from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, turn

from app.agent import Conversation
from app.assemble import agent_from


async def test_another_agent_takes_over_with_the_next_turn_and_knows_what_was_read(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path
) -> None:
    server.play(calls(("read_file", {"file_path": "paper1.txt"})), say("A harbour wall."), say("As I said."))
    conversation = Conversation(agent_from(settings()))
    await turn(conversation, "Read paper1.txt")
    conversation.use(agent_from(settings(model="other", approval="read_only")))
    await turn(conversation, "And again?")
    sent = server.requests[-1]
    assert sent.body["model"] == "other"
    assert "It was built in 1931." in sent.text
    assert "write_file" not in {tool["function"]["name"] for tool in sent.body["tools"]}
