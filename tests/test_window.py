"""What the model is shown: everything, until it did not fit."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from app.agent.history import NOT_RUN, History
from app.agent.model.reply import Call, Reply
from app.agent.model.window import make_room, shown, tokens_of
from app.tools import Outcome

BIG = "x" * 5_000


def reply(*calls: Call, text: str = "") -> Reply:
    return Reply(text, calls, "tool_calls", "", None, None)


def read(call_id: str, path: str = "a.txt") -> Call:
    return Call(call_id, "read_file", f'{{"file_path": "{path}"}}', cut=False)


@pytest.fixture
def history() -> History:
    """A question that was answered from a big file, and the next one, answered from a small one."""
    made = History()
    made.ask("What is in a.txt?")
    made.add_reply(reply(read("c1")))
    made.add_result("c1", Outcome("", BIG))
    made.settle("Many x.")
    made.ask("And in b.txt?")
    made.add_reply(reply(read("c2", "b.txt")))
    made.add_result("c2", Outcome("", "small"))
    made.settle("Little.")
    return made


def test_everything_is_shown_at_first(history: History) -> None:
    assert shown(history) == history.messages


def test_every_large_message_becomes_a_stub_that_says_how_to_get_it_again(history: History) -> None:
    since = history.ask("And in c.txt?")
    history.add_reply(reply(read("c3", "c.txt"), read("c4", "d.txt")))
    history.add_result("c3", Outcome("", BIG))
    history.add_result("c4", Outcome("", "small"))
    make_room(history, since)
    texts = [message.text for message in shown(history) if isinstance(message, ToolMessage)]
    assert texts[1:2] + texts[3:] == ["small", "small"]
    for text, path in ((texts[0], "a.txt"), (texts[2], "c.txt")):
        assert text.startswith(
            f'[Left out, as it did not fit: the result of read_file {{"file_path": "{path}"}}, 5,000 characters'
        )


def test_when_no_large_message_is_left_the_turns_before_go(history: History) -> None:
    since = history.ask("Why?")
    make_room(history, since)
    assert BIG not in [message.text for message in shown(history)]
    assert len(shown(history)) == len(history.messages)
    make_room(history, since)
    assert shown(history) == [HumanMessage("Why?")]


def test_the_history_itself_is_never_changed(history: History) -> None:
    before = list(history.messages)
    make_room(history, 0)
    make_room(history, 4)
    assert history.messages == before


def test_what_is_shown_stays_the_same_until_room_is_made_again(history: History) -> None:
    make_room(history, 0)
    first = shown(history)
    history.ask("More?")
    assert shown(history)[: len(first)] == first


def test_a_big_question_and_a_big_call_become_short() -> None:
    history = History()
    history.ask(BIG)
    write = Call("c1", "write_file", f'{{"file_path": "a.txt", "text": "{BIG}", "append": true}}', cut=False)
    history.add_reply(reply(write, text=BIG))
    history.add_result("c1", Outcome("", "Created a.txt."))
    make_room(history, 0)
    question, call, result = shown(history)
    assert isinstance(call, AIMessage)
    assert all(len(text) < 400 for text in (question.text, call.text, call.tool_calls[0]["args"]["text"]))
    assert (call.tool_calls[0]["id"], call.tool_calls[0]["args"]["append"]) == ("c1", True)
    assert (call.tool_calls[0]["args"]["file_path"], result.text) == ("a.txt", "Created a.txt.")


def test_settling_answers_what_was_left_open() -> None:
    history = History()
    history.ask("Read both.")
    history.add_reply(reply(read("c1"), read("c2", "b.txt")))
    history.add_result("c1", Outcome("", "small"))
    history.settle("Stopped.")
    assert [message.text for message in history.messages[2:]] == ["small", NOT_RUN.shown, "Stopped."]


def test_settling_twice_adds_nothing(history: History) -> None:
    before = list(history.messages)
    history.settle("Again.")
    assert history.messages == before


def test_tokens_count_texts_and_arguments() -> None:
    bare = tokens_of([AIMessage("")])
    call = {"name": "write_file", "args": {"text": "あ" * 100}, "id": "c", "type": "tool_call"}
    assert tokens_of([AIMessage("", tool_calls=[call])]) >= bare + 100
    assert tokens_of([HumanMessage("あ" * 50)]) >= 50
