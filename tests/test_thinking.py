"""What a model thinks: shown as it comes, kept out of the answer, given back where a server wants it."""

from typing import Any

import pytest
from replies import Answer, Json, Reply, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import end_of, ended, only, streamed, turn

from app.agent import Conversation
from app.events import Event, ThinkingDelta

THOUGHT = "The person wants\na number."
READ: tuple[str, object] = ("read_file", {"file_path": "paper1.txt"})


def thought(events: list[Event]) -> str:
    return "".join(event.text for event in only(ThinkingDelta, events))


def fields(*deltas: Json) -> Reply:
    return chunks(*(chunk(delta) for delta in deltas), *say("1931.").pieces)


THINKING: dict[str, Reply] = {
    "reasoning_content": fields({"reasoning_content": "The person wants\n"}, {"reasoning_content": "a number."}),
    "reasoning": fields(
        {"content": "", "reasoning": "The person wants\n"}, {"content": None, "reasoning": "a number."}
    ),
    "both": fields({"reasoning_content": THOUGHT, "reasoning": THOUGHT}),
    "details beside": fields(
        {"reasoning": THOUGHT, "reasoning_details": [{"type": "reasoning.text", "text": THOUGHT}]}
    ),
    "details": fields({"reasoning_details": [{"type": "reasoning.text", "text": THOUGHT}]}),
    "a summary": fields({"reasoning_details": [{"type": "reasoning.summary", "summary": THOUGHT}]}),
    "blocks": fields({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}]}]}),
    "tags, whole": say(f"<think>{THOUGHT}</think>\n\n1931.", size=1000),
    "a whole reply": Answer(
        200, {"id": "1", "choices": [{"message": {"content": "1931.", "reasoning_content": THOUGHT}}]}
    ),
    **{f"tags, {size} a chunk": say(f"\n<think>{THOUGHT}</think>\n\n1931.", size=size) for size in (1, 2, 3, 7, 11)},
}


@pytest.mark.parametrize("reply", THINKING.values(), ids=THINKING.keys())
async def test_thinking_is_shown_and_is_no_part_of_the_answer(
    server: ScriptedServer, conversation: Conversation, reply: Reply
) -> None:
    server.play(reply)
    events = await turn(conversation)
    assert (thought(events), streamed(events), ended(events).text) == (THOUGHT, "1931.", "1931.")
    server.play(say("Yes."))
    await end_of(conversation)
    assert "wants" not in server.requests[0].text


ORDINARY = [
    "A reply may begin with <think> and end with </think> there.",
    "```\n<think>\nso\n</think>\n```\nThat is the form.",
    "It is closed like this:\n```\n</think>\n```\nSo it is.",
    "The tag\n</think> closes it.",
    "<thinker> is a name, and 1 < 2 </",
    "<",
]


@pytest.mark.parametrize("text", ORDINARY)
@pytest.mark.parametrize("size", [1, 4, 1000])
async def test_tags_in_an_ordinary_answer_stay_where_they_are(
    server: ScriptedServer, conversation: Conversation, text: str, size: int
) -> None:
    server.play(say(text, size=size))
    events = await turn(conversation)
    assert (thought(events), streamed(events), ended(events).text) == ("", text, text)


@pytest.mark.parametrize("size", [1, 5, 1000])
async def test_a_missing_opening_tag_is_learnt_and_the_answer_is_free_of_the_thought_from_the_first(
    server: ScriptedServer, conversation: Conversation, size: int
) -> None:
    server.play(say(f"{THOUGHT}\n</think>\n\n1931.", size=size))
    assert (await end_of(conversation)).text == "1931."
    events = await turn(conversation)
    assert (thought(events).strip(), streamed(events), ended(events).text) == (THOUGHT, "1931.", "1931.")
    server.play(say("Just an answer.", size=size))
    assert ended(await turn(conversation)).text == "Just an answer."
    events = await turn(conversation)
    assert (thought(events), streamed(events)) == ("", "Just an answer.")


async def test_thinking_alone_is_no_answer(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("<think>Well, well."))
    events = await turn(conversation)
    assert (thought(events), ended(events).reason) == ("Well, well." * 2, "model_error")


def thinking_calls(body: Json) -> Reply:
    """DeepSeek in its thinking mode: it wants back what it thought."""
    made = [message for message in body["messages"] if message.get("tool_calls")]
    if any("reasoning_content" not in message for message in made):
        said = "The `reasoning_content` in the thinking mode must be passed back to the API."
        return Answer(
            400, {"error": {"message": said, "type": "invalid_request_error", "code": "invalid_request_error"}}
        )
    if len(made) == 2:
        return say("1931.")
    return chunks(chunk({"reasoning_content": f"Thought {len(made)}."}), *calls(READ).pieces)


async def test_thinking_is_given_back_once_a_server_has_asked_for_it(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(thinking_calls)
    assert (await end_of(conversation)).text == "1931."
    back = [[message.get("reasoning_content") for message in body["messages"][2::2]] for body in server.bodies]
    assert back == [[], [None], ["Thought 0."], ["Thought 0.", "Thought 1."]]


@pytest.mark.parametrize("times", [1, 2])
async def test_what_a_server_attaches_to_a_call_goes_back_with_it(
    server: ScriptedServer, conversation: Conversation, times: int
) -> None:
    extra: dict[str, Any] = {"google": {"thought_signature": "c2lnbg=="}}
    signed = calls(READ, READ, fragments=1, ids=["a", "b"])
    for piece in signed.pieces[1 : 1 + times]:
        piece["choices"][0]["delta"]["tool_calls"][0]["extra_content"] = extra  # type: ignore[index]
    server.play(signed, say("1931."))
    assert (await end_of(conversation)).text == "1931."
    made = server.requests[1].messages[2]["tool_calls"]
    assert [call.get("extra_content") for call in made] == [extra, extra if times == 2 else None]
