"""People on the running app without a browser: what their page sends, and what it is told."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import socketio

PASSWORD = "correct horse"
_SECONDS = 60


class Visitor:
    """Somebody with a cookie and one open page. `told` are the events that it was sent, in order."""

    def __init__(self, url: str, cookie: str, session: str) -> None:
        self.url, self.cookie, self.session = url, cookie, session
        self.http = httpx2.AsyncClient(base_url=url, headers={"cookie": cookie, "accept-language": "en"}, timeout=60)
        self.socket = socketio.AsyncClient(reconnection=False)
        self.told: list[tuple[str, Any]] = []
        self._more = asyncio.Event()
        self.socket.on("*", self._hear)

    async def _hear(self, event: str, data: Any = None) -> None:
        self.told.append((event, data))
        self._more.set()

    async def until(self, holds: Callable[[], Any]) -> Any:
        """What `holds` gives once it gives something; it looks again whenever the page is told of something."""
        try:
            async with asyncio.timeout(_SECONDS):
                while not (found := holds()):
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            raise AssertionError(
                f"not told in time; last: {[(event, str(data)[:80]) for event, data in self.told[-12:]]}"
            ) from None
        return found

    async def open(self, thread: str = "", profile: str = "") -> "Visitor":
        """Connects the page, on a past conversation if one is named, and waits until it has been greeted."""
        await self.connect(thread, profile)
        await self.until(lambda: self.window("folio-model"))
        return self

    async def connect(self, thread: str = "", profile: str = "") -> None:
        """Connects the page, on a past conversation if one is named."""
        who = {"sessionId": self.session, "clientType": "webapp", "userEnv": "{}"}
        auth = {**who, "chatProfile": profile, "threadId": thread}
        await self.socket.connect(
            self.url, {"cookie": self.cookie}, auth=auth, transports=["websocket"], socketio_path="/ws/socket.io"
        )
        await self.socket.emit("connection_successful")

    async def say(self, text: str) -> str:
        """Asks, and gives all that the page was told up to the end of the turn."""
        before = len(self.told)
        await self.send(text)
        await self.until(lambda: self._has_ended(before))
        return str(self.told[before:])

    def _has_ended(self, before: int) -> bool:
        updates = [data for event, data in self.told[before:] if event == "update_message"]
        return any(data["name"] == "on_message" and data["end"] for data in updates)

    async def send(self, text: str) -> str:
        """Asks; gives the id of the message."""
        message = {"id": str(uuid.uuid4()), "name": "x", "type": "user_message", "output": text}
        told = {"message": {**message, "createdAt": "", "metadata": {}}, "fileReferences": []}
        await self.socket.emit("client_message", told)
        return str(message["id"])

    async def press(self, name: Any, payload: Any, session: Any = None) -> httpx2.Response:
        body = {"sessionId": session or self.session, "action": {"name": name, "payload": payload}}
        return await self.send_json("POST", "/project/action", body)

    async def send_json(self, method: str, path: str, body: Any) -> httpx2.Response:
        """Sends `body`, with whatever halves of characters are in it."""
        headers = {"content-type": "application/json"}
        return await self.http.request(method, path, content=json.dumps(body), headers=headers)

    async def upload(self, name: str, content: bytes, session: str | None = None) -> httpx2.Response:
        query = {"name": name, "session": self.session if session is None else session}
        return await self.http.put("/folio/files/upload", params=query, content=content)

    def window(self, kind: str) -> dict[str, Any]:
        """The newest word of the app to the page's own script, of this kind."""
        told = [data for event, data in self.told if event == "window_message" and data.get("type") == kind]
        return told[-1] if told else {}

    @property
    def thread(self) -> str:
        """The conversation that the page shows."""
        return str(self.window("folio-here").get("id", ""))

    def elements(self, name: str) -> list[dict[str, Any]]:
        """The elements of this name as they were first and later shown."""
        return [data for event, data in self.told if event == "element" and data["name"] == name]

    async def close(self) -> None:
        await self.socket.disconnect()
        await self.http.aclose()


async def cookie_of(url: str, name: str) -> str:
    """What `name` is signed in by; the one person of a machine brings no name."""
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        if name:
            answer = await client.post("/login", data={"username": name, "password": PASSWORD})
        else:
            answer = await client.get("/", headers={"accept": "text/html"})
        assert answer.status_code == 200, answer.text
        return "; ".join(f"{key}={value}" for key, value in client.cookies.items())


@asynccontextmanager
async def visitor(url: str, name: str, thread: str = "", profile: str = "") -> AsyncIterator[Visitor]:
    """`name`, signed in, with a page open."""
    came = Visitor(url, await cookie_of(url, name), str(uuid.uuid4()))
    try:
        yield await came.open(thread, profile)
    finally:
        await came.close()
