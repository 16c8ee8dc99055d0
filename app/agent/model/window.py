"""What the model is shown of the history: decided here, on a copy."""

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from app.agent.history import History
from app.tokens import estimated_tokens

_LARGE = 250
_KEPT = 150


def shown(history: History) -> list[BaseMessage]:
    """The messages to send: all of them, but stubs for those that were left out."""
    if not history.left_out:
        return history.messages[history.first_shown :]
    calls = _calls_by_id(history)
    return [
        _stub(message, calls) if index in history.left_out else message
        for index, message in enumerate(history.messages)
        if index >= history.first_shown
    ]


def _calls_by_id(history: History) -> dict[str, str]:
    """Each call of the conversation as a stub names it."""
    calls = (call for message in history.messages if isinstance(message, AIMessage) for call in message.tool_calls)
    return {str(call["id"]): f"{call['name']} {json.dumps(call['args'], ensure_ascii=False)}" for call in calls}


def make_room(history: History, since: int) -> None:
    """After an overflow in the turn that began at `since`: shows less from now on, so that the next turn fits.

    Every large message becomes a stub, since files can be read again; when there are
    none left, the turns before this one are no longer shown.
    """
    large = {index for index, message in enumerate(history.messages) if _size(message) > _LARGE}
    if large <= history.left_out:
        history.first_shown = since
    history.left_out |= large


def tokens_of(messages: list[BaseMessage]) -> int:
    """The estimated tokens of `messages`."""
    return sum(estimated_tokens(m.text) + estimated_tokens(_arguments(m)) + 4 for m in messages)


def _size(message: BaseMessage) -> int:
    return len(message.text) + len(_arguments(message))


def _arguments(message: BaseMessage) -> str:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return "".join(json.dumps(call["args"], ensure_ascii=False) for call in calls)


def _stub(message: BaseMessage, calls: dict[str, str]) -> BaseMessage:
    match message:
        case ToolMessage():
            call = calls.get(message.tool_call_id, "a call")
            said = (
                f"[Left out, as it did not fit: the result of {call[:_KEPT]}, {len(message.text):,} characters."
                " Call it again for the part that is needed.]"
            )
            return message.model_copy(update={"content": said})
        case AIMessage():
            shortened = [{**call, "args": _short_args(call["args"])} for call in message.tool_calls]
            return AIMessage(_short(message.text), tool_calls=shortened)
        case HumanMessage():
            return HumanMessage(_short(message.text))
    return message


def _short_args(args: dict[str, Any]) -> dict[str, Any]:
    return {name: _short(value) if isinstance(value, str) else value for name, value in args.items()}


def _short(text: str) -> str:
    if len(text) <= _LARGE:
        return text
    return f"{text[:_KEPT]} [Left out: {len(text) - _KEPT:,} more characters, which did not fit.]"
