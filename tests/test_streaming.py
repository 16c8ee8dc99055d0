"""A turn that only talks: what streams in is what the person gets."""

import pytest
from replies import Mark, calls, chunk, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import end_of, ended, finished, only, streamed, turn

from app.agent import Conversation
from app.events import Notice, Offer, RoundStarted, TextDelta, TurnEnded


async def test_text_arrives_in_pieces_and_ends_the_turn_as_a_whole(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("Hello, 世界!", size=4))
    events = await turn(conversation, "hi")
    assert events[:-2] == [RoundStarted(1), TextDelta("Hell"), TextDelta("o, 世"), TextDelta("界!")]
    assert (ended(events).reason, ended(events).text) == ("answered", "Hello, 世界!")


async def test_the_request_holds_the_question_and_the_tools(server: ScriptedServer, conversation: Conversation) -> None:
    await turn(conversation, "What is there?")
    body = server.requests[0].body
    named = {tool["function"]["name"] for tool in body["tools"]}
    assert (len(named), {"list_directory", "read_file", "write_file"} <= named) == (11, True)
    assert body["messages"][-1] == {"role": "user", "content": "What is there?"}
    assert body["stream"] is True


async def test_the_next_question_carries_the_conversation(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("Paris."))
    await turn(conversation, "The capital of France?")
    await turn(conversation, "Sure?")
    spoken = [(message["role"], message["content"]) for message in server.requests[1].messages[1:]]
    assert spoken == [("user", "The capital of France?"), ("assistant", "Paris."), ("user", "Sure?")]


async def test_a_stream_without_its_closing_mark_is_an_answer(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("Fine.", done=False))
    assert (await end_of(conversation)).reason == "answered"


async def test_a_stream_without_a_finish_reason_is_an_answer(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("Fine.", finish=None))
    assert (await end_of(conversation)).text == "Fine."


async def test_chunks_without_choices_are_passed_over(server: ScriptedServer, conversation: Conversation) -> None:
    empty = {**chunk({}), "choices": []}
    server.play(chunks(empty, chunk({"content": "Fi"}), empty, chunk({"content": "ne."}, "stop"), empty))
    assert (await end_of(conversation)).text == "Fine."


async def test_comments_between_the_pieces_are_passed_over(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(chunks(": waiting\n\n", chunk({"content": "Fine."}), ": still here\n\n", chunk({}, "stop")))
    assert (await end_of(conversation)).text == "Fine."


async def test_an_answer_cut_by_its_length_limit_says_so_and_offers_to_go_on(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("It begins with", finish="length"))
    end = await end_of(conversation)
    assert end.offers == (Offer("Go on", "Go on"),)
    assert (end.reason, end.text.startswith("It begins with"), "length limit" in end.text) == ("answered", True, True)


@pytest.mark.parametrize("text", ["", "  \n "])
async def test_an_empty_answer_becomes_a_sentence(
    server: ScriptedServer, conversation: Conversation, text: str
) -> None:
    server.play(say(text))
    end = await end_of(conversation)
    assert (end.reason, "empty answer" in end.text) == ("model_error", True)


async def test_a_stream_without_any_chunk_becomes_a_sentence(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks())
    end = await end_of(conversation)
    assert (end.reason, "empty answer" in end.text) == ("model_error", True)


async def test_a_filtered_answer_says_so_and_keeps_what_was_shown(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("One way is", finish="content_filter"))
    end = await end_of(conversation)
    assert (end.reason, end.text.startswith("One way is"), "content filter" in end.text) == ("model_error", True, True)


async def test_a_refusal_in_a_stream_is_not_a_blank_answer(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(chunks(chunk({"role": "assistant", "refusal": "I cannot "}), chunk({"refusal": "do that."}, "stop")))
    end = await end_of(conversation)
    assert (end.reason, "I cannot do that." in end.text) == ("model_error", True)


async def test_a_connection_that_breaks_keeps_what_was_shown(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(chunk({"content": "The wall "}), chunk({"content": "was "}), Mark.DROP))
    events = await turn(conversation)
    end = ended(events)
    assert (end.reason, streamed(events)) == ("model_error", "The wall was ")
    assert end.text.startswith("The wall was\n\nThe reply broke off before it was complete. The connection to")
    assert ("Ask again" in end.text, "OPENAI_BASE_URL" in end.text) == (True, False)


async def test_a_reply_that_broke_off_is_asked_for_again_and_its_text_goes_on_where_it_was(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(chunk({"content": "The wall "}), Mark.DROP), say("The wall was built in 1931."))
    events = await turn(conversation)
    assert (ended(events).reason, ended(events).text) == ("answered", "The wall was built in 1931.")
    assert streamed(events) == "The wall was built in 1931."
    assert [event.code for event in only(Notice, events)] == ["retry"]
    assert only(Notice, events)[0].text.startswith("The connection to the model server broke off. It is asked again")
    assert len(server.requests) == 2


async def test_a_different_reply_after_one_that_broke_off_is_said_to_be_a_new_one(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(chunk({"content": "The wall was "}), Mark.DROP), say("The walk is long.", size=3))
    events = await turn(conversation)
    assert [event.code for event in only(Notice, events)] == ["retry", "retry_differs"]
    assert (ended(events).text, streamed(events)) == ("The walk is long.", "The wall was The walk is long.")


async def test_a_call_whose_reply_broke_off_runs_once(server: ScriptedServer, conversation: Conversation) -> None:
    read = calls(("read_file", {"file_path": "paper1.txt"}))
    server.play(chunks(*read.pieces[:2], Mark.DROP), read, say("1931."))
    events = await turn(conversation)
    assert (ended(events).text, len(finished(events)), len(server.requests)) == ("1931.", 1, 3)


async def test_a_turn_after_a_broken_one_is_answered(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(chunks(chunk({"content": "The wall "}), stream_error({"message": "no"})), say("Yes."))
    await turn(conversation, "first")
    assert (await end_of(conversation, "second")).text == "Yes."


async def test_closing_the_events_early_leaves_the_conversation_usable(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("one two three four five six", between=0.2), say("Yes."))
    events = conversation.ask("first")
    async for event in events:
        if isinstance(event, TextDelta):
            break
    await events.aclose()
    assert (await end_of(conversation, "second")).text == "Yes."


async def test_two_questions_at_once_are_answered_one_after_the_other(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("first answer", between=0.05), say("second answer"))
    first, second = conversation.ask("first"), conversation.ask("second")
    assert isinstance(await anext(first), RoundStarted)
    rest = [event async for event in first]
    then = [event async for event in second]
    assert isinstance(rest[-1], TurnEnded)
    assert (rest[-1].text, ended(then).text) == ("first answer", "second answer")


async def test_a_question_with_half_a_character_is_still_sent(
    server: ScriptedServer, conversation: Conversation
) -> None:
    assert (await end_of(conversation, "what is caf\udce9.txt")).reason == "answered"
