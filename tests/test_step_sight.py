"""What the model is shown of a result, and the person's say in it."""

import pytest
from replies import Json, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, finished, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.ui.steps.sights import Sights

READ = calls(("read_file", {"file_path": "paper1.txt"}))


def results(messages: list[Json]) -> list[str]:
    return [str(message["content"]) for message in messages if message["role"] == "tool"]


@pytest.fixture
async def read(server: ScriptedServer, conversation: Conversation) -> str:
    """The id of a call whose result the model was shown."""
    server.play(READ, say("It is about a wall."), say("Again."))
    return finished(await turn(conversation))[0].call_id


async def test_what_the_person_leaves_out_is_a_line_in_the_next_request_and_whole_again_once_kept(
    server: ScriptedServer, conversation: Conversation, read: str
) -> None:
    assert (conversation.sight(read), conversation.leave_out(read)) == ("whole", True)
    await turn(conversation)
    (left_out,) = results(server.requests[-1].messages)
    assert left_out.startswith('[Left out, as the person wished: the result of read_file {"file_path": "paper1.txt"}')
    assert (conversation.sight(read), conversation.keep(read), conversation.sight(read)) == ("left_out", True, "kept")
    await turn(conversation)
    assert "1931" in results(server.requests[-1].messages)[0]


async def test_a_result_can_be_left_out_while_the_turn_runs(server: ScriptedServer, conversation: Conversation) -> None:
    more = calls(("list_directory", {}))
    server.play(READ, more, say("Done."))
    shown = []
    async for event in conversation.ask("go on"):
        shown.append(event)
        if len(finished(shown)) == 1 and conversation.sight(finished(shown)[0].call_id) == "whole":
            conversation.leave_out(finished(shown)[0].call_id)
    assert "Left out, as the person wished" in results(server.requests[-1].messages)[0]
    assert len(results(server.requests[-1].messages)) == 2


async def test_a_conversation_that_is_taken_up_again_knows_what_was_left_out_and_kept(
    server: ScriptedServer, settings: SettingsMaker, read: str, conversation: Conversation
) -> None:
    conversation.leave_out(read)
    again = Conversation.from_saved(agent_from(settings()), conversation.saved())
    assert again.sight(read) == "left_out"
    assert again.keep(read)
    await turn(again)
    assert "1931" in results(server.requests[-1].messages)[0]


async def test_unknown_results_cannot_be_left_out_or_kept(conversation: Conversation, read: str) -> None:
    assert [conversation.leave_out("x"), conversation.keep(""), conversation.sight("call_1")] == [False, False, None]
    assert conversation.sight(read) == "whole"


async def test_kept_results_are_the_last_that_make_room(server: ScriptedServer, settings: SettingsMaker) -> None:
    conversation = Conversation(agent_from(settings(context_window=8_000)))
    (conversation_folder := settings().work_dir / "big").mkdir()
    for name in "abcdef":
        (conversation_folder / f"{name}.txt").write_text(f"{name} is here. " * 400)
    ids: list[str] = []
    for name in "abcdef":
        server.play(calls(("read_file", {"file_path": f"big/{name}.txt"})), say("ok"))
        ids += [event.call_id for event in finished(await turn(conversation))]
        conversation.keep(ids[0])
    sights = [conversation.sight(call_id) for call_id in ids]
    assert sights[0] == "kept"
    assert "stub" in sights[1:]
    assert "a is here" in "".join(results(server.requests[-1].messages))


@pytest.mark.parametrize(
    "payload",
    [None, {}, {"id": "x", "wish": "leave_out"}, {"id": 1, "wish": "keep"}, {"id": "", "wish": ""}, "leave_out", []],
)
async def test_a_page_that_sends_no_id_of_its_own_changes_nothing(payload: object) -> None:
    wishes: list[str] = []

    def wish(call_id: str) -> bool:
        wishes.append(call_id)
        return True

    sights = Sights(lambda _: "whole", wish, wish)
    assert await sights.press(payload) == {"state": "gone", "said": ""}
    assert wishes == []
