"""A request for a chat completion, as the Responses API has it."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

# Under this key an assistant's message holds the reasoning items that came with it, each with the number
# of calls `before` it.
REASONING = "reasoning_items"

_ANSWER_LIMITS = frozenset({"max_tokens", "max_completion_tokens"})
_OTHERWISE = frozenset({"messages", "tools", "reasoning_effort", "stream_options", *_ANSWER_LIMITS})


def request_for(body: Json) -> Json:
    """The request, of which the server is to keep nothing: what was reasoned comes back encrypted, to be sent again."""
    request: Json = {name: value for name, value in body.items() if name not in _OTHERWISE}
    request["input"] = [item for message in body["messages"] for item in _items(message)]
    request["store"] = False
    if tools := body.get("tools"):
        request["tools"] = [_tool(tool) for tool in tools]
    if limit := next((body[name] for name in _ANSWER_LIMITS if body.get(name)), None):
        request["max_output_tokens"] = limit
    effort = body.get("reasoning_effort")
    if effort:
        request["reasoning"] = {"effort": effort} if effort == "none" else {"effort": effort, "summary": "auto"}
    if effort != "none":
        request["include"] = ["reasoning.encrypted_content"]
    return request


def _items(message: Json) -> Iterator[Json]:
    if message["role"] == "tool":
        yield {"type": "function_call_output", "call_id": message["tool_call_id"], "output": message["content"]}
    elif message["role"] == "assistant":
        yield from _reply(message)
    else:
        yield {"type": "message", "role": message["role"], "content": _content(message["content"])}


def _reply(message: Json) -> Iterator[Json]:
    """The items of a reply in their order. Reasoning without what it led to would be refused.

    Calls go without the server's own ids for them: with those it checks that each stands by its reasoning.
    """
    reasoning, calls = message.get(REASONING) or [], message.get("tool_calls") or []
    text = message.get("content")
    if text or calls:
        yield from _reasoned(reasoning, 0)
    if text:
        yield {"type": "message", "role": "assistant", "content": text}
    for number, call in enumerate(calls):
        if number:
            yield from _reasoned(reasoning, number)
        function = call["function"]
        yield {
            "type": "function_call",
            "call_id": call["id"],
            "name": function["name"],
            "arguments": function["arguments"],
        }


def _reasoned(reasoning: list[Json], before: int) -> Iterator[Json]:
    return (known["item"] for known in reasoning if known["before"] == before)


def _content(content: Any) -> Any:
    return [_block(block) for block in content] if isinstance(content, list) else content


def _block(block: Json) -> Json:
    if block.get("type") == "image_url":
        return {"type": "input_image", "image_url": block["image_url"]["url"]}
    return {"type": "input_text", "text": block.get("text", "")}


def _tool(tool: Json) -> Json:
    """Not strict: this API would make every argument a required one."""
    return {"type": "function", **tool["function"], "strict": False}
