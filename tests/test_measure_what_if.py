"""What a turn would have taken without something of the loop, against figures computed by hand."""

from typing import Any

import pytest

from app.events import RoundEnded
from app.measuring import CallMade, Run, Spread, WhatIf, spread
from app.measuring.rightness import is_right
from app.measuring.what_if import what_if


def a_round(number: int, fixed: int, resent: int, added: int, **more: Any) -> RoundEnded:
    sizes = {"input_tokens": fixed + resent + added, "output_tokens": 10, "left_out": 0, "seconds": 1.0}
    given = {"requests": 1, "first_token_seconds": 0.5, **sizes, **more}
    return RoundEnded(round=number, fixed=fixed, resent=resent, added=added, **given)


def a_call(number: int, file: str, tokens: int, seconds: float = 0.1, cached: bool = False) -> CallMade:
    return CallMade(number, "read_file", f"read_file {file}", seconds, tokens, cached)


def a_run(rounds: list[RoundEnded], calls: list[CallMade], seconds: float = 4.0) -> Run:
    tokens = sum(each.input_tokens for each in rounds)
    requests = sum(each.requests for each in rounds)
    return Run(
        "agent",
        "128",
        requests=requests,
        input_tokens=tokens,
        seconds=seconds,
        rounds=tuple(rounds),
        calls=tuple(calls),
    )


def test_each_of_three_calls_side_by_side_would_have_had_a_request_of_its_own() -> None:
    rounds = [a_round(1, 1_000, 0, 20), a_round(2, 1_000, 20, 120)]
    run = a_run(rounds, [a_call(1, "a", 10, 0.1), a_call(1, "b", 20, 0.3), a_call(1, "c", 30, 0.2)])
    parallel = what_if(run)[0]
    # Of the 120 new tokens 20, 40 and 60 came by the calls; two requests more would have been sent:
    # 1,020 + 20, and 1,020 + 20 + 40. Each waits for half a second; 0.3 s of calls ran beside another.
    assert parallel == WhatIf("parallel_calls", 4, 1_020 + 1_140 + 1_040 + 1_080, 4.0 + 2 * 0.5 + 0.3, True)


def test_calls_one_after_the_other_would_have_been_the_same() -> None:
    rounds = [a_round(1, 1_000, 0, 20), a_round(2, 1_000, 20, 50), a_round(3, 1_000, 70, 50)]
    run = a_run(rounds, [a_call(1, "a", 10), a_call(2, "b", 10)])
    assert what_if(run) == (
        WhatIf("parallel_calls", 3, 3_210, 4.0, False),
        WhatIf("memory", 3, 3_210, 4.0, False),
        WhatIf("stubs", 3, 3_210, 4.0, False),
    )


def test_a_reply_that_was_asked_for_again_is_sent_once_more_once_for_each_call() -> None:
    rounds = [a_round(1, 2_000, 0, 40, requests=2), a_round(2, 1_000, 20, 60)]
    parallel = what_if(a_run(rounds, [a_call(1, "a", 10), a_call(1, "b", 20)]))[0]
    assert (parallel.requests, parallel.input_tokens) == (4, 2_040 + 1_080 + 1_020 + 20)


def test_calls_after_which_nothing_was_asked_any_more_count_by_their_estimates() -> None:
    parallel = what_if(a_run([a_round(1, 1_000, 0, 20)], [a_call(1, "a", 10), a_call(1, "b", 20)]))[0]
    assert (parallel.requests, parallel.input_tokens) == (2, 1_020 + 1_030)


def test_a_remembered_call_would_have_run_as_long_as_the_first_time_and_taken_no_token_more() -> None:
    rounds = [a_round(1, 1_000, 0, 20), a_round(2, 1_000, 20, 50), a_round(3, 1_000, 70, 50)]
    run = a_run(rounds, [a_call(1, "a", 10, 2.0), a_call(2, "a", 10, 0.0, cached=True)])
    assert what_if(run)[1] == WhatIf("memory", 3, 3_210, 6.0, True)


def test_what_was_left_out_would_have_been_sent_with_each_request() -> None:
    rounds = [a_round(1, 1_000, 0, 20, left_out=300), a_round(2, 2_000, 40, 50, left_out=500, requests=2)]
    assert what_if(a_run(rounds, []))[2] == WhatIf("stubs", 3, 1_020 + 2_090 + 300 + 2 * 500, 4.0, True)


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        ("The sum is **128**.", "128", True),
        ("合計は１２８個です", "128", True),
        ("1128", "128", False),
        ("1281", "128", False),
        ("128.5", "128", False),
        ("0.128", "128", False),
        ("It is 1,280.", "1280", True),
        ("It is 1280.", "1,280", True),
        ("1,128 in all", "128", False),
        ("58,23,47", "23", True),
        ("The Harbour\n  Wall", "harbour wall", True),
        ("The harbour", "harbour wall", False),
        ("", "128", False),
        ("128", "", None),
        ("128", "  ", None),
    ],
)
def test_an_answer_is_right_when_the_expected_text_stands_in_it_and_a_number_as_a_whole(
    answer: str, expected: str, right: bool | None
) -> None:
    assert is_right(answer, expected) is right


def test_figures_are_spread_from_the_least_to_the_most() -> None:
    assert spread([3, 1, 8, 2]) == Spread(2.5, 1, 8)
    assert spread([5.0]) == Spread(5.0, 5.0, 5.0)
