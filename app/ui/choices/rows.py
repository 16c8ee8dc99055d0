"""A row for each of several things that run one after the other, until they are stopped."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeVar

import chainlit as cl
from chainlit.utils import utc_now

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """What a row reads: its `name`, and what is in it, which is what is asked at first, and then what came of it."""

    name: str
    text: str
    failed: bool = False


async def show_rows(begun: Sequence[Row], coming: AsyncGenerator[T, None], icon: str, came: Callable[[T], Row]) -> None:
    """Begins each row in turn, and ends it as `came` tells of what is `coming` next."""
    async with aclosing(coming):
        for row in begun:
            shown = await _begin(row, icon)
            try:
                result = await anext(coming)
            except asyncio.CancelledError:
                shown.name = f"■ {row.name}"
                await _end(shown)
                raise
            ended = came(result)
            shown.name, shown.output, shown.is_error = ended.name, ended.text, ended.failed
            await _end(shown)


async def _begin(row: Row, icon: str) -> cl.Step:
    run = cl.context.current_run
    shown = cl.Step(row.name, "tool", parent_id=run.id if run else None, icon=icon)
    shown.input = row.text
    shown.show_input = "text"
    shown.start = utc_now()
    await shown.send()
    return shown


async def _end(shown: cl.Step) -> None:
    shown.end = utc_now()
    await shown.update()
