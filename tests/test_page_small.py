"""The page on a phone: everything that can be pressed is in sight and large enough for a finger."""

from collections.abc import Iterator

import pytest
from page import Chat, app_on_samples, chat
from playwright.sync_api import Browser, Locator, expect

pytestmark = pytest.mark.browser

ALL = "Read paper3.txt from start to end and tell me all of it"
LONG = "And what did the engineers say about the cost of the repairs, compared with those of the year before?"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with app_on_samples(tmp_path_factory.mktemp("small")) as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address, width=390, height=844) as opened:
        yield opened


def size(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def test_every_way_on_the_list_of_parts_and_what_waits_are_in_sight(tab: Chat) -> None:
    tab.ask(ALL)
    offers = tab.page.locator(".folio-offers button")
    for offer in offers.all():
        # Where it ends is rounded to whole pixels: a tenth of one is out of sight now and then.
        expect(offer).to_be_in_viewport(ratio=0.99)
        assert size(offer)[1] >= 44
    assert offers.count() == 2
    offers.first.click()
    progress = tab.page.locator(".tasklist-mobile").get_by_text("of 6 parts")
    progress.wait_for()
    tab.page.fill("#chat-input", LONG)
    tab.page.press("#chat-input", "Enter")
    expect(progress).to_be_in_viewport(ratio=1)
    waits = tab.page.locator("#folio-queue li")
    text = waits.locator(".folio-waiting-text")
    assert text.evaluate("shown => shown.scrollHeight <= shown.clientHeight")
    for name in ("Add to this", "Take back"):
        button = waits.get_by_role("button", name=f"{name}: {LONG}")
        expect(button).to_have_text(name)
        expect(button).to_be_in_viewport(ratio=1)
        assert min(size(button)) >= 44
    assert tab.page.evaluate("document.documentElement.scrollWidth") == 390
    tab.press_stop()
    assert "Stopped." in tab.answer()
