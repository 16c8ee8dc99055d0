"""What the strictest servers ask of the messages they are sent."""

import json
import re
from itertools import pairwise
from typing import Any

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
# Who may speak after whom; calls are followed by their results, which is checked apart.
_AFTER = {
    "system": {"user"},
    "user": {"assistant", "calls"},
    "assistant": {"user"},
    "calls": {"tool"},
    "tool": {"tool", "assistant", "calls", "user"},
}


def problems(messages: list[dict[str, Any]]) -> list[str]:
    """Everything that a strict server would refuse in `messages`; empty when there is nothing."""
    return [*_order(messages), *_results(messages), *_calls(messages), *_contents(messages)]


def _kind(message: dict[str, Any]) -> str:
    return "calls" if message.get("tool_calls") else str(message["role"])


def _order(messages: list[dict[str, Any]]) -> list[str]:
    kinds = [_kind(message) for message in messages]
    if kinds[0] != "system" or kinds[-1] not in ("user", "tool"):
        return [f"begins with {kinds[0]}, ends with {kinds[-1]}"]
    return [f"{after} after {before}" for before, after in pairwise(kinds) if after not in _AFTER[before]]


def _results(messages: list[dict[str, Any]]) -> list[str]:
    """Calls and their results: each answered once, right after, in the order of the calls."""
    found, open_ids = [], list[str]()
    for message in messages:
        if message["role"] == "tool":
            if not open_ids or message["tool_call_id"] != open_ids.pop(0):
                found.append(f"the result {message['tool_call_id']!r} answers no open call")
            continue
        found += [f"the call {call_id!r} has no result" for call_id in open_ids]
        open_ids = [call["id"] for call in message.get("tool_calls") or ()]
    return found + [f"the call {call_id!r} has no result" for call_id in open_ids]


def _calls(messages: list[dict[str, Any]]) -> list[str]:
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    ids = [call["id"] for call in calls]
    found = [f"the id {call_id!r} stands {ids.count(call_id)} times" for call_id in set(ids) if ids.count(call_id) > 1]
    for call in calls:
        if not isinstance(call["id"], str) or not call["id"] or call["type"] != "function":
            found.append(f"{call} is no function call with an id")
        if not _NAME.fullmatch(call["function"]["name"]):
            found.append(f"the name {call['function']['name']!r}")
        if not _is_object(call["function"]["arguments"]):
            found.append(f"the arguments {call['function']['arguments']!r}")
    return found


def _contents(messages: list[dict[str, Any]]) -> list[str]:
    return [
        f"{_kind(message)} without content"
        for message in messages
        if not message.get("content") and _kind(message) != "calls"
    ]


def _is_object(raw: object) -> bool:
    try:
        return isinstance(raw, str) and isinstance(json.loads(raw), dict)
    except ValueError:
        return False
