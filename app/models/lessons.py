"""What a server has refused, learnt once and heeded in every later request."""

import re
from typing import Any

import openai

from app.json_text import json_object
from app.model_errors import said
from app.models.responses import Refusals
from app.models.values import Values

Json = dict[str, Any]

# What no request can do without, or what another answer than leaving it out is known for.
_NEEDED = frozenset({"model", "messages", "stream", "tools"})
_ANSWER_LIMITS = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_UNSUPPORTED = re.compile(
    r"unsupported|unrecognized|unknown|unexpected|invalid (parameter|argument)|does ?n[o']t support"
    r"|not (be )?(supported|permitted|allowed|recognized)|extra_forbidden|extra (inputs|fields)",
    re.IGNORECASE,
)
_THINKING_WANTED = re.compile(r"reasoning_content.*(passed back|required|missing|must)", re.IGNORECASE | re.DOTALL)
_REFUSALS = (400, 422, None)
# OpenAI's word for models, or for requests, that chat completions do not take; some come as 404.
_OTHER_API = re.compile(r"\bv1/responses\b")
_NO_SUCH_API = (404, 405, 501)


class Lessons:
    """What one server does not take for one model; `limit_name` is what it calls the most tokens of an answer.

    `wants_thinking_back` says that what was thought is to be sent again with its message, and
    `begins_thinking` that replies begin in the middle of a thought, without its opening tag.
    `speaks_responses` says that the Responses API is used, what of it is refused is in `responses`.
    """

    def __init__(self, limit_name: str, speaks_responses: bool = False, may_change_api: bool = False) -> None:
        self.wants_thinking_back = False
        self.begins_thinking = False
        self.needs_no_effort = False
        self.speaks_responses = speaks_responses
        self.responses = Refusals()
        self._values = Values()
        self._may_change_api = may_change_api
        self._limit_name = limit_name
        self._limit_renamed = False
        self._left_out: set[str] = set()

    def heeded(self, body: Json) -> Json:
        """`body` as this server takes it."""
        heeded = {self._name(key): value for key, value in body.items() if self._name(key) not in self._left_out}
        if isinstance(most := heeded.get(self._limit_name), int):
            heeded[self._limit_name] = self._values.limit(most)
        if isinstance(effort := heeded.get("reasoning_effort"), str):
            heeded["reasoning_effort"] = self._values.effort(effort)
        # The Responses API takes tools together with an effort.
        says_none = self.needs_no_effort and not (self.speaks_responses and "reasoning_effort" in heeded)
        return {**heeded, "reasoning_effort": "none"} if says_none else heeded

    def learn(self, refusal: openai.APIError) -> bool:
        """Whether the request that was refused would now be sent in another way, so that it is worth another try.

        What `refusal` teaches may have been learnt from another conversation's meanwhile.
        """
        text, status = f"{refusal} {refusal.body}", getattr(refusal, "status_code", None)
        body = json_object(refusal.request.content.decode(errors="replace")) or {}
        if _is_of_responses(refusal) != self.speaks_responses or self._change_api(status, text, body):
            return True
        if status not in _REFUSALS:
            return False
        if self.speaks_responses:
            self.responses.learn(refusal, body)
            return self.responses.heeded(body) != body
        if _THINKING_WANTED.search(text):
            self.wants_thinking_back = True
            return not any("reasoning_content" in message for message in body["messages"])
        self._learn_of_chat(refusal, text, body)
        return self.heeded(body) != body

    def _learn_of_chat(self, refusal: openai.APIError, text: str, body: Json) -> None:
        if self._values.learn_limit(said(refusal), body.get(self._limit_name)):
            return
        if "reasoning_effort" in text:
            self._learn_effort(text, body)
        elif _UNSUPPORTED.search(text) and (named := _named(refusal, text, body)):
            self._learn_parameter(named)

    def _change_api(self, status: int | None, text: str, body: Json) -> bool:
        """Whether the other API is the way; a server that has no Responses API is not asked for it again."""
        if self.speaks_responses:
            missing = status in _NO_SUCH_API and not re.search(r"\bmodel\b", text)
            if missing:
                self.speaks_responses = self._may_change_api = False
            return missing
        thinks = body.get("reasoning_effort") not in (None, "none")
        # Without an effort wanted, none is said instead, where that is offered.
        wanted = bool(_OTHER_API.search(text)) and (thinks or "to 'none'" not in text)
        self.speaks_responses = wanted and self._may_change_api
        return self.speaks_responses

    def _learn_effort(self, text: str, body: Json) -> None:
        """A model that calls tools only without an effort has to be told so; leaving it out is no answer to it."""
        sent, advised = body.get("reasoning_effort"), "to 'none'" in text
        if self._values.learn_effort(text, sent):
            return
        if sent is None or (advised and sent != "none"):
            self.needs_no_effort = True
        elif not advised:
            self._left_out.add("reasoning_effort")

    def _learn_parameter(self, name: str) -> None:
        if name == self._limit_name and not self._limit_renamed:
            self._limit_name, self._limit_renamed = _ANSWER_LIMITS[name], True
        elif name not in _ANSWER_LIMITS or name == self._limit_name:
            self._left_out.add(name)

    def _name(self, key: str) -> str:
        return self._limit_name if key in _ANSWER_LIMITS else key


def _is_of_responses(refusal: openai.APIError) -> bool:
    return refusal.request.url.path.endswith("/responses")


def _named(refusal: openai.APIError, text: str, body: Json) -> str | None:
    """The parameter of `body` that was refused: by the error's own word for it, else by its text."""
    sent = [name for name in body if name not in _NEEDED]
    words = re.split(r"\W+", str(getattr(refusal, "param", None) or ""))
    own = [name for name in sent if name in words[:1]]
    mentioned = sorted((at.start(), name) for name in sent if (at := re.search(rf"\b{name}\b", text)))
    return next(iter(own or [name for _, name in mentioned]), None)
