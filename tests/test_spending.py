"""Limits on tokens and cost: of a turn, of a conversation, of a person's day; refused at a limit, or asked."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from replies import Json, Reply, calls, say
from scripted_server import ScriptedServer
from turns import YES, SettingsMaker, end_of, ended, finished, only, turn

from app.agent import Agent, Conversation, Decision
from app.assemble import agent_from
from app.events import ApprovalAsked, ApprovalGiven, Notice, TextDelta, ToolStarted
from app.ledger import Ledger, Spent

NO = Decision(allowed=False)
# A million tokens in cost a dollar, a million out two.
PRICED = {"model_price": "1.00,2.00"}
NOON, NEXT_DAY = datetime(2026, 11, 30, 12, 30), datetime(2026, 12, 1, 0, 5)


def working(rounds: int = 50) -> Callable[[Json], Reply]:
    """A model that looks at one more file each time, and answers when it has no tools."""
    numbers = count()

    def reply(body: Json) -> Reply:
        # As a server counts it: what never grows would look cut off.
        usage = (len(json.dumps(body)) // 4, 100)
        if body.get("tools") and (number := next(numbers)) < rounds:
            return calls(("read_file", {"file_path": f"none{number}.txt"}), usage=usage)
        return say("What I know.", usage=usage)

    return reply


def codes(events: list[Any]) -> list[str]:
    """Of the notices those that are about what is spent."""
    return [event.code for event in only(Notice, events) if event.code not in ("truncated", "left_out")]


def with_limit(settings: SettingsMaker, **limits: Any) -> Agent:
    return agent_from(settings(**PRICED, **limits))


async def test_a_conversation_is_told_near_its_limit_once_and_refused_at_it_without_a_request(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    conversation = Conversation(with_limit(settings, max_conversation_tokens=10_000))
    server.play(say("Yes.", usage=(4_000, 100)))
    first, second, third, fourth = [await turn(conversation) for _ in range(4)]
    assert [codes(each) for each in (first, second, third, fourth)] == [[], ["limit_near"], [], []]
    assert "8,200 of the 10,000 tokens for one conversation are used" in next(
        notice.text for notice in only(Notice, second) if notice.code == "limit_near"
    )
    end = ended(fourth)
    assert (end.reason, end.usage.requests, len(server.requests)) == ("token_limit", 0, 3)
    assert "The limit of tokens for one conversation (10,000) is used up: 12,300 were used." in end.text
    assert ("new chat" in end.text, "MAX_CONVERSATION_TOKENS" in end.text, end.offers) == (True, True, ())


@pytest.mark.parametrize(
    ("limits", "reason", "said"),
    [
        ({"max_turn_cost": 0.0149}, "cost_limit", "I reached the limit of cost for one question ($0.0149): $0.0"),
        ({"max_conversation_tokens": 14_300}, "token_limit", "for one conversation (14,300): 14,1"),
        ({"max_conversation_cost": 0.0149}, "cost_limit", "for one conversation ($0.0149): $0.0"),
        ({"max_day_tokens": 14_300}, "token_limit", "for one day (14,300): 14,1"),
        ({"max_day_cost": 0.0149}, "cost_limit", "for one day ($0.0149): $0.0"),
    ],
)
async def test_within_a_turn_a_last_request_without_tools_gives_the_best_answer(
    server: ScriptedServer, settings: SettingsMaker, tmp_path: Path, limits: Json, reason: str, said: str
) -> None:
    account = Ledger(tmp_path / "spent.db", lambda: NOON).of("jo")
    server.play(working())
    conversation = Conversation(with_limit(settings, **limits), account=account)
    events = await turn(conversation)
    end = ended(events)
    assert (end.reason, "tools" in server.bodies[-1], "tools" in server.bodies[-2]) == (reason, False, True)
    assert (end.text.startswith("What I know.\n\n"), said in end.text) == (True, True)
    assert codes(events) == ["limit_near"]
    spent = end.usage.input_tokens + end.usage.output_tokens
    assert (len(server.requests), 14_300 < spent < 17_000) == (7, True)
    known = await account.spent()
    assert (known.tokens, round(known.cost, 6)) == (spent, round(end.usage.cost or 0, 6))


async def test_what_a_yes_allows_is_the_same_amount_again_and_it_is_asked_there_again(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    conversation = Conversation(with_limit(settings, max_conversation_tokens=5_000, at_limit="ask"))
    server.play(say("Yes.", usage=(4_950, 100)))
    assert only(ApprovalAsked, await turn(conversation)) == []
    second = await turn(conversation, word=YES)
    asked = only(ApprovalAsked, second)[0]
    assert (asked.title, asked.lasting, asked.verb) == ("more tokens for this conversation", False, "")
    assert "Of the 5,000 tokens for this conversation, 5,050 are used." in asked.text
    assert "is 10,000 tokens from here on" in asked.text
    assert (ended(second).text, [event.ok for event in finished(second)]) == ("Yes.", [True])
    third = await turn(conversation, word=NO)
    assert "10,100 are used" in only(ApprovalAsked, third)[0].text
    assert "is 15,000 tokens" in only(ApprovalAsked, third)[0].text
    assert (ended(third).reason, [event.code for event in finished(third)]) == ("token_limit", ["tool:denied"])
    assert len(server.requests) == 2


@pytest.mark.parametrize(("word", "reason", "requests"), [(YES, "answered", 7), (NO, "token_limit", 4)])
async def test_in_the_middle_of_a_turn_a_yes_goes_on_and_a_no_ends_it_with_an_answer(
    server: ScriptedServer, settings: SettingsMaker, word: Decision, reason: str, requests: int
) -> None:
    server.play(working(6))
    events = await turn(Conversation(with_limit(settings, max_turn_tokens=7_000, at_limit="ask")), word=word)
    assert (ended(events).reason, len(server.requests)) == (reason, requests)
    assert ended(events).text.startswith("What I know.")
    given = [event.allowed for event in only(ApprovalGiven, events)]
    assert given == ([True, True] if word.allowed else [False])
    assert ended(events).usage.tool_calls == requests - 1


async def test_stop_while_it_is_asked_ends_the_turn_in_order(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(working())
    conversation = Conversation(with_limit(settings, max_turn_tokens=7_000, at_limit="ask"))
    events = []
    async for event in conversation.ask("Read all."):
        events.append(event)
        if isinstance(event, ApprovalAsked):
            conversation.stop()
    assert (ended(events).reason, finished(events)[-1].code) == ("stopped", "tool:cancelled")
    assert [event.call_id for event in only(ToolStarted, events)] == [event.call_id for event in finished(events)]


async def test_a_limit_of_cost_without_a_price_is_said_once_and_in_the_log(
    server: ScriptedServer, settings: SettingsMaker, caplog: pytest.LogCaptureFixture
) -> None:
    server.play(say("Yes.", usage=(90_000, 100)))
    conversation = Conversation(agent_from(settings(max_turn_cost=0.01, max_day_cost=0.01)))
    assert "MAX_TURN_COST, MAX_DAY_COST cannot be kept: no price is known for scripted" in caplog.text
    told = [await turn(conversation) for _ in range(2)]
    assert [codes(events) for events in told] == [["cost_unknown"], []]
    assert (ended(told[1]).reason, "scripted" in only(Notice, told[0])[0].text) == ("answered", True)


async def test_the_built_in_helper_spends_nothing(settings: SettingsMaker, tmp_path: Path) -> None:
    account = Ledger(tmp_path / "spent.db").of("jo")
    limits: Json = {"max_conversation_tokens": 1_000, "max_day_tokens": 1_000, "max_day_cost": 0.01}
    helper = agent_from(settings(openai_api_key=None, openai_base_url=None, **limits))
    conversation = Conversation(helper, account=account)
    ends = [await end_of(conversation, "What is in the folder?") for _ in range(3)]
    assert ({end.reason for end in ends}, await account.spent()) == ({"answered"}, Spent())


async def test_the_conversations_of_one_person_share_the_day_until_midnight_and_others_have_their_own(
    server: ScriptedServer, settings: SettingsMaker, tmp_path: Path
) -> None:
    now = NOON
    ledger = Ledger(tmp_path / "spent.db", lambda: now)
    agent = with_limit(settings, max_day_tokens=6_000)
    server.play(say("Yes.", usage=(3_900, 100)))
    jo = [Conversation(agent, account=ledger.of("jo")) for _ in range(3)]
    mo = Conversation(agent, account=ledger.of("mo"))
    assert [(await end_of(each)).reason for each in (*jo, mo)] == ["answered", "answered", "token_limit", "answered"]
    end = await end_of(jo[0])
    assert "The limit of tokens for one day (6,000) is used up: 8,000 were used." in end.text
    assert "at midnight by the clock of the app's machine, in 11 h 30 min" in end.text
    now = NEXT_DAY
    assert (await end_of(jo[0])).reason == "answered"


async def test_what_was_allowed_for_today_holds_in_every_conversation_and_after_a_restart(
    server: ScriptedServer, settings: SettingsMaker, tmp_path: Path
) -> None:
    agent = with_limit(settings, max_day_tokens=4_000, at_limit="ask")
    server.play(say("Yes.", usage=(3_900, 100)))
    asked = []
    for _ in range(3):
        ledger = Ledger(tmp_path / "spent.db", lambda: NOON)
        asked.append(len(only(ApprovalAsked, await turn(Conversation(agent, account=ledger.of("jo"))))))
        spent = await ledger.spent("jo")
    assert asked == [0, 1, 1]
    assert (spent.tokens, round(spent.cost, 6), spent.more_tokens, spent.more_cost) == (12_000, 0.0123, 2, 0)


async def test_a_conversation_that_is_taken_up_again_goes_on_counting(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    agent = with_limit(settings, max_conversation_tokens=4_000, at_limit="ask")
    server.play(say("Yes.", usage=(3_900, 100)))
    conversation = Conversation(agent)
    for _ in range(2):
        await turn(conversation)
    body = json.loads(json.dumps(conversation.saved()))
    assert body["spent"] == {"tokens": 8_000, "cost": pytest.approx(0.0082), "more_tokens": 1, "more_cost": 0}
    taken_up = Conversation.from_saved(agent, body)
    assert len(only(ApprovalAsked, await turn(taken_up, word=NO))) == 1
    # One that was kept before anything was counted is whole all the same.
    del body["spent"]
    assert codes(await turn(Conversation.from_saved(agent, body))) == []
    assert codes(await turn(Conversation.from_saved(agent, {**body, "spent": {"tokens": "many"}}))) == [
        "partly_forgotten"
    ]


async def test_a_request_that_was_stopped_is_counted_too(
    server: ScriptedServer, settings: SettingsMaker, tmp_path: Path
) -> None:
    account = Ledger(tmp_path / "spent.db").of("jo")
    conversation = Conversation(with_limit(settings, max_day_tokens=100_000), account=account)
    server.play(say("One word after another. " * 20, between=0.01))
    events = []
    async for event in conversation.ask("Go on."):
        events.append(event)
        if isinstance(event, TextDelta):
            conversation.stop()
    usage = ended(events).usage
    assert usage.input_tokens > 100
    assert (await account.spent()).tokens == usage.input_tokens + usage.output_tokens
    assert conversation.saved()["spent"]["tokens"] == usage.input_tokens + usage.output_tokens


async def test_a_day_that_cannot_be_kept_is_said_once_and_counted_here(
    server: ScriptedServer, settings: SettingsMaker, tmp_path: Path
) -> None:
    (tmp_path / "spent.db").write_bytes(b"no database " * 100)
    server.play(say("Yes.", usage=(3_900, 100)))
    account = Ledger(tmp_path / "spent.db").of("jo")
    conversation = Conversation(with_limit(settings, max_day_tokens=7_000), account=account)
    turns = [await turn(conversation) for _ in range(3)]
    assert [codes(events) for events in turns] == [["ledger_trouble"], ["limit_near"], []]
    assert [ended(events).reason for events in turns] == ["answered", "answered", "token_limit"]


async def test_reading_in_parts_keeps_to_the_same_limits(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path
) -> None:
    (workdir / "book.txt").write_text("It was a long winter in the north, and nobody came. " * 2_000)
    server.play(say("A winter.", usage=(1_900, 100)))
    small: Json = {"context_window": 4_000, "max_conversation_cost": 0.008}
    conversation = Conversation(with_limit(settings, **small))
    end = await end_of(conversation, "Read book.txt in parts: what is it about?")
    assert (end.reason, "limit of cost for one conversation ($0.008)" in end.text) == ("cost_limit", True)
    assert [offer.label for offer in end.offers] == [f"Go on from part {len(server.requests)}"]
    before = len(server.requests)
    again = await end_of(conversation, end.offers[0].message)
    assert (again.reason, "is used up" in again.text, len(server.requests)) == ("cost_limit", True, before)


async def test_what_is_said_is_in_the_language_of_the_person(server: ScriptedServer, settings: SettingsMaker) -> None:
    conversation = Conversation(with_limit(settings, max_conversation_cost=0.005))
    server.play(say("はい。", usage=(5_000, 100)))
    await turn(conversation, "中身を教えて")
    end = await end_of(conversation, "続きを教えて")
    assert "1つの会話あたりの費用の上限（$0.005）を使い切りました（$0.0052 を使用）。" in end.text
    assert replace(end, text="").reason == "cost_limit"
