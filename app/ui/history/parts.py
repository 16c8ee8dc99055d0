"""A conversation in parts: the newest is enough to go on with, and what came before is brought when it is asked for."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Tuple, func, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.schema import elements, steps
from app.ui.history.steps import Step, steps_in
from app.ui.history.stored_elements import elements_in
from app.ui.history.texts import MESSAGES

# How many steps a page opens with, and takes in at once later: each costs it up to 20 ms.
_NEWEST, _EARLIER = 60, 120

_place = tuple_(steps.c.created_at, steps.c.id)
_NEWEST_FIRST = (steps.c.created_at.desc(), steps.c.id.desc())
_TYPE = steps.c.body["type"].as_string()
_PARENT = steps.c.body["parentId"].as_string()
# "" for what belongs to no step.
_OWNER = func.coalesce(elements.c.body["forId"].as_string(), "")

Where = ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class Part:
    """Whole turns of a conversation, one after the other, with what belongs to them."""

    steps: list[Step]
    elements: list[dict[str, Any]]


async def newest_part_in(connection: AsyncConnection, thread_id: str) -> Part:
    """The newest turns, and the elements that belong to no step."""
    return await _part(connection, thread_id, [], _NEWEST, [""])


async def part_before_in(connection: AsyncConnection, thread_id: str, step_id: str) -> Part | None:
    """The turns right before a step; None where the conversation has no such step."""
    before = await _before(connection, thread_id, step_id)
    return None if before is None else await _part(connection, thread_id, [before], _EARLIER, [])


async def messages_before_in(connection: AsyncConnection, thread_id: str, step_id: str) -> int:
    """How many messages came before a step."""
    before = await _before(connection, thread_id, step_id)
    if before is None:
        return 0
    asked = select(func.count()).where(steps.c.thread_id == thread_id, before, _TYPE.in_(MESSAGES))
    return await connection.scalar(asked) or 0


async def _before(connection: AsyncConnection, thread_id: str, step_id: str) -> Where | None:
    named = select(steps.c.created_at).where(steps.c.thread_id == thread_id, steps.c.id == step_id)
    at = await connection.scalar(named)
    return None if at is None else _place < _given(at, step_id)


async def _part(
    connection: AsyncConnection, thread_id: str, within: list[Where], enough: int, owners: list[str]
) -> Part:
    own = [steps.c.thread_id == thread_id, *within]
    found = await steps_in(connection, *own, *await _newest(connection, own, enough))
    of_steps = _OWNER.in_([*owners, *(step["id"] for step in found)])
    return Part(found, await elements_in(connection, elements.c.thread_id == thread_id, of_steps))


async def _newest(connection: AsyncConnection, own: list[Where], enough: int) -> list[Where]:
    """What leaves of the steps only the newest turns that have `enough` of them together."""
    newest = select(steps.c.created_at, steps.c.id).order_by(*_NEWEST_FIRST).limit(1)
    last = (await connection.execute(newest.where(*own).offset(enough - 1))).one_or_none()
    if last is None:
        return []
    begins = (_TYPE == "user_message", _PARENT.is_(None))
    first = (await connection.execute(newest.where(*own, _place <= _given(*last), *begins))).one_or_none()
    return [] if first is None else [_place >= _given(*first)]


def _given(created_at: str, id: str) -> Tuple:
    return tuple_(literal(created_at), literal(id))
