"""What stands for a message that is left out of what the model is shown."""

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from app.tokens import estimated_tokens

_LARGE = 250
_KEPT = 150
_CUT_NOTE = "[Cut here, as it did not fit: {left:,} more characters. Ask for less at once.]"
# What a message takes beside its text.
_FRAME = 6


def arguments(message: BaseMessage) -> str:
    """The arguments of all calls that `message` makes, as text."""
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return "".join(json.dumps(call["args"], ensure_ascii=False) for call in calls)


def is_large(message: BaseMessage) -> bool:
    """Whether a stub of `message` is worth having."""
    return len(message.text) + len(arguments(message)) > _LARGE


def stub(message: BaseMessage, call: str, unwanted: bool = False) -> BaseMessage:
    """One line that says what `message` was; `call` is the call that a tool result answers.

    `unwanted` says that the person wants it left out; else it did not fit.
    """
    match message:
        case ToolMessage():
            why = "as the person wished" if unwanted else "as it did not fit"
            said = (
                f"[Left out, {why}: the result of {call}, {len(message.text):,} characters."
                " Call it again for the part that is needed.]"
            )
            return message.model_copy(update={"content": said})
        case AIMessage():
            shortened = [{**call, "args": _short_args(call["args"])} for call in message.tool_calls]
            return message.model_copy(update={"content": _short(message.text), "tool_calls": shortened})
        case HumanMessage():
            return HumanMessage(_short(message.text))
    return message


def cut(result: ToolMessage, tokens: int) -> ToolMessage:
    """The beginning of `result`, in whole lines where it has any, and a note about the rest: `tokens` in all.

    Where not even the note fits, it stands alone.
    """
    text, least = result.text, estimated_tokens(_CUT_NOTE.format(left=len(result.text))) + _FRAME
    room = max(0, tokens - least)
    # A script that is denser further on makes the first guess too long.
    chars = len(text) * room // max(1, estimated_tokens(text))
    while estimated_tokens(text[:chars]) > room:
        chars = chars * 9 // 10
    lines = text[:chars].rpartition("\n")[0]
    # Of one long line there would be nothing left.
    whole = lines if len(lines) > chars // 2 else text[:chars]
    note = _CUT_NOTE.format(left=len(text) - len(whole))
    return result.model_copy(update={"content": f"{whole}\n{note}".lstrip()})


def _short_args(args: dict[str, Any]) -> dict[str, Any]:
    return {name: _short(value) if isinstance(value, str) else value for name, value in args.items()}


def _short(text: str) -> str:
    if len(text) <= _LARGE:
        return text
    return f"{text[:_KEPT]} [Left out: {len(text) - _KEPT:,} more characters, which did not fit.]"
