"""What stands for a message that is left out of what the model is shown."""

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

_LARGE = 250
_KEPT = 150


def arguments(message: BaseMessage) -> str:
    """The arguments of all calls that `message` makes, as text."""
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return "".join(json.dumps(call["args"], ensure_ascii=False) for call in calls)


def is_large(message: BaseMessage) -> bool:
    """Whether a stub of `message` is worth having."""
    return len(message.text) + len(arguments(message)) > _LARGE


def stub(message: BaseMessage, call: str) -> BaseMessage:
    """One line that says what `message` was; `call` is the call that a tool result answers."""
    match message:
        case ToolMessage():
            said = (
                f"[Left out, as it did not fit: the result of {call}, {len(message.text):,} characters."
                " Call it again for the part that is needed.]"
            )
            return message.model_copy(update={"content": said})
        case AIMessage():
            shortened = [{**call, "args": _short_args(call["args"])} for call in message.tool_calls]
            return message.model_copy(update={"content": _short(message.text), "tool_calls": shortened})
        case HumanMessage():
            return HumanMessage(_short(message.text))
    return message


def cut(result: ToolMessage, chars: int) -> ToolMessage:
    """The first `chars` characters of `result`, in whole lines where it has any, and a note about the rest."""
    head = result.text[:chars]
    lines = head.rpartition("\n")[0]
    # Of one long line there would be nothing left.
    whole = lines if len(lines) > chars // 2 else head
    note = (
        f"\n[Cut here, as it did not fit: {len(result.text) - len(whole):,} more characters of this result."
        " Ask for the rest in smaller parts.]"
    )
    return result.model_copy(update={"content": whole + note})


def _short_args(args: dict[str, Any]) -> dict[str, Any]:
    return {name: _short(value) if isinstance(value, str) else value for name, value in args.items()}


def _short(text: str) -> str:
    if len(text) <= _LARGE:
        return text
    return f"{text[:_KEPT]} [Left out: {len(text) - _KEPT:,} more characters, which did not fit.]"
