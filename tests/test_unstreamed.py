"""Servers that do not stream, though a stream is asked for: the same turns, from whole replies."""

from collections.abc import Callable

from replies import Answer, Json, Reply, Stream, calls, chunks, say, whole
from scripted_server import ScriptedServer
from turns import finished, turn

from app.agent import Conversation


def unstreamed(*script: Stream) -> Callable[[Json], Reply]:
    """A server that answers every request with a whole reply, the one that is due by the results it has seen."""

    def reply(body: Json) -> Reply:
        due = sum(message["role"] == "assistant" for message in body["messages"])
        return Answer(200, whole(script[min(due, len(script) - 1)]))

    return reply


async def test_a_turn_with_calls_is_done_from_whole_replies(server: ScriptedServer, conversation: Conversation) -> None:
    wanted = [("read_file", {"file_path": name}) for name in ("paper1.txt", "paper2.txt")]
    server.play(unstreamed(calls(*wanted), say("Two papers.")))
    events = await turn(conversation, "What are they about?")
    assert [event.ok for event in finished(events)] == [True, True]
    end = events[-1]
    assert (end.reason, end.text, end.usage.input_tokens) == ("answered", "Two papers.", 200)  # type: ignore[union-attr]


async def test_a_broken_call_in_a_whole_reply_is_not_run(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(unstreamed(calls(("write_file", '{"file_path": "a.txt", "text": "cut')), say("I could not.")))
    events = await turn(conversation, "Write it.")
    assert [event.code for event in finished(events)] == ["args:json"]
    assert events[-1].text == "I could not."  # type: ignore[union-attr]


async def test_an_empty_stream_is_asked_for_again_as_a_whole(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(lambda body: chunks(usage=None) if body.get("stream") else Answer(200, whole(say("Here it is."))))
    assert (await turn(conversation))[-1].text == "Here it is."  # type: ignore[union-attr]
    assert [bool(body.get("stream")) for body in server.bodies] == [True, False]


async def test_an_error_that_a_stream_kept_back_is_told(server: ScriptedServer, conversation: Conversation) -> None:
    overflow = Answer(400, {"error": "Trying to keep the first 9000 tokens when context the overflows."})
    server.play(lambda body: chunks(usage=None) if body.get("stream") else overflow)
    assert (await turn(conversation))[-1].reason == "context_overflow"  # type: ignore[union-attr]
