"""A limit on what is spent, on the page: a question in a row of its own, which is answered there."""

from collections.abc import Iterator

import pytest
from page import chat, running_app
from playwright.sync_api import Browser
from replies import say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = tmp_path_factory.mktemp("spending") / "work"
    work.mkdir()
    given = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted", "MODEL_PRICE": "1.00,2.00"}
    with running_app(work, work.parent / "app.log", **given, MAX_DAY_COST="0.005", AT_LIMIT="ask") as url:
        yield url


def test_at_a_limit_the_person_is_asked_in_any_conversation_of_the_day(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    model.play(say("Yes.", usage=(4_800, 100)))
    with chat(browser, address) as tab:
        told = tab.ask("Hello")
        assert ("$0.005 for one day are used" in told, "you are asked whether to go on" in told) == (True, True)
        answers = tab.page.get_by_text("Yes.", exact=True)
        assert answers.count() == 1
        tab.send("Hello again")
        question = tab.page.get_by_role("group", name="Allow more cost for today?")
        question.wait_for()
        assert tab.rows() == ["More cost for today · waiting for your answer"]
        asked = tab.steps.first.inner_text()
        assert "Of the $0.005 for today, $0.005 are used." in asked
        assert "the limit for today is $0.01 from here on" in asked
        assert question.get_by_role("button").all_inner_texts() == ["Allow", "Deny"]
        assert tab.page.locator("#stop-button").count() == 1
        question.get_by_role("button", name="Allow", exact=True).click()
        tab.wait_until_idle()
        assert (answers.count(), len(model.requests)) == (2, 2)
        assert tab.rows()[0].startswith("The limit was raised")
        assert "The limit for today is $0.01." in tab.steps.first.inner_text()
        assert tab.complaints == []
    with chat(browser, address, locale="ja-JP") as tab:
        tab.send("もう一度お願いします")
        question = tab.page.get_by_role("group", name="今日で使える費用の追加 を許可しますか？")
        question.get_by_role("button", name="拒否").click()
        tab.wait_until_idle()
        assert "1日あたりの費用の上限（$0.01）を使い切りました（$0.01 を使用）。" in tab.answer()
        assert (len(model.requests), tab.rows()) == (2, ["⊘ 今日で使える費用の追加：拒否しました"])
