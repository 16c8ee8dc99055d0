"""What a server's Responses API has refused, learnt once and left out of every later request."""

import re
from typing import Any

import openai

Json = dict[str, Any]

# By the words of the refusal, what is left out; the first that was sent counts.
_LEFT_OUT = (
    (re.compile(r"encrypted.content|\binclude\b|of type '?reasoning|'?reasoning'? item", re.IGNORECASE), "include"),
    (re.compile(r"reasoning summar|reasoning\.summary|\bsummary\b", re.IGNORECASE), "summary"),
    (re.compile(r"\beffort\b|reasoning_effort|'reasoning'|: reasoning\b", re.IGNORECASE), "reasoning"),
    (re.compile(r"max_output_tokens"), "max_output_tokens"),
    (re.compile(r"\bstore\b"), "store"),
    (re.compile(r"\bstrict\b"), "strict"),
)
_SIZE = re.compile(r"too (large|small|long|big)|at (least|most)|context (window|length)|minimum|maximum", re.IGNORECASE)


class Refusals:
    """The parts of a request that the server does not take for the model."""

    def __init__(self) -> None:
        self._left_out: set[str] = set()

    def heeded(self, request: Json) -> Json:
        """`request` without them."""
        heeded = {name: value for name, value in request.items() if name not in self._left_out}
        if "summary" in self._left_out and "reasoning" in heeded:
            heeded["reasoning"] = {name: value for name, value in heeded["reasoning"].items() if name != "summary"}
        if "strict" in self._left_out and "tools" in heeded:
            heeded["tools"] = [{name: tool[name] for name in tool if name != "strict"} for tool in heeded["tools"]]
        if "include" in self._left_out:
            # What could be read by its own server only is now of no use.
            heeded["input"] = [item for item in heeded["input"] if item["type"] != "reasoning"]
        return heeded

    def learn(self, refusal: openai.APIError) -> bool:
        """Whether `refusal` teaches something new, so that the request is worth another try."""
        text = f"{refusal} {refusal.body}"
        if _SIZE.search(text):
            return False
        named = next((name for words, name in _LEFT_OUT if words.search(text)), None)
        if named is None or named in self._left_out:
            return False
        self._left_out.add(named)
        return True
