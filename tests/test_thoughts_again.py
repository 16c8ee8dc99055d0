"""What a model thinks, when its reply broke off and is asked for again."""

import pytest
from replies import Mark, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import ended, only, streamed, turn

from app.agent import Conversation
from app.events import ThinkingDelta

FIRST, SECOND = chunk({"reasoning_content": "The person "}), chunk({"reasoning_content": "wants a number."})


@pytest.mark.parametrize(
    ("begun", "again", "shown"),
    [
        ((FIRST, SECOND), (FIRST, SECOND), "The person wants a number."),
        ((FIRST,), (FIRST, SECOND), "The person wants a number."),
        ((FIRST, SECOND), (FIRST,), "The person wants a number."),
        ((FIRST, SECOND), (SECOND,), "The person wants a number.\n\nwants a number."),
        ((FIRST, SECOND, chunk({"content": "It is "})), (FIRST, SECOND), "The person wants a number."),
    ],
    ids=["the same", "more", "less", "another", "with a text begun"],
)
async def test_thoughts_that_come_again_are_shown_once_and_others_are_set_apart(
    server: ScriptedServer, conversation: Conversation, begun: tuple[object], again: tuple[object], shown: str
) -> None:
    server.play(chunks(*begun, Mark.DROP), chunks(*again, *say("It is 1931.").pieces))  # type: ignore[arg-type]
    events = await turn(conversation)
    assert "".join(event.text for event in only(ThinkingDelta, events)) == shown
    assert (streamed(events), ended(events).text) == ("It is 1931.", "It is 1931.")
