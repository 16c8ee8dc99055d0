"""A command alone gets a text: without one its turn would have no Stop button, and its conversation no name."""

from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.socket import message as take_message
from chainlit.types import MessagePayload

from app.language import reader_language
from app.ui.choices.commands import alone


def word_commands() -> None:
    """Has each message that is a command alone say what the command does, for the page and what is kept of it."""
    sio.on("client_message", _take)


async def _take(sid: str, payload: MessagePayload) -> None:
    session, message = WebsocketSession.require(sid), payload["message"]
    text = "" if message["output"].strip() else alone(message.get("command"), reader_language(session.language))
    message["output"] = text or message["output"]
    await take_message(sid, payload)
    if text:
        await session.emit("update_message", {"id": message["id"], "output": text})
