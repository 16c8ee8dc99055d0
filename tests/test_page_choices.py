"""What a person can choose on the page: settings, profiles, commands, names of files, first questions."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import Chat, chat, running_app
from playwright.sync_api import Browser, Page, expect
from replies import calls, say
from scripted_server import ScriptedServer

from app.settings import PROJECT

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("choices") / "work"
    shutil.copytree(PROJECT / "work", folder)
    (folder / "zebra crossing.md").write_text("# Zebras\n\nThey cross.\n")
    return folder


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    given = {"OPENAI_BASE_URL": model.url, "MODEL": "first", "MODEL_PRICE": "1.00,2.00"}
    with running_app(work, work.parent / "app.log", **given) as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened


@pytest.fixture(autouse=True)
def nothing_chosen(work: Path) -> None:
    shutil.rmtree(f"{work}-data/choices", ignore_errors=True)


def settings(page: Page, **values: str) -> None:
    """Fills boxes of the settings panel and confirms."""
    page.locator("#chat-settings-open-modal:not([disabled])").click()
    for name, value in values.items():
        page.locator(f"#chat-settings #{name}").fill(value)
    page.click("#confirm")
    page.locator("#chat-settings").wait_for(state="detached")


def kept(work: Path) -> dict[str, object]:
    (found,) = Path(f"{work}-data/choices").iterdir()
    read: dict[str, object] = json.loads(found.read_text())["settings"]
    return read


def test_what_is_chosen_holds_from_the_next_question_on_is_told_and_is_kept(
    tab: Chat, model: ScriptedServer, work: Path
) -> None:
    model.play(say("Yes."))
    expect(tab.page.locator("#chat-settings")).to_have_count(0)
    settings(tab.page, other_model="second", temperature="0.5")
    tab.page.get_by_text("Saved: Model: second, Temperature: 0.5.").wait_for()
    expect(tab.page.locator("#folio-model")).to_have_text("second")
    tab.ask("Is it so?")
    assert (model.bodies[-1]["model"], model.bodies[-1]["temperature"]) == ("second", 0.5)
    settings(tab.page, temperature="", max_rounds="3")
    told = "From the next question on: Temperature: not sent, Requests for one question, at most: 3."
    tab.page.get_by_text(told).wait_for()
    tab.ask("And now?")
    assert "temperature" not in model.bodies[-1]
    assert kept(work) == {"model": "second", "max_rounds": 3}
    tab.page.reload()
    expect(tab.page.locator("#folio-model")).to_have_text("second")


def test_a_bad_value_is_refused_with_the_reason_and_the_old_one_stays(browser: Browser, address: str) -> None:
    with chat(browser, address, "ja-JP", 390, 844) as tab:
        settings(tab.page, max_rounds="0", temperature="熱い", max_turn_tokens="5000")
        refused = tab.page.locator("[data-sonner-toast]").filter(has_text="変更できませんでした")
        expect(refused).to_contain_text("「温度」は、数値を入力してください")
        expect(refused).to_contain_text("「1つの質問あたりのリクエスト数の上限」は、1 以上にしてください")
        tab.page.locator("#chat-settings-open-modal").click()
        for name, value in {"max_rounds": "20", "temperature": "", "max_turn_tokens": "5000"}.items():
            expect(tab.page.locator(f"#chat-settings #{name}")).to_have_value(value)
        assert tab.page.evaluate("document.documentElement.scrollWidth") == 390


def test_reset_puts_the_apps_own_settings_into_the_form_to_be_confirmed(tab: Chat, work: Path) -> None:
    page, form = tab.page, tab.page.locator("#chat-settings")
    opened = page.locator("#chat-settings-open-modal:not([disabled])")
    opened.click()
    page.fill("#chat-settings #max_rounds", "5")
    page.click("#chat-settings #steps")
    page.get_by_role("option", name="Only tools").click()
    page.click("#confirm")
    page.get_by_text("Saved: Requests for one question, at most: 5.").wait_for()
    for end in ("Cancel", "OK"):
        opened.click()
        expect(form.locator("#max_rounds")).to_have_value("5")
        expect(form.locator("#steps")).to_have_text("Only tools")
        form.get_by_role("button", name="Reset").click()
        expect(form.locator("#max_rounds")).to_have_value("20")
        expect(form.locator("#steps")).to_have_text("All")
        form.get_by_role("button", name=end).click()
        form.wait_for(state="detached")
        if end == "Cancel":
            assert kept(work) == {"max_rounds": 5}
    page.get_by_text("Saved: Requests for one question, at most: 20.").wait_for()
    expect(page.locator("html")).to_have_attribute("data-steps", "all")
    assert kept(work) == {}


def test_the_models_to_choose_from_are_the_servers_and_steps_can_be_hidden(tab: Chat, model: ScriptedServer) -> None:
    model.play(calls(("list_directory", {})), say("Three papers."))
    page = tab.page
    page.locator("#chat-settings-open-modal:not([disabled])").click()
    page.click("#chat-settings #model")
    page.get_by_role("option", name="scripted").click()
    page.click("#chat-settings #steps")
    page.get_by_role("option", name="None").click()
    page.click("#confirm")
    expect(page.locator("html")).to_have_attribute("data-steps", "none")
    assert tab.ask("What is there?") == "Three papers."
    assert model.bodies[-1]["model"] == "scripted"
    expect(tab.steps).to_have_count(1)
    expect(tab.steps).to_be_hidden()


def test_answers_come_in_the_chosen_language(tab: Chat, model: ScriptedServer) -> None:
    model.play(calls(("list_directory", {})), say("三つの論文があります。"))
    page = tab.page
    page.locator("#chat-settings-open-modal:not([disabled])").click()
    page.locator("#chat-settings #answer_language").click()
    page.get_by_role("option", name="Japanese").click()
    page.fill("#chat-settings #max_rounds", "1")
    page.click("#confirm")
    assert "1つの質問あたりの上限（1回のリクエスト）に達したため" in tab.ask("What is there?")
    assert "Answer in Japanese" in model.requests[0].text


def test_a_profile_is_what_a_chat_begins_with(tab: Chat, model: ScriptedServer, work: Path) -> None:
    model.play(calls(("write_file", {"file_path": "new.txt", "text": "x"})), say("It cannot be written."))
    page = tab.page
    saving = page.get_by_role("button", name="and save it as")
    expect(saving).to_be_visible()
    page.click("#chat-profiles")
    page.get_by_role("option", name="Read only").click()
    expect(page.locator("#chat-profiles")).to_have_text("Read only")
    expect(saving).to_have_count(0)
    expect(page.get_by_role("button", name="What is the title of")).to_be_visible()
    page.locator("#chat-settings-open-modal:not([disabled])").click()
    expect(page.locator("#chat-settings #approval")).to_have_text("Nothing can be changed")
    page.keyboard.press("Escape")
    tab.ask("Write new.txt")
    assert "read-only" in tab.rows()[0]
    assert not (work / "new.txt").exists()
    assert "write_file" not in json.dumps(model.bodies[0].get("tools"))
    page.click("#chat-profiles")
    page.get_by_role("option", name="Built-in helper").click()
    page.get_by_role("dialog").get_by_role("button", name="OK").click()
    expect(page.locator("#folio-model")).to_contain_text("Built-in helper")
    asked = len(model.requests)
    assert "Built-in helper" not in tab.ask("What is in the work folder?")
    assert len(model.requests) == asked


def test_a_command_is_chosen_by_keyboard_and_a_name_completed(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("Done."))
    page, box = tab.page, tab.page.locator("#chat-input")
    page.locator("#command-button").wait_for()
    box.press_sequentially("/rea")
    page.locator(".command-item").wait_for()
    box.press("Enter")
    names = page.locator("#folio-names [role='option']")
    box.press_sequentially("zeb")
    offered_for(page, "zeb")
    expect(names).to_have_text(["zebra crossing.md"])
    expect(box).to_have_attribute("aria-activedescendant", "folio-name-0")
    box.press("Enter")
    expect(box).to_have_value("zebra crossing.md")
    expect(names.first).to_be_hidden()
    box.press("Enter")
    tab.wait_until_idle()
    expect(page.get_by_text("Done.")).to_be_visible()
    assert model.requests[-1].messages[-1]["content"] == 'Read "zebra crossing.md"'


@pytest.mark.parametrize(
    ("locale", "said", "stopped"),
    [("en-US", "What is in the work folder?", "Stopped."), ("ja-JP", "work フォルダには何がありますか？", "停止")],
)
def test_a_command_alone_says_what_it_does_can_be_stopped_and_names_the_conversation(
    browser: Browser, address: str, model: ScriptedServer, locale: str, said: str, stopped: str
) -> None:
    model.play(say("slow " * 200, between=0.2))
    with chat(browser, address, locale) as tab:
        pick(tab, "list")
        tab.page.locator("#chat-submit:not([disabled])").click()
        tab.press_stop()
        assert stopped in tab.answer()
        assert said in tab.page.locator('[data-step-type="user_message"]').inner_text()
        expect(tab.page.locator("#thread-history")).to_contain_text(said)
        assert [message["content"] for message in model.requests[0].messages if message["role"] == "user"] == [said]
        tab.page.reload()
        expect(tab.page.locator('[data-step-type="user_message"]')).to_contain_text(said)


def pick(tab: Chat, command: str) -> None:
    """Picks a command from the list in the message box."""
    tab.page.locator("#command-button").wait_for()
    tab.page.fill("#chat-input", f"/{command}")
    tab.page.locator(".command-item").wait_for()
    tab.page.press("#chat-input", "Enter")


def test_a_command_that_waits_is_sent_as_that_command(tab: Chat, model: ScriptedServer) -> None:
    page = tab.page
    model.play(say("slow " * 20, between=0.2), say("One."), say("Two."), say("Three."))
    tab.send("hello")
    page.locator("#stop-button").wait_for()
    pick(tab, "summarize")
    page.locator("#chat-input").press_sequentially("paper1.txt")
    expect(page.locator("#folio-names [role='option']")).to_have_count(1)
    page.press("#chat-input", "Enter")
    page.fill("#chat-input", "and you")
    page.press("#chat-input", "Enter")
    waiting = page.locator("#folio-queue .folio-waiting-text")
    expect(waiting).to_have_text(["/summarize paper1.txt", "and you"])
    expect(waiting).to_have_count(0, timeout=20_000)
    tab.wait_until_idle()
    pick(tab, "read")
    page.press("#chat-input", "Enter")
    tab.wait_until_idle()
    asked = [body["messages"][-1]["content"] for body in model.bodies]
    assert asked == ["hello", "Summarize paper1.txt", "and you"]
    assert "/read paper1.txt" in tab.answer()


def test_one_enter_sends_a_command_whose_name_is_whole(tab: Chat, model: ScriptedServer) -> None:
    page, box = tab.page, tab.page.locator("#chat-input")
    names = page.locator("#folio-names [role='option']")
    model.play(*[say("Done.")] * 3)
    page.locator("#command-button").wait_for()
    for command, offered in (("/list stock", "stock"), ("/read paper1.txt ", "paper1.txt")):
        box.press_sequentially(command)
        expect(names.first).to_contain_text(offered)
        box.dispatch_event("compositionstart")
        box.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
        box.dispatch_event("compositionend")
        expect(names.first).to_be_visible()
        box.press("Enter")
        expect(box).to_have_value("")
        tab.wait_until_idle()
    box.press_sequentially("/read paper")
    offered_for(page, "paper")
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value("/read paper2.txt")
    asked = [body["messages"][-1]["content"] for body in model.bodies]
    assert asked == ["What is in the folder stock?", "Read paper1.txt"]


def offered_for(page: Page, typed: str) -> None:
    """Waits until the names in the list are those for what was `typed`."""
    expect(page.locator("#folio-names")).to_have_attribute("data-typed", typed)


@pytest.mark.parametrize("key", ["Tab", "Enter"])
def test_a_name_from_a_list_that_is_late_does_not_take_the_place_of_what_was_typed(
    tab: Chat, model: ScriptedServer, key: str
) -> None:
    page, box = tab.page, tab.page.locator("#chat-input")
    model.play(say("Done."))
    page.locator("#command-button").wait_for()
    box.press_sequentially("/read pape")
    offered_for(page, "pape")
    page.route("**/files/find?*", lambda _: None)
    box.press_sequentially("r2.txt")
    box.press(key)
    if key == "Tab":
        expect(box).to_have_value("/read paper2.txt")
        page.locator("#folio-names").wait_for()
        box.press("Enter")
    tab.wait_until_idle()
    assert [body["messages"][-1]["content"] for body in model.bodies] == ["Read paper2.txt"]


def test_no_names_are_offered_for_what_has_been_sent(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("Hello."), say("Done."))
    tab.ask("hello")
    tab.page.locator("#chat-input").press_sequentially("/read paper2.txt", delay=10)
    tab.page.press("#chat-input", "Enter")
    tab.page.get_by_text("Done.").wait_for()
    tab.wait_until_idle()
    assert tab.page.locator("#folio-names").is_hidden()


def test_names_are_offered_after_an_at_sign_and_in_quotes(tab: Chat) -> None:
    page, box = tab.page, tab.page.locator("#chat-input")
    names = page.locator("#folio-names [role='option']")
    page.locator("#command-button").wait_for()
    box.press_sequentially("Compare @pap")
    offered_for(page, "pap")
    expect(names).to_have_text(["paper1.txt", "paper2.txt", "paper3.txt"])
    box.press("ArrowDown")
    box.press("Tab")
    expect(box).to_have_value("Compare paper2.txt ")
    box.press_sequentially('with "zeb')
    expect(names).to_have_count(1)
    box.press("Escape")
    expect(names.first).to_be_hidden()
    box.press_sequentially("r")
    names.first.click()
    expect(box).to_have_value('Compare paper2.txt with "zebra crossing.md"')


def test_what_the_app_does_itself_asks_no_model(browser: Browser, address: str, model: ScriptedServer) -> None:
    model.play(say("Hello."))
    with chat(browser, address, "ja-JP") as tab:
        assert tab.ask("/undo") == "元に戻せる変更はありません。"
        assert "/read paper1.txt" in tab.ask("/read")
        assert "`/nonsense`" not in (told := tab.ask("/nonsense x"))
        assert "/nonsense というコマンドはなく" in told
        assert "/summarize – ファイルを要約" in told
        tab.ask("/export")
        links = tab.page.locator(".message-content a[href*='/folio/export/']")
        assert [link.inner_text() for link in links.all()] == ["Markdown", "JSON"]
        assert model.requests == []
        assert tab.ask("/stock is what?") == "Hello."


def test_first_questions_are_of_the_files_that_are_there(browser: Browser, address: str, work: Path) -> None:
    aside = work.parent / "aside"
    try:
        work.rename(aside)
        work.mkdir()
        (work / "minutes.md").write_text("# Minutes\n")
        with chat(browser, address) as tab:
            expect(tab.page.get_by_role("button", name="Summarize minutes.md and save it as")).to_be_visible()
        (work / "minutes.md").unlink()
        with chat(browser, address, "ja-JP") as tab:
            expect(tab.page.get_by_role("button", name="何ができますか？")).to_be_visible()
    finally:
        shutil.rmtree(work)
        aside.rename(work)


def test_enter_renames_a_conversation(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("Hello."))
    tab.ask("Good morning")
    page = tab.page
    page.locator("#thread-options").first.focus()
    page.keyboard.press("Enter")
    page.locator("#rename-thread").click()
    name = page.get_by_role("dialog").locator("#name")
    name.fill("Greetings")
    name.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True})
    expect(name).to_be_visible()
    name.press("Enter")
    expect(name).to_have_count(0)
    expect(page.locator("#thread-history")).to_contain_text("Greetings")
