"""What a person adds to the running question is shown to the model between two rounds, or asked by itself."""

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import YES, SettingsMaker, end_of, ended, only, require_order

from app.agent import Conversation
from app.assemble import agent_from
from app.events import (
    ApprovalAsked,
    Event,
    QuestionAdded,
    RoundEnded,
    RoundStarted,
    TextDelta,
    ToolFinished,
    ToolStarted,
)

READ = calls(("read_file", {"file_path": "paper1.txt"}))
EDIT = ("edit_file", {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]})


async def added_at(
    conversation: Conversation, moment: type[Event], *texts: str, question: str = "Please go on."
) -> tuple[list[Event], list[bool]]:
    """The events of a turn to which `texts` are added at the first event of the kind `moment`, and what that gave."""
    events: list[Event] = []
    accepted: list[bool] = []
    async for event in conversation.ask(question):
        if isinstance(event, moment) and not accepted:
            accepted = [conversation.add(text) for text in texts]
        if isinstance(event, ApprovalAsked):
            conversation.decide(event.call_id, YES)
        events.append(event)
    require_order(events)
    return events, accepted


async def test_it_is_taken_up_before_the_next_request(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(READ, say("Short."), say("Yes."))
    events, accepted = await added_at(conversation, ToolStarted, "Be short.", "In English.")
    kinds = [type(event) for event in events if not isinstance(event, TextDelta)]
    assert kinds[1:7] == [RoundEnded, ToolStarted, ToolFinished, QuestionAdded, QuestionAdded, RoundStarted]
    assert (accepted, [added.text for added in only(QuestionAdded, events)]) == (
        [True, True], ["Be short.", "In English."],
    )  # fmt: skip
    last = server.requests[1].messages[-1]
    assert (last["role"], last["content"].endswith("Be short.\n\nIn English.")) == ("user", True)
    assert (await end_of(conversation)).text == "Yes."
    assert last in server.requests[2].messages


@pytest.mark.parametrize("max_rounds", [1, 20])
async def test_where_no_further_round_comes_nothing_tells_of_it_and_nothing_is_sent(
    server: ScriptedServer, settings: SettingsMaker, max_rounds: int
) -> None:
    server.play(READ, say("Done."))
    conversation = Conversation(agent_from(settings(max_rounds=max_rounds)))
    moment = ToolStarted if max_rounds == 1 else TextDelta
    events, accepted = await added_at(conversation, moment, "Be short.")
    assert (accepted, only(QuestionAdded, events)) == ([True], [])
    await end_of(conversation)
    assert "Be short." not in "".join(request.text for request in server.requests)


async def test_it_is_refused_where_it_must_be_asked_by_itself(
    server: ScriptedServer, conversation: Conversation, settings: SettingsMaker
) -> None:
    assert conversation.add("Be short.") is False
    server.play(READ, say("Done."))
    _, accepted = await added_at(conversation, ToolStarted, "undo", "もっと短く")
    assert accepted == [False, True]
    assert conversation.add("Be short.") is False
    helper = Conversation(agent_from(settings(openai_base_url=None, openai_api_key=None)))
    assert (await added_at(helper, ToolStarted, "Be short.", question="Read paper1.txt"))[1] == [False]


async def test_a_word_against_a_change_still_counts_after_an_addition(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(READ, calls(EDIT), say("Done."))
    conversation = Conversation(agent_from(settings(approval="auto")))
    question = "Read paper1.txt, but do not change paper1.txt."
    events, _ = await added_at(conversation, ToolStarted, "Edit what you like elsewhere.", question=question)
    assert len(only(ApprovalAsked, events)) == 1
    assert ended(events).reason == "answered"
