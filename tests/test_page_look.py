"""What the page looks like: its words in the reader's language, its room on every screen, its pictures."""

import os
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from page import Chat, chat, running_app
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect
from replies import calls, say
from scripted_server import ScriptedServer
from views import folder_for_views, views

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parent / "pictures"
# With UPDATE_PICTURES=1 in the environment the pictures are made anew: look at them before they are kept.
_UPDATE = os.environ.get("UPDATE_PICTURES") == "1"
# Kept small, and compared as seen from afar: fonts differ from machine to machine, and so do times.
_KEPT, _SEEN = 4, 6
_MOST_DIFFERENT = 12.0
# The list of conversations is that of whichever tests came before.
_UNSTABLE = "#thread-history, [role='dialog'] [cmdk-list] { visibility: hidden }"
# Names, keys, addresses, file names and what stands in code are the same in every language.
_NAMES = re.compile(
    r"Folio|scripted|OK|OpenAI|OPENAI_API_KEY|OPENAI_BASE_URL|MODEL|\.env|https?://\S+|Ctrl\s*\+?\s*K|me@example\.com"
    # commands,
    r"|^(?:list|export|check|compare)$|/?\b(?:read|search|summarize|undo)\b(?= に|$)"
    # and the kind of a box, which the style sheet shows by another name
    r"|^(?:json|text|diff|plaintext|python)$"
    r"|[\w./-]+\.(?:txt|md|env|csv)|read_file|write_file|draw_chart|work|uploads/|\d+ ?(?:KB|MB|B)\b"
)
_WORDS = """() => {
    const apart = "pre, code, script, style, #thread-history a, [role='dialog'] [cmdk-item], [role='tooltip']";
    const hidden = (node) => node.closest(apart) || !node.checkVisibility();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!hidden(node.parentElement)) found.push(node.data);
    }
    for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
        const named = ["aria-label", "title", "placeholder", "alt"].map((name) => node.getAttribute(name));
        if (!hidden(node)) found.push(...named);
    }
    return found.filter((text) => text?.trim());
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = folder_for_views(tmp_path_factory.mktemp("look") / "work")
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


def words(page: Page) -> list[str]:
    """Every text of the page, seen or read out, that is no name and not in code."""
    texts: list[str] = page.evaluate(_WORDS)
    return [_NAMES.sub("", text) for text in texts]


@pytest.mark.parametrize(("locale", "foreign"), [("ja-JP", r"[A-Za-z]{2,}"), ("en-US", r"[^\W\d_a-zA-Z]")])
def test_every_word_of_the_page_is_in_the_readers_language(
    browser: Browser, address: str, model: ScriptedServer, locale: str, foreign: str
) -> None:
    with chat(browser, address, locale) as tab:
        found = [
            (view, text) for view in views(tab, model, locale) for text in words(tab.page) if re.search(foreign, text)
        ]
    assert found == []


def test_a_reader_of_another_language_gets_english_alone(browser: Browser, address: str, model: ScriptedServer) -> None:
    with chat(browser, address, "fr-FR") as french, chat(browser, address, "en-US") as english:
        seen = {
            tab: [(view, words(tab.page)) for view, _ in zip(views(tab, model, "en-US"), range(3), strict=False)]
            for tab in (french, english)
        }
    assert seen[french] == seen[english]


@pytest.mark.parametrize("width", [390, 768, 1280, 1920, 2560])
def test_nothing_is_wider_than_the_screen_and_lines_stay_readable(
    browser: Browser, address: str, model: ScriptedServer, width: int
) -> None:
    wide = "| " + " | ".join(f"column {i}" for i in range(30)) + " |\n|" + "---|" * 30 + "\n| " + "value | " * 30 + "\n"
    text = f"{'A long line of an answer that goes on and on. ' * 12}\n\n{wide}\n\n```\n{'x' * 400}\n```\n"
    model.play(calls(("read_file", {"file_path": f"{'long' * 50}.txt"})), say(text))
    with chat(browser, address, width=width, height=900) as tab:
        tab.page.fill("#chat-input", "/")
        tab.page.locator(".command-item").last.wait_for()
        listed = tab.page.locator("#message-composer [cmdk-list][style*='--room']")
        expect(listed).to_be_in_viewport(ratio=1)
        assert not listed.evaluate("list => list.scrollWidth > list.clientWidth")
        assert listed.evaluate("list => list.scrollHeight > list.clientHeight") == (width not in (1280, 1920))
        tab.ask("show it")
        tab.open_step(0)
        over = tab.page.evaluate("""() => [...document.querySelectorAll(".step *")].filter((node) => {
            if (node.closest("pre, table, .sr-only, div:has(> table)")) return false;
            const box = node.getBoundingClientRect();
            return box.width && box.right > innerWidth + 1;
        }).map((node) => node.outerHTML.slice(0, 120))""")
        assert (over, tab.page.evaluate("document.documentElement.scrollWidth")) == ([], width)
        line = tab.page.locator(".ai-message .prose [role='article'], .ai-message .prose p").last.evaluate(
            "node => node.clientWidth / parseFloat(getComputedStyle(node).fontSize)"
        )
        assert line <= 60


@pytest.mark.parametrize(
    ("theme", "locale", "width"), [("light", "en-US", 1280), ("dark", "ja-JP", 1280), ("dark", "en-US", 390)]
)
def test_the_main_views_look_as_they_did(
    browser: Browser, address: str, model: ScriptedServer, theme: Any, locale: str, width: int
) -> None:
    size: Any = {"width": width, "height": 844}
    context = browser.new_context(locale=locale, viewport=size, color_scheme=theme, reduced_motion="reduce")
    tab = Chat(context.new_page(), address)
    different = {}
    for view in views(tab, model, locale):
        far = difference(tab.page, f"{view.replace(' ', '-')}-{theme}-{locale[:2]}-{width}.png")
        if far > _MOST_DIFFERENT:
            different[view] = round(far, 1)
    assert different == {}
    context.close()


def difference(page: Page, name: str) -> float:
    """How far the page is from its kept picture, of 255: the mean over the most different tenth of its places."""
    kept = PICTURES / name
    page.mouse.move(0, 0)
    # Where the page has scrolled to by itself depends on the moment.
    page.wait_for_timeout(700)
    page.evaluate("[...document.querySelectorAll('.step')].at(-1)?.scrollIntoView({ block: 'end' })")
    page.wait_for_timeout(300)
    taken = (
        Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide", style=_UNSTABLE)))
        .convert("RGB")
        .reduce(_KEPT)
    )
    if _UPDATE:
        PICTURES.mkdir(exist_ok=True)
        taken.save(kept, optimize=True)
        return 0.0
    before = Image.open(kept).convert("RGB")
    apart = ImageChops.difference(taken.reduce(_SEEN), before.reduce(_SEEN)).convert("L")
    most = sorted(apart.tobytes())[-max(1, apart.width * apart.height // 10) :]
    return sum(most) / len(most)
