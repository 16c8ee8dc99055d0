"""What a server's Responses API has refused, learnt once and left out of every later request."""

import re
from typing import Any

import openai

from app.model_errors import said
from app.models.values import Values

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
        self._values = Values()

    def heeded(self, request: Json) -> Json:
        """`request` without them, and with values that it takes."""
        heeded = {name: value for name, value in request.items() if name not in self._left_out}
        if most := heeded.get("max_output_tokens"):
            heeded["max_output_tokens"] = self._values.limit(most)
        if reasoning := heeded.get("reasoning"):
            heeded["reasoning"] = {**reasoning, "effort": self._values.effort(reasoning["effort"])}
        if "summary" in self._left_out and "reasoning" in heeded:
            heeded["reasoning"] = {name: value for name, value in heeded["reasoning"].items() if name != "summary"}
        if "strict" in self._left_out and "tools" in heeded:
            heeded["tools"] = [{name: tool[name] for name in tool if name != "strict"} for tool in heeded["tools"]]
        if "include" in self._left_out:
            # What could be read by its own server only is now of no use.
            heeded["input"] = [item for item in heeded["input"] if item["type"] != "reasoning"]
        return heeded

    def learn(self, refusal: openai.APIError, request: Json) -> None:
        """Takes in what `refusal` of `request` teaches."""
        text = f"{refusal} {refusal.body}"
        if self._values.learn_limit(said(refusal), request.get("max_output_tokens")) or _SIZE.search(text):
            return
        named = next((name for words, name in _LEFT_OUT if words.search(text)), None)
        effort = (request.get("reasoning") or {}).get("effort")
        if named and not (named == "reasoning" and self._values.learn_effort(text, effort)):
            self._left_out.add(named)
