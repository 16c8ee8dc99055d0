"""What each round of a turn costs, and of what its input is made; every turn in every test is held to the sums."""

from dataclasses import replace

import pytest
from replies import Answer, Gate, Mark, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, only, turn

from app.agent import Conversation
from app.agent.counting import Sent
from app.assemble import agent_from
from app.events import Event, RoundEnded, RoundStarted, TextDelta, TurnEnded

READ: tuple[str, object] = ("read_file", {"file_path": "paper1.txt"})


async def rounds(conversation: Conversation, question: str = "Please go on.") -> list[RoundEnded]:
    return only(RoundEnded, await turn(conversation, question))


async def test_a_round_tells_what_its_server_reports(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(READ, usage=(1000, 30)), say("In 1931.", usage=(1200, 7)))
    first, second = await rounds(conversation)
    assert (first.round, first.requests, first.input_tokens, first.output_tokens) == (1, 1, 1000, 30)
    assert (second.round, second.requests, second.input_tokens, second.output_tokens) == (2, 1, 1200, 7)
    assert not first.estimated
    assert first.cost is None


async def test_what_was_sent_before_is_told_from_what_is_new(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(READ, usage=None), calls(READ, usage=None), say("Yes.", usage=None))
    question = "When was it built? " * 50
    first, second, third = await rounds(conversation, question)
    assert first.fixed == second.fixed == third.fixed > 1000
    assert (first.resent, first.added) == (0, first.input_tokens - first.fixed)
    assert second.resent == first.added
    assert third.resent == second.resent + second.added
    assert 0 < second.added < first.added


async def test_the_next_turn_sends_the_last_one_again(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("word " * 400, usage=None), say("Yes.", usage=None))
    (before,) = await rounds(conversation)
    (after,) = await rounds(conversation)
    # An answer is read for the first time by the request after it.
    assert after.resent == before.added
    assert after.added > 400


async def test_requests_that_failed_in_passing_are_in_the_figures_of_their_round(
    server: ScriptedServer, conversation: Conversation
) -> None:
    busy = Answer(503, {"error": {"message": "no"}}, {"retry-after-ms": "10"})
    server.play(busy, say("Yes.", usage=(1000, 30)))
    (only_one,) = await rounds(conversation)
    assert (only_one.requests, only_one.estimated) == (2, True)
    assert only_one.input_tokens > 1000


async def test_a_reply_that_is_lost_ends_its_round_as_well(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(chunks(chunk({"content": "It was"}), Mark.DROP))
    events = await turn(conversation)
    (lost,) = only(RoundEnded, events)
    assert (lost.estimated, lost.output_tokens > 0) == (True, True)
    assert lost.first_token_seconds is not None
    server.play(Answer(401, {"error": {"message": "no"}}))
    (refused,) = await rounds(conversation)
    assert refused.first_token_seconds is None


async def test_stop_ends_the_round_that_is_under_way(server: ScriptedServer, conversation: Conversation) -> None:
    gate = Gate()
    server.play(chunks(chunk({"content": "It was"}), gate, chunk({"content": " built"}, "stop")))
    events: list[Event] = []
    async for event in conversation.ask("When?"):
        events.append(event)
        if isinstance(event, TextDelta):
            conversation.stop()
    gate.open()
    assert [type(event) for event in events] == [RoundStarted, TextDelta, RoundEnded, TurnEnded]


async def test_what_is_left_out_of_a_request_is_counted(server: ScriptedServer, settings: SettingsMaker) -> None:
    settings().work_dir.joinpath("long.txt").write_text("word " * 3_000)
    long: tuple[str, object] = ("read_file", {"file_path": "long.txt", "limit": 1})
    other: tuple[str, object] = ("read_file", {"file_path": "long.txt"})
    server.play(calls(long, usage=None), calls(other, usage=None), say("Yes.", usage=None))
    told = await rounds(Conversation(agent_from(settings(context_window=9_000))))
    assert told[0].left_out == 0
    assert told[-1].left_out > 1_000


async def test_a_round_costs_what_its_tokens_cost(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(calls(READ, usage=(1_000, 30)), say("In 1931.", usage=(2_000, 10)))
    first, second = await rounds(Conversation(agent_from(settings(model_price="10,100"))))
    assert [first.cost, second.cost] == pytest.approx([0.013, 0.021])


@pytest.mark.parametrize("tokens", [0, 1, 2, 7, 1_000, 999_999])
def test_a_reported_number_is_parted_without_a_rest(tokens: int) -> None:
    sent = Sent(fixed=333, resent=333, added=334)
    for parts in (sent, replace(sent, resent=0), Sent(added=5), Sent(fixed=1, added=1), Sent()):
        shares = parts.shares_of(tokens)
        assert (sum(shares), min(shares) >= 0) == (tokens, True)
