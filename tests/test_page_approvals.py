"""Asking first, undo, diffs and pictures in the page, with a scripted model behind the real client."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import Chat, chat, running_app
from playwright.sync_api import Browser, Locator
from replies import Reply, calls, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

OLD, NEW = "It was built in 1931.\n", "It was built in 1932.\n"
RED_40_BY_30 = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAAK0lEQVR42u3NMQ0AAAgDsEmZfxVIQwYcTfo3056IWCwWi8VisVgs"
    "Fov/xgu+7rA96jsSHQAAAABJRU5ErkJggg=="
)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("approvals") / "work"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened


@pytest.fixture
def wall(work: Path) -> Path:
    """A file that the model is going to replace."""
    path = work / "wall.txt"
    path.write_text(OLD, encoding="utf-8")
    return path


def overwrite(name: str = "wall.txt", text: str = NEW) -> Reply:
    return calls(("write_file", {"file_path": name, "text": text}))


def button(tab: Chat, name: str) -> Locator:
    return tab.page.get_by_role("button", name=name, exact=True)


def ask(tab: Chat, text: str = "change wall.txt") -> None:
    """Sends a question whose turn stops at a question of the app."""
    tab.send(text)
    tab.page.locator(".folio-choices").wait_for()


def focused(tab: Chat) -> str:
    return str(tab.page.evaluate("document.activeElement.textContent"))


def test_a_change_waits_in_its_own_step_until_it_is_allowed(tab: Chat, model: ScriptedServer, wall: Path) -> None:
    model.play(overwrite(), say("Done."))
    ask(tab)
    assert "waiting for your answer" in tab.rows()[0]
    assert tab.page.locator("#stop-button").count() == 1
    assert tab.page.locator(".hljs-deletion").inner_text().strip() == f"-{OLD.strip()}"
    assert tab.page.locator(".hljs-addition").inner_text().strip() == f"+{NEW.strip()}"
    assert wall.read_text(encoding="utf-8") == OLD
    button(tab, "Allow").click()
    tab.wait_until_idle()
    assert (tab.answer(), wall.read_text(encoding="utf-8")) == ("Done.", NEW)
    assert tab.page.locator(".folio-question").inner_text() == "Allowed"
    assert focused(tab) == "Allowed"
    assert button(tab, "Undo write_file wall.txt").count() == 1
    # The page compiles these parts itself: its policy has to let it, and nothing comes from outside.
    assert (tab.complaints, tab.outside) == ([], [])


def test_a_denied_change_is_told_with_its_reason_and_is_no_failure(
    tab: Chat, model: ScriptedServer, wall: Path
) -> None:
    model.play(overwrite(), say("Left as it is."))
    ask(tab)
    tab.page.get_by_label("Reason (optional)").fill("ask  Mori\nfirst")
    button(tab, "Deny").click()
    tab.wait_until_idle()
    assert wall.read_text(encoding="utf-8") == OLD
    assert tab.rows() == ["⊘ Asked to overwrite wall.txt: denied, “ask Mori first”"]
    assert tab.page.locator(".fill-destructive").count() == 0
    assert tab.page.locator(".folio-question").inner_text() == "Not allowed: ask Mori first"
    assert tab.page.locator(".folio-undo").count() == 0
    assert "ask Mori first" in model.requests[-1].text


def test_the_keyboard_reaches_every_choice_and_enter_in_the_reason_decides_nothing(
    tab: Chat, model: ScriptedServer, wall: Path
) -> None:
    model.play(overwrite(), say("Left as it is."))
    ask(tab)
    group = tab.page.get_by_role("group", name="Allow write_file wall.txt?")
    group.get_by_label("Reason (optional)").focus()
    tab.page.keyboard.type("no")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_timeout(300)
    assert (group.get_attribute("data-state"), wall.read_text(encoding="utf-8")) == ("waiting", OLD)
    tab.page.keyboard.press("Tab")
    assert focused(tab) == "Allow"
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Enter")
    tab.wait_until_idle()
    assert focused(tab) == "Not allowed: no"


def test_what_is_allowed_for_the_conversation_is_not_asked_about_again(
    tab: Chat, model: ScriptedServer, wall: Path
) -> None:
    model.play(calls(("read_file", {"file_path": "wall.txt"})), overwrite(), say("One."))
    ask(tab)
    button(tab, "Allow for this conversation").click()
    tab.wait_until_idle()
    assert tab.page.locator(".folio-question").inner_text() == "Allowed for this conversation"
    model.play(overwrite(text=OLD), say("Two."))
    assert tab.ask("change wall.txt back") == "Two."
    assert wall.read_text(encoding="utf-8") == OLD


def test_stop_takes_the_question_away(tab: Chat, model: ScriptedServer, wall: Path) -> None:
    model.play(overwrite(), say("never"))
    ask(tab)
    tab.press_stop()
    assert tab.rows()[0].startswith("■ Could not write wall.txt: stopped")
    assert tab.page.locator(".folio-question button").count() == 0
    assert (tab.answer(), wall.read_text(encoding="utf-8")) == ("Stopped.", OLD)


def test_a_question_outlives_a_lost_connection(
    browser: Browser, address: str, model: ScriptedServer, wall: Path
) -> None:
    model.play(overwrite(), say("Done."))
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        ask(tab)
        tab.page.get_by_label("Reason (optional)").fill("half a rea")
        with tab.page.expect_event("websocket", timeout=20_000):
            line.cut()
            tab.page.wait_for_timeout(500)
            line.mend()
        tab.page.wait_for_timeout(1500)
        assert tab.page.get_by_label("Reason (optional)").input_value() == "half a rea"
        assert tab.page.locator("#stop-button").count() == 1
        button(tab, "Allow").click()
        tab.wait_until_idle()
        assert (tab.answer(), wall.read_text(encoding="utf-8")) == ("Done.", NEW)


def test_a_question_asked_while_the_connection_was_lost_is_there_afterwards(
    browser: Browser, address: str, model: ScriptedServer, wall: Path
) -> None:
    model.play(overwrite(), say("Done."))
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        model.play(say("ok"), calls(("write_file", {"file_path": "wall.txt", "text": NEW}), before=1.5), say("Done."))
        tab.ask("hello")
        tab.send("change wall.txt")
        tab.page.wait_for_timeout(500)
        line.cut()
        tab.page.wait_for_timeout(2500)
        line.mend()
        button(tab, "Allow").click(timeout=20_000)
        tab.wait_until_idle()
        assert (tab.answer(), wall.read_text(encoding="utf-8")) == ("Done.", NEW)
        assert len(tab.rows()) == 1


def test_only_a_whole_answer_counts_and_only_once(tab: Chat, model: ScriptedServer, wall: Path, address: str) -> None:
    model.play(overwrite(), say("Left as it is."))
    ask(tab)
    tab.page.route("**/project/action", lambda route: route.abort())
    with tab.page.expect_request("**/project/action") as sent:
        button(tab, "Deny").click()
    tab.page.get_by_text("Your answer did not get through.").wait_for()
    tab.page.unroute("**/project/action")
    body: dict[str, Any] = sent.value.post_data_json or {}
    allow = {**body["action"]["payload"], "allowed": True}

    def state(payload: dict[str, Any]) -> str:
        data = {"sessionId": body["sessionId"], "action": {"name": "decide", "payload": payload}}
        answer = tab.page.request.post(f"{address}/project/action", data=data)
        return str(answer.json()["response"]["state"])

    wrongs: list[tuple[str, object]] = [
        ("id", "made up"),
        ("id", 1),
        ("allowed", "yes"),
        ("allowed", 1),
        ("reason", []),
    ]
    for name, value in wrongs:
        assert state({**allow, name: value}) == "gone"
    assert tab.page.locator(".folio-choices").count() == 1
    button(tab, "Deny").click()
    tab.wait_until_idle()
    assert state(allow) == "gone"
    assert wall.read_text(encoding="utf-8") == OLD


def test_undo_brings_the_old_bytes_back_and_can_itself_be_undone_turns_later(
    tab: Chat, model: ScriptedServer, wall: Path
) -> None:
    model.play(overwrite(), say("Done."), say("Something else."))
    ask(tab)
    button(tab, "Allow").click()
    tab.wait_until_idle()
    tab.ask("and now?")
    button(tab, "Undo write_file wall.txt").click()
    tab.page.get_by_text("Undone").wait_for()
    assert (wall.read_text(encoding="utf-8"), focused(tab)) == (OLD, "Undone")
    assert button(tab, "Undo write_file wall.txt").count() == 0
    assert tab.rows()[-1].startswith("Undid: wall.txt is as it was before · ")
    row = tab.steps.first.locator("button").first
    row.click()
    row.click()
    tab.page.get_by_text("Undone").wait_for()
    tab.ask("and now?")
    tab.open_step(1)
    button(tab, "Undo undo wall.txt").click()
    tab.page.wait_for_function("document.querySelectorAll('.folio-undo[data-state=undone]').length === 2")
    assert wall.read_text(encoding="utf-8") == NEW


def test_an_undo_that_would_lose_a_later_change_is_refused_with_what_changed(
    tab: Chat, model: ScriptedServer, wall: Path
) -> None:
    model.play(overwrite(), say("Done."))
    ask(tab)
    button(tab, "Allow").click()
    tab.wait_until_idle()
    wall.write_text("It fell down.\n", encoding="utf-8")
    button(tab, "Undo write_file wall.txt").click()
    tab.page.get_by_text("Not undone: changed meanwhile.").wait_for()
    assert wall.read_text(encoding="utf-8") == "It fell down.\n"
    refused = tab.steps.last
    assert refused.inner_text().startswith("✗ Could not undo the change to wall.txt: changed meanwhile")
    assert "It fell down." in refused.locator("code.language-diff").inner_text()
    wall.write_text(NEW, encoding="utf-8")
    button(tab, "Undo write_file wall.txt").click()
    tab.page.get_by_text("Undone", exact=True).wait_for()
    assert wall.read_text(encoding="utf-8") == OLD


def test_undo_says_that_it_waits_for_the_end_of_the_turn(tab: Chat, model: ScriptedServer, wall: Path) -> None:
    model.play(overwrite(), say("slow " * 100, between=0.1))
    ask(tab)
    button(tab, "Allow").click()
    button(tab, "Undo write_file wall.txt").click()
    tab.page.get_by_text("Not undone yet").wait_for()
    assert wall.read_text(encoding="utf-8") == NEW
    tab.press_stop()
    button(tab, "Undo write_file wall.txt").click()
    tab.page.get_by_text("Undone", exact=True).wait_for()


def test_a_new_file_needs_no_question_and_shows_what_was_written(tab: Chat, model: ScriptedServer, work: Path) -> None:
    (work / "new.txt").unlink(missing_ok=True)
    model.play(overwrite("new.txt", "one\n```\ntwo\n"), say("Done."))
    assert tab.ask("write new.txt") == "Done."
    opened = tab.open_step(0)
    assert '"file_path": "new.txt"' in opened
    assert tab.page.locator(".hljs-addition").all_inner_texts() == ["+one", "+```", "+two"]
    button(tab, "Undo write_file new.txt").click()
    tab.page.get_by_text("Undone", exact=True).wait_for()
    assert not (work / "new.txt").exists()


def test_a_picture_that_was_read_is_shown_in_its_step(tab: Chat, model: ScriptedServer, work: Path) -> None:
    (work / "red.png").write_bytes(RED_40_BY_30)
    model.play(calls(("read_file", {"file_path": "red.png"})), say("A red picture."))
    tab.ask("what is in red.png?")
    tab.open_step(0)
    shown = tab.page.locator("img[alt='red.png']")
    shown.wait_for()
    assert shown.evaluate("async image => { await image.decode(); return image.naturalWidth; }") == 40


@pytest.mark.parametrize(
    ("locale", "row"),
    [("en-US", "Read wall.txt, 1 line · as read before"), ("ja-JP", "wall.txt を読みました（1 行）· 前回の結果")],
)
def test_a_result_that_was_remembered_says_so(
    browser: Browser, address: str, model: ScriptedServer, wall: Path, locale: str, row: str
) -> None:
    read = calls(("read_file", {"file_path": "wall.txt"}))
    model.play(read, read, say("1931."))
    with chat(browser, address, locale=locale) as tab:
        tab.ask("when was it built?")
        assert tab.rows()[1].replace("） ·", "）·") == row


def test_on_a_japanese_phone_the_whole_question_is_in_sight(
    browser: Browser, address: str, model: ScriptedServer, wall: Path
) -> None:
    wall.write_text("".join(f"line {number}\n" for number in range(200)), encoding="utf-8")
    model.play(overwrite(), say("変更しました。"))
    with chat(browser, address, locale="ja-JP", width=390, height=844) as tab:
        ask(tab, "wall.txt を書き換えて")
        tab.page.wait_for_timeout(800)
        composer = tab.page.locator("#message-composer").bounding_box()
        for name in ("許可", "拒否", "この会話では常に許可"):
            box = button(tab, name).bounding_box()
            assert box and composer
            assert box["y"] > 60 and box["y"] + box["height"] < composer["y"] and box["height"] >= 44
        assert tab.page.evaluate("document.documentElement.scrollWidth") == 390
        button(tab, "許可").click()
        tab.wait_until_idle()
        assert tab.page.locator(".folio-question").inner_text() == "許可しました"


def test_a_script_that_stands_in_the_page_is_not_run(tab: Chat) -> None:
    ran = tab.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = true';"
        " document.body.append(s); return window.ran === true; }"
    )
    assert ran is False
