"""What a turn has cost: the server's figures, or an estimate that says so."""

import pytest
from replies import Answer, calls, say
from scripted_server import ScriptedServer
from turns import end_of

from app.agent import Conversation
from app.events import Usage
from app.usage import usage_line

LIST: tuple[str, object] = ("list_directory", {})


def figures(usage: Usage) -> tuple[int, int, int, int, bool]:
    return usage.rounds, usage.tool_calls, usage.input_tokens, usage.output_tokens, usage.estimated


async def test_the_servers_figures_are_added_up(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(LIST, LIST, usage=(1000, 30)), say("Three things.", usage=(1200, 7)))
    assert figures((await end_of(conversation)).usage) == (2, 2, 2200, 37, False)


async def test_each_turn_counts_for_itself(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("Yes.", usage=(1000, 30)))
    await end_of(conversation)
    assert figures((await end_of(conversation)).usage) == (1, 0, 1000, 30, False)


async def test_figures_on_every_piece_are_not_added_up(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("Three things.", usage=(1000, 30), usage_on="every"))
    assert figures((await end_of(conversation)).usage) == (1, 0, 1000, 30, False)


async def test_without_figures_they_are_estimated(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("Three things.", usage=None))
    usage = (await end_of(conversation)).usage
    assert (usage.rounds, usage.tool_calls, usage.estimated) == (1, 0, True)
    assert usage.input_tokens > 100
    assert 3 <= usage.output_tokens <= 12


async def test_one_round_without_figures_makes_the_whole_an_estimate(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(LIST, usage=(1000, 30)), say("Three things.", usage=None))
    usage = (await end_of(conversation)).usage
    assert (usage.estimated, usage.input_tokens > 1000) == (True, True)


async def test_a_failed_request_is_estimated(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(Answer(400, {"error": {"message": "no"}}))
    usage = (await end_of(conversation)).usage
    assert (usage.rounds, usage.estimated) == (1, True)


async def test_an_estimate_counts_a_japanese_character_as_a_token(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("Red.", usage=None))
    short = (await end_of(conversation, "い")).usage.input_tokens
    longer = (await end_of(conversation, "あ" * 2000)).usage.input_tokens
    assert short + 1999 <= longer <= short + 2100


def test_the_line_under_an_answer_reads_well() -> None:
    one = Usage(rounds=1, requests=1, tool_calls=1, input_tokens=1234, output_tokens=5, seconds=0.26)
    many = Usage(rounds=1, requests=2, tool_calls=0, input_tokens=1, output_tokens=5, seconds=12, estimated=True)
    assert usage_line(one, "en", False) == "1 request · 1 tool call · 1,234 tokens in · 5 out · 0.3 s"
    assert (
        usage_line(many, "en", False) == "2 requests · 0 tool calls · 1 tokens in · 5 out · 12.0 s · tokens estimated"
    )
    assert "推定" in usage_line(many, "ja", False)
    assert "Built-in helper" in usage_line(one, "en", True)


def test_the_line_tells_of_thinking_and_of_the_servers_cache_only_where_there_is_any() -> None:
    usage = Usage(rounds=1, input_tokens=1000, output_tokens=700, reasoning_tokens=512, prompt_cached_tokens=896)
    english, japanese = usage_line(usage, "en", False), usage_line(usage, "ja", False)
    assert "896 of the input from the server's cache · 512 of the output for thinking" in english
    assert "入力のうち 896 はサーバーのキャッシュ · 出力のうち 512 は思考" in japanese
    assert "cache" not in usage_line(Usage(rounds=1), "en", False)


@pytest.mark.parametrize("nonsense", [(-100_000, -5), (10**19, 10**18)])
async def test_figures_that_no_request_can_have_are_estimated(
    server: ScriptedServer, conversation: Conversation, nonsense: tuple[int, int]
) -> None:
    server.play(say("Three things.", usage=nonsense))
    usage = (await end_of(conversation)).usage
    assert (usage.estimated, 100 < usage.input_tokens < 10_000, 3 <= usage.output_tokens <= 12) == (True, True, True)
