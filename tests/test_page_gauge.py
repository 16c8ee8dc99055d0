"""The line of figures under an answer and the gauge of the model's window beside the message box."""

from collections.abc import Iterator

import pytest
from page import Chat, chat, running_app
from playwright.sync_api import Browser, expect
from replies import calls, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

LONG = "The harbour wall was built in 1931.\n" * 400


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = tmp_path_factory.mktemp("gauge") / "work"
    work.mkdir()
    (work / "wall.txt").write_text(LONG)
    given = {"OPENAI_BASE_URL": model.url, "MODEL": "first", "MODEL_PRICE": "1.00,2.00", "CONTEXT_WINDOW": "8000"}
    with running_app(work, work.parent / "app.log", **given) as url:
        yield url


def share(tab: Chat) -> int:
    return int(tab.page.locator("#folio-gauge").inner_text().removesuffix("%"))


def test_the_gauge_fills_up_warns_and_tells_of_what(browser: Browser, address: str, model: ScriptedServer) -> None:
    model.play(calls(("read_file", {"file_path": "wall.txt"}), usage=(2100, 30)), say("1931.", usage=(7100, 20)))
    with chat(browser, address) as tab:
        page, meter = tab.page, tab.page.get_by_role("meter", name="Room in the model's window")
        expect(meter).to_have_attribute("aria-valuemax", "8000")
        before = share(tab)
        tab.ask("When was it built?")
        assert "2 requests · 1 tool call · 9,200 tokens in · 50 out" in tab.figures()
        assert tab.figures().endswith("about $0.0093")
        expect(page.locator("#folio-gauge")).to_have_attribute("data-full", "nearly")
        assert share(tab) >= 80 > before
        assert "of 8,000 tokens. Nearly full" in (meter.get_attribute("aria-valuetext") or "")
        page.get_by_role("button", name="What takes the room").press("Enter")
        room = page.locator("#folio-room")
        expect(room).to_be_focused()
        assert room.locator("dt").all_inner_texts() == [
            "Instructions and tools",
            "Conversation",
            "Results of tools",
            "Left",
        ]
        tokens = [int(text.replace(",", "")) for text in room.locator("dd").all_inner_texts()]
        assert sum(tokens) == 8000
        expect(room).to_contain_text("as the server counts them")
        page.keyboard.press("Escape")
        expect(room).to_be_hidden()
        expect(page.get_by_role("button", name="What takes the room")).to_be_focused()


def test_in_japanese_on_a_phone_in_the_dark_and_again_after_a_reload(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    model.play(say("1931 年です。", usage=None))
    with chat(browser, address, "ja-JP", 390, 844) as tab:
        tab.page.emulate_media(color_scheme="dark")
        tab.ask("いつ建てられましたか？")
        assert "リクエスト 1 回 · ツール 0 回 · 入力" in tab.figures()
        assert tab.figures().endswith("ドル")
        full = share(tab)
        tab.page.reload()
        meter = tab.page.get_by_role("meter", name="モデルのウィンドウの使用量")
        expect(meter).to_have_text(f"{full} %")
        tab.page.get_by_role("button", name="ウィンドウの内訳を表示").click()
        room = tab.page.locator("#folio-room")
        expect(room).to_be_in_viewport(ratio=1)
        expect(room).to_contain_text("トークン数（推定）")
        assert tab.page.evaluate("document.documentElement.scrollWidth") == 390
