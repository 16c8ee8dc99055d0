"""What a server's figures teach about the window, and what they must not teach."""

import pytest

from app.agent.model.budget import Budget
from app.overflow import Told


@pytest.fixture
def budget() -> Budget:
    return Budget(128_000, fixed=2_000)


def test_reports_correct_the_estimate(budget: Budget) -> None:
    for sent in (6_000, 12_000, 18_000):
        assert not budget.reported(sent, int((sent + 2_000) * 1.5))
    assert 28_000 <= budget.expected(18_000) <= 31_000


def test_a_stray_report_moves_the_estimate_within_bounds(budget: Budget) -> None:
    budget.reported(6_000, 8_000)
    budget.reported(7_000, 900_000)
    assert budget.factor <= 3


@pytest.mark.parametrize("reports", [(2_050,), (3_500, 2_050), (3_500, 4_000, 4_001)])
def test_a_server_that_drops_the_head_in_silence_is_noticed_once(budget: Budget, reports: tuple[int, ...]) -> None:
    sizes = (1_500, 6_000, 12_000)[-len(reports) :] if len(reports) < 3 else (1_500, 6_000, 12_000)
    noticed = [budget.reported(sent, tokens) for sent, tokens in zip(sizes, reports, strict=True)]
    assert noticed.count(True) == 1
    assert budget.window < 8_192
    assert not budget.reported(14_000, 2_050)


@pytest.mark.parametrize(
    "reports",
    [
        # as expected; little more than estimated; much less, as for a table of blanks
        [(5_000, 7_000), (9_000, 11_000)],
        [(5_000, 9_500), (9_000, 15_000)],
        [(5_000, 5_000), (9_000, 6_900)],
        # a table of blanks, cheap in tokens
        [(3_000, 4_900), (7_000, 5_900)],
        # nothing, or a figure that means nothing
        [(5_000, 0), (9_000, 0)],
        [(5_000, 100), (9_000, 100)],
        # only what is new to the prompt cache
        [(5_000, 7_000), (9_000, 4_000), (10_200, 1_210)],
        # less, since less was shown
        [(50_000, 52_000), (20_000, 22_000)],
    ],
)
def test_no_other_report_is_taken_for_a_cut(budget: Budget, reports: list[tuple[int, int]]) -> None:
    assert [budget.reported(sent, tokens) for sent, tokens in reports] == [False] * len(reports)
    assert budget.window == 128_000


@pytest.mark.parametrize("told", [Told(), Told(8_192), Told(8_192, 20_000), Told(None, 20_000), Told(1_000_000, 20)])
def test_after_a_refusal_less_is_sent_whatever_was_told(budget: Budget, told: Told) -> None:
    budget.refused(10_000, told)
    assert budget.room < 8_000
    before = budget.room
    budget.refused(before, told)
    assert budget.room < before


@pytest.mark.parametrize(
    ("reports", "window"),
    [
        # told truthfully at first: then the window is full, at once or by and by
        ([(5_000, 7_100), (10_700, 8_092), (10_720, 8_092)], 8_192),
        ([(5_000, 7_100), (8_000, 8_092), (8_050, 8_092), (8_100, 8_092)], 8_192),
        # whole messages are dropped, now a longer one, now a shorter
        ([(5_000, 7_100), (8_000, 8_050), (8_050, 8_092), (8_100, 8_020)], 8_192),
        # smaller than any that one would choose
        ([(20, 1_799), (5_100, 1_948), (5_200, 1_948)], 2_048),
    ],
)
def test_reports_that_grow_by_less_than_what_was_added_tell_of_a_cut_and_teach_nothing_else(
    budget: Budget, reports: list[tuple[int, int]], window: int
) -> None:
    budget.reported(*reports[0])
    factor = budget.factor
    assert [budget.reported(sent, tokens) for sent, tokens in reports[1:]].count(True) == 1
    assert budget.factor == factor
    assert budget.expected(budget.room) <= window or budget.room < 1_000


def test_a_text_that_is_cheap_in_tokens_is_no_cut_once_the_reports_grow_again(budget: Budget) -> None:
    reports = [(5_000, 7_000), (9_000, 8_000), (9_040, 8_030), (9_400, 8_400), (12_000, 11_000)]
    assert not any(budget.reported(sent, tokens) for sent, tokens in reports)
    assert budget.window == 128_000


@pytest.mark.parametrize("first", [20, 600, 5_000])
def test_a_server_that_has_the_system_text_in_its_cache_from_before_cuts_nothing(budget: Budget, first: int) -> None:
    reports = [(first, first), (first + 4_000, 4_050), (first + 4_300, 310), (first + 9_000, 4_650)]
    assert not any(budget.reported(sent, tokens) for sent, tokens in reports)
    assert budget.window == 128_000


def test_a_window_that_was_told_is_kept(budget: Budget) -> None:
    budget.refused(100_000, Told(window=32_768))
    assert budget.expected(budget.room) <= 32_768 - 4_096


@pytest.mark.parametrize(("size", "factor"), [(29_500, 1), (20_000, 2)], ids=["with the answer", "of the input alone"])
def test_a_size_that_was_told_is_taken_with_the_answer_or_without_as_the_estimate_says(size: int, factor: int) -> None:
    budget = Budget(128_000, fixed=2_000, answer=20_000)
    budget.refused(8_000, Told(8_192, size))
    assert round(budget.factor) == factor


@pytest.mark.parametrize(
    ("window", "fixed"), [(1_000, 200), (4_096, 200), (8_192, 200), (32_768, 200), (128_000, 200), (2_048, 1_800)]
)
def test_what_is_sent_and_what_is_asked_for_fit_into_the_window_together(window: int, fixed: int) -> None:
    budget = Budget(window, fixed, answer=100_000)
    for shown in (0, budget.room // 2, budget.room):
        assert budget.expected(shown) + (budget.answer(budget.expected(shown)) or 0) <= window
