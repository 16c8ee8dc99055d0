"""Pictures, files and buttons of conversations: a row each, and the bytes of those that have some on the disk."""

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from chainlit.element import Element
from chainlit.utils import utc_now
from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import elements

ADDRESS = "/folio/element"


@dataclass(frozen=True, slots=True)
class ElementFiles:
    """The files of elements below `folder`. Ids come from the page, too: a file is named by their digests."""

    folder: Path

    def file(self, thread_id: str, element_id: str) -> Path:
        """Where the bytes of an element are."""
        return self._of_thread(thread_id) / _digest(element_id)

    def keeping(self, element: Element) -> Callable[[], None] | None:
        """What copies the bytes of an element as it is now; None when it has none of its own."""
        if not has_bytes(element):
            return None
        path, content, file = element.path, element.content or b"", self.file(element.thread_id, element.id)
        given = content.encode("utf-8", "replace") if isinstance(content, str) else content
        return lambda: _write(file, _uploaded(Path(path)) if path else given)

    def forget(self, thread_id: str, element_id: str) -> None:
        """Removes the bytes of an element, if it has some."""
        self.file(thread_id, element_id).unlink(missing_ok=True)

    def forget_all(self, thread_id: str) -> None:
        """Removes the bytes of a conversation's elements."""
        shutil.rmtree(self._of_thread(thread_id), ignore_errors=True)

    def _of_thread(self, thread_id: str) -> Path:
        return self.folder / _digest(thread_id)


def has_bytes(element: Element) -> bool:
    """Whether there is more to keep of it than its row; of an element with buttons, that is its props."""
    return element.type != "custom" and bool(element.path or element.content)


def address_of(thread_id: str, element_id: str) -> str:
    """Where a page finds the bytes of an element."""
    return f"{ADDRESS}/{quote(thread_id, safe='')}/{quote(element_id, safe='')}"


def body_of(element: Element) -> dict[str, Any]:
    """What is kept of an element in its row: with an address of our own, since Chainlit's ends with the session."""
    own = address_of(element.thread_id, element.id)
    url = own if has_bytes(element) else element.url
    return {**element.to_dict(), "chainlitKey": None, "objectKey": None, "url": url}


async def put_element(connection: AsyncConnection, body: dict[str, Any]) -> None:
    """Keeps an element as it is now; one of another conversation is left as it is."""
    row = insert_into(elements, connection).values(
        id=body["id"], thread_id=body["threadId"], created_at=utc_now(), body=body
    )
    own = elements.c.thread_id == row.excluded.thread_id
    now = {"body": row.excluded.body}
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=now, where=own))


async def delete_element_in(connection: AsyncConnection, thread_id: str, element_id: str) -> None:
    """Removes an element of the conversation."""
    await connection.execute(_own(delete(elements), thread_id, element_id))


async def element_in(connection: AsyncConnection, thread_id: str, element_id: str) -> dict[str, Any] | None:
    """An element of the conversation."""
    found: dict[str, Any] | None = await connection.scalar(_own(select(elements.c.body), thread_id, element_id))
    return found


async def elements_in(connection: AsyncConnection, *where: ColumnElement[bool]) -> list[dict[str, Any]]:
    """The elements that `where` describes, in the order in which they came."""
    asked = select(elements.c.body).where(*where).order_by(elements.c.created_at, elements.c.id)
    return list(await connection.scalars(asked))


def _uploaded(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        # The session that it came in has ended; it will not come back.
        raise LookupError("an uploaded file is gone before it could be kept") from None


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = file.with_suffix(".new")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def _own(statement: Any, thread_id: str, element_id: str) -> Any:
    return statement.where(elements.c.thread_id == thread_id, elements.c.id == element_id)


def _digest(id: str) -> str:
    return hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:40]
