"""A model server for the benchmark, in a process of its own: it answers from what it has been sent, and checks it.

The name of the model says which work is to be done; how far it has come is read off the
tool results in the request. The final answer is the sum of all counts in them. It reports as
many tokens as the whole request is estimated to have, tools and all.
"""

import json
import re
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import uvicorn

from app.tokens import estimated_tokens

Json = dict[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Json]]
Send = Callable[[Json], Awaitable[None]]
Step = list[tuple[str, Json]]

_COUNT = re.compile(r"(?:count|在庫): (\d+)")
_SHOP = ("budo", "mikan", "readme", "ringo")
_HEAD = '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"bench","choices":'


def read(number: int) -> tuple[str, Json]:
    """The call that reads a file of the bench's folder."""
    return "read_file", {"file_path": f"stock/item{number:03}.txt"}


@cache
def steps_of(model: str) -> list[Step]:
    """The replies that call tools, one after the other; an answer follows them."""
    work, _, number = model.partition("-")
    count = int(number or 0)
    match work:
        case "rounds":
            looks: list[Step] = [
                [("list_directory", {"dir_path": "stocks"})],
                [("list_directory", {"dir_path": "stock"})],
            ]
            return [*looks, *([read(n)] for n in range(count - 3))]
        case "long":
            return [[read(n)] for n in range(count)]
        case "wide":
            return [[read(n) for n in range(count)]]
        case "stock":
            return [[("list_directory", {"dir_path": "stock"})], [read(n) for n in range(4)]]
        case "shop":
            reads: Step = [("read_file", {"file_path": f"stock/{name}.txt"}) for name in _SHOP]
            return [[("list_directory", {"dir_path": "stock"})], reads]
    return []


def reply_to(body: Json, tokens: int) -> bytes:
    """The stream that answers a request of so many tokens."""
    results = [message for message in body["messages"] if message["role"] == "tool"]
    if body["model"] == "talk":
        return _talk(body["messages"], tokens)
    done = 0
    for number, step in enumerate(steps_of(body["model"])):
        if done == len(results):
            return _calls(number, step, tokens)
        done += len(step)
    if done != len(results):
        raise ValueError(f"{len(results)} results do not belong to {body['model']}")
    total = sum(int(number) for message in results for number in _COUNT.findall(str(message["content"])))
    words = int(body["model"].partition("-")[2]) if body["model"].startswith("stream-") else 8
    return _text((f"Total: {total}.", *[" again"] * words)[: words or 1], tokens)


def _talk(messages: list[Json], tokens: int) -> bytes:
    """A conversation in which each question, the number of a page, is answered after that page was read."""
    last = messages[-1]
    if last["role"] == "tool":
        return _text(("It is read.",), tokens)
    page = str(last["content"])
    return _calls(int(page), [("read_file", {"file_path": f"pages/{page}.txt"})], tokens)


def _calls(round: int, step: Step, tokens: int) -> bytes:
    pieces = []
    for index, (name, arguments) in enumerate(step):
        raw = json.dumps(arguments)
        first = {
            "index": index,
            "id": f"call_{round}_{index}",
            "type": "function",
            "function": {"name": name, "arguments": ""},
        }
        rest = ({"index": index, "function": {"arguments": raw[i : i + 6]}} for i in range(0, len(raw), 6))
        pieces += [_chunk({"tool_calls": [part]}) for part in (first, *rest)]
    return _stream([*pieces, _chunk({}, "tool_calls")], tokens)


@cache
def _text(words: tuple[str, ...], tokens: int) -> bytes:
    return _stream([*(_chunk({"content": word}) for word in words), _chunk({}, "stop")], tokens)


def _chunk(delta: Json, finish: str | None = None) -> str:
    return f"data: {_HEAD}[{json.dumps({'index': 0, 'delta': delta, 'finish_reason': finish})}]}}\n\n"


def _stream(chunks: list[str], tokens: int) -> bytes:
    usage = {"prompt_tokens": tokens, "completion_tokens": len(chunks), "total_tokens": tokens + len(chunks)}
    return "".join([*chunks, f'data: {_HEAD}[],"usage":{json.dumps(usage)}}}\n\n', "data: [DONE]\n\n"]).encode()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application."""
    if scope["type"] != "http":
        return
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message.get("body", b""), message.get("more_body", False)
    answer = reply_to(json.loads(body), estimated_tokens(body.decode()))
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    await send({"type": "http.response.body", "body": answer})


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", timeout_keep_alive=60)
