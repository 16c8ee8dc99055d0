"""What the model is shown: everything within the budget; above it the oldest results go first, in large steps."""

from collections.abc import Sequence

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from app.agent.history import NOT_RUN, History, tokens_of
from app.agent.model.budget import Budget
from app.agent.model.reply import Call, Reply
from app.agent.model.window import make_fit
from app.tools import Outcome

BIG = "x" * 5_000


def reply(*calls: Call, text: str = "") -> Reply:
    return Reply(text, calls, "tool_calls", "", None, None)


def read(call_id: str, path: str = "a.txt") -> Call:
    return Call(call_id, "read_file", f'{{"file_path": "{path}"}}', cut=False)


def budget(room: int) -> Budget:
    """A budget whose messages may have `room` estimated tokens."""
    return Budget(-(-room * 4 // 3), fixed=0, answer=10**9)


def turn_of(history: History, *results: str, ends: bool = True) -> int:
    """Adds a turn that reads files side by side; gives where it begins."""
    since = history.ask("What is in there?")
    calls = [read(f"c{since}_{number}", f"{since}_{number}.txt") for number in range(len(results))]
    history.add_reply(reply(*calls))
    for call, text in zip(calls, results, strict=True):
        history.add_result(call.id, Outcome("", text))
    if ends:
        history.settle("Many x.")
    return since


def texts(history: History) -> list[str]:
    return [message.text for message in history.shown() if isinstance(message, ToolMessage)]


def require_pairs(history: History) -> None:
    """Every result stands behind the call that it answers."""
    asked: Sequence[str] = ()
    for message in history.shown():
        if isinstance(message, ToolMessage):
            assert message.tool_call_id in asked
        else:
            asked = [str(call["id"]) for call in message.tool_calls] if isinstance(message, AIMessage) else ()


@pytest.fixture
def history() -> History:
    return History()


def test_within_the_budget_everything_is_shown(history: History) -> None:
    turn_of(history, BIG, "small")
    left_out = make_fit(history, budget(10_000), 0)
    assert (left_out.results, left_out.turns, left_out.cut) == (0, 0, 0)
    assert history.shown() == history.messages


def test_the_oldest_results_become_stubs_that_say_how_to_get_them_again(history: History) -> None:
    for _ in range(6):
        turn_of(history, BIG)
    since = history.ask("And now?")
    left_out = make_fit(history, budget(6_000), since)
    assert (left_out.results, left_out.turns, left_out.cut) == (4, 0, 0)
    assert texts(history)[4:] == [BIG, BIG]
    assert texts(history)[0].startswith(
        '[Left out, as it did not fit: the result of read_file {"file_path": "0_0.txt"}, 5,000 characters'
    )
    require_pairs(history)


def test_room_is_made_in_steps_so_that_what_is_shown_stays_the_same_in_between(history: History) -> None:
    steps = 0
    for _ in range(60):
        since = turn_of(history, BIG)
        steps += bool(make_fit(history, budget(20_000), since).results)
    assert 3 <= steps <= 8


def test_what_the_newest_reply_asked_for_goes_last_and_is_cut_with_a_note(history: History) -> None:
    turn_of(history, "small")
    since = turn_of(history, "line\n" * 20_000, "short", BIG, ends=False)
    left_out = make_fit(history, budget(3_000), since)
    assert (left_out.turns, left_out.cut) == (0, 1)
    assert history.shown_tokens <= 3_000
    cut = texts(history)[1]
    assert cut.startswith("line\nline\n")
    assert "\n[Cut here, as it did not fit: " in cut
    assert texts(history)[2:] == ["short", BIG]
    require_pairs(history)


def test_one_huge_line_is_cut_inside(history: History) -> None:
    since = turn_of(history, "header\n" + "x" * 90_000, ends=False)
    make_fit(history, budget(2_000), since)
    assert 3_000 < len(texts(history)[0]) < 8_000


def test_when_stubs_do_not_help_the_oldest_turns_go(history: History) -> None:
    for number in range(40):
        history.ask(f"Question {number}?")
        history.settle("A word of two hundred characters. " * 6)
    since = history.ask("And now?")
    left_out = make_fit(history, budget(1_500), since)
    assert left_out.turns > 15
    assert history.shown()[-1] == HumanMessage("And now?")
    assert isinstance(history.shown()[0], HumanMessage)


def test_the_history_itself_is_kept_whole(history: History) -> None:
    for _ in range(6):
        turn_of(history, BIG)
    before = list(history.messages)
    make_fit(history, budget(1_000), history.ask("And now?"))
    assert history.messages[:-1] == before


def test_a_long_call_and_a_long_earlier_question_become_short(history: History) -> None:
    history.ask(BIG)
    write = Call("c1", "write_file", f'{{"file_path": "a.txt", "text": "{BIG}", "append": true}}', cut=False)
    history.add_reply(reply(write))
    history.add_result("c1", Outcome("", "Created a.txt."))
    history.settle("Written.")
    make_fit(history, budget(1_000), history.ask("And now?"))
    question, call, result = history.shown()[:3]
    assert isinstance(call, AIMessage)
    assert all(len(text) < 400 for text in (question.text, call.tool_calls[0]["args"]["text"]))
    assert (call.tool_calls[0]["id"], call.tool_calls[0]["args"]["append"]) == ("c1", True)
    assert (call.tool_calls[0]["args"]["file_path"], result.text) == ("a.txt", "Created a.txt.")


def test_the_estimate_of_what_is_shown_is_that_of_its_messages(history: History) -> None:
    for _ in range(9):
        since = turn_of(history, BIG, "あ" * 3_000)
        make_fit(history, budget(9_000), since)
    assert history.shown_tokens == sum(tokens_of(message) for message in history.shown())


def test_many_small_results_of_one_turn_go_with_their_calls_the_oldest_first(history: History) -> None:
    since = history.ask("What is in all of them?")
    for number in range(200):
        history.add_reply(reply(read(f"c{number}", f"{number}.txt")))
        history.add_result(f"c{number}", Outcome("", f"The content of {number}. " * 8))
        if number == 10:
            history.add_to_question("Only the years.")
    left_out = make_fit(history, budget(2_000), since)
    assert history.shown_tokens <= 1_100
    assert history.shown_tokens == sum(tokens_of(message) for message in history.shown())
    assert (len(texts(history)) + left_out.results, left_out.cut) == (200, 0)
    question, *rest = history.shown()
    assert question.text.startswith("What is in all of them?\n\nAlso, for the question above:\nOnly the years.\n\n[")
    assert f"the first {left_out.results} results" in question.text
    assert not any(isinstance(message, HumanMessage) for message in rest)
    assert texts(history)[-1].startswith("The content of 199.")
    require_pairs(history)


def test_what_was_left_out_of_a_turn_stays_out_and_the_next_step_leaves_out_more(history: History) -> None:
    since, gone = history.ask("What is in all of them?"), 0
    for number in range(300):
        history.add_reply(reply(read(f"c{number}", f"{number}.txt")))
        history.add_result(f"c{number}", Outcome("", f"The content of {number}. " * 8))
        gone += make_fit(history, budget(2_000), since).results
        assert history.shown_tokens <= 2_000
    assert gone + len(texts(history)) == 300
    assert f"the first {gone} results" in history.shown()[0].text
    history.settle("All of them.")
    make_fit(history, budget(2_000), history.ask("And now?"))
    assert history.shown_tokens == sum(tokens_of(message) for message in history.shown())


@pytest.mark.parametrize("text", [BIG, "あ" * 3_000, "line\n" * 1_000, "header\n" + "あ" * 900, "x" * 300])
def test_results_side_by_side_are_cut_together_so_that_all_of_them_fit(history: History, text: str) -> None:
    since = turn_of(history, *[text] * 32, ends=False)
    left_out = make_fit(history, budget(1_300), since)
    assert history.shown_tokens <= 1_300
    assert (left_out.cut, len(texts(history))) == (32, 32)
    assert all(shown.endswith("]") for shown in texts(history))
    require_pairs(history)


def test_a_result_that_was_cut_becomes_a_stub_when_it_is_no_longer_the_newest(history: History) -> None:
    since = turn_of(history, BIG * 5, ends=False)
    make_fit(history, budget(2_000), since)
    history.add_reply(reply(read("c9", "9.txt")))
    history.add_result("c9", Outcome("", BIG))
    make_fit(history, budget(2_000), since)
    assert texts(history)[0].startswith("[Left out, as it did not fit: the result of read_file")
    assert texts(history)[1].startswith("xxxx")


def test_with_an_addition_behind_them_the_newest_results_are_still_cut_last(history: History) -> None:
    since = turn_of(history, BIG, ends=False)
    history.add_to_question("Only the years.")
    make_fit(history, budget(1_000), since)
    assert texts(history)[0].startswith("xxxx")
    assert history.shown()[-1].text.endswith("Only the years.")


def test_settling_answers_what_was_left_open(history: History) -> None:
    history.ask("Read both.")
    history.add_reply(reply(read("c1"), read("c2", "b.txt")))
    history.add_result("c1", Outcome("", "small"))
    history.settle("Stopped.")
    assert [message.text for message in history.messages[2:]] == ["small", NOT_RUN.shown, "Stopped."]


def test_settling_twice_adds_nothing(history: History) -> None:
    turn_of(history, "small")
    before = list(history.messages)
    history.settle("Again.")
    assert history.messages == before


def test_tokens_count_texts_and_arguments() -> None:
    bare = tokens_of(AIMessage(""))
    call = {"name": "write_file", "args": {"text": "あ" * 100}, "id": "c", "type": "tool_call"}
    assert tokens_of(AIMessage("", tool_calls=[call])) >= bare + 100
    assert tokens_of(HumanMessage("あ" * 50)) >= 50
