"""What becomes of a turn, or a check of the model, that nobody looks at any more."""

import asyncio

from app.ui.session.page import Page

_waiting: set[asyncio.Task[None]] = set()


def leave_alone(page: Page, seconds: float) -> None:
    """A session that shows `page` has gone: what runs there ends unless the page is seen again in time."""
    waiting = asyncio.create_task(_end_unless_seen(page, seconds))
    _waiting.add(waiting)
    waiting.add_done_callback(_waiting.discard)


async def _end_unless_seen(page: Page, seconds: float) -> None:
    await asyncio.sleep(seconds)
    if not page.screens.are_seen:
        page.stop()
