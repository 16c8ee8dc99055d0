"""ChatOpenAI, made to live with the servers that there are."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal, Self
from urllib.parse import urlsplit

import httpx2
import openai
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_openai import ChatOpenAI
from pydantic import PrivateAttr, model_validator

from app.json_text import json_object
from app.models.beginnings import first_bytes
from app.models.completions import Completions
from app.models.deltas import KEPT
from app.models.lessons import Lessons
from app.models.responses import REASONING

# More than a server can teach about one request.
_TRIES = 6


class ToolCallingChat(ChatOpenAI):
    """ChatOpenAI that learns what its server does not take, and loses nothing of a reply.

    Beside what ChatOpenAI knows, a piece's `additional_kwargs` hold what app.models.deltas keeps.
    OpenAI's models from gpt-5.6 on refuse function tools on /chat/completions unless the effort
    is explicitly none: which models do is known from their profile, or learnt. With an effort they
    are asked over the Responses API: `api` says whether that is found out, or which one is used.
    """

    api: Literal["auto", "chat", "responses"] = "auto"
    _lessons: Lessons = PrivateAttr()

    @model_validator(mode="after")
    def _learn_from_the_server(self) -> Self:
        official = _is_official(str(self.openai_api_base))
        thinks = self.reasoning_effort is not None
        by_responses = self.api == "responses" or (self.api == "auto" and official and thinks)
        limit_name = "max_completion_tokens" if official else "max_tokens"
        self._lessons = Lessons(limit_name, by_responses, may_change_api=self.api == "auto")
        default = (self.profile or {}).get("reasoning_effort_default")
        self._lessons.needs_no_effort = official and not thinks and default not in (None, "none")
        if self.root_async_client is not None and self.async_client is not None:
            self.async_client = Completions(self.root_async_client, self._lessons)
        return self

    def _get_request_payload(self, input_: Any, *, stop: list[str] | None = None, **kwargs: Any) -> dict[str, Any]:
        payload: dict[str, Any] = super()._get_request_payload(input_, stop=stop, **kwargs)
        if "messages" in payload:
            self._give_back(payload["messages"], self._convert_input(input_).to_messages())
        return self._lessons.heeded(payload)

    def _give_back(self, sent: list[dict[str, Any]], messages: Sequence[BaseMessage]) -> None:
        """Adds to what is sent what servers gave with a message in order to get it back."""
        for message, known in zip(sent, messages, strict=True):
            if not isinstance(known, AIMessage) or not (kept := known.additional_kwargs):
                continue
            if self._lessons.wants_thinking_back and (thinking := kept.get("thinking")):
                message["reasoning_content"] = thinking
            if self._lessons.speaks_responses and (items := kept.get(REASONING)):
                message[REASONING] = items
            extras = kept.get("extra_content") or {}
            for call in message.get("tool_calls") or ():
                if call["id"] in extras:
                    call["extra_content"] = extras[call["id"]]

    async def _astream(
        self, messages: list[BaseMessage], *args: Any, **kwargs: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        begun = False
        for _ in range(_TRIES):
            try:
                async for chunk in super()._astream(messages, *args, **kwargs):
                    begun = True
                    yield chunk
                return
            except openai.APIError as error:
                if begun or not self._lessons.learn(error):
                    raise

    def _convert_chunk_to_generation_chunk(self, chunk: Any, *more: Any) -> ChatGenerationChunk | None:
        made = super()._convert_chunk_to_generation_chunk(chunk, *more)
        if made is not None and (kept := chunk.get(KEPT)):
            made.message.additional_kwargs.update(kept)
        return made


async def own_status(response: httpx2.Response) -> None:
    """Gives an error that came inside HTTP 200 the status it speaks of, so that it is raised as an error.

    Proxies send `{"error": …}` as a plain body where a stream was asked for, or a page to
    sign in; a stream reader finds no event in it, and what the server said would be lost.
    What came is told by how it begins: many servers call everything that they send a page.
    """
    if response.status_code != 200 or "text/event-stream" in response.headers.get("content-type", ""):
        return
    if "content-encoding" not in response.headers:
        response.headers["content-type"] = _kind_of(await first_bytes(response), response)
    kind = response.headers.get("content-type", "")
    if "text/html" in kind:
        response.status_code = 404
    if "application/json" not in kind:
        return
    body = json_object((await response.aread()).decode(errors="replace")) or {}
    if error := body.get("error"):
        response.status_code = _status_in(error)


def _kind_of(begun: bytes, response: httpx2.Response) -> str:
    if begun.startswith((b"{", b"[")):
        return "application/json"
    labelled = str(response.headers.get("content-type", ""))
    is_page = begun.startswith(b"<") or (not begun and "text/html" in labelled)
    return "text/html" if is_page else "text/event-stream" if begun else labelled


def _status_in(error: object) -> int:
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, int) and 400 <= code < 600:
        return code
    # LM Studio's word for an address that it does not have.
    return 404 if "unexpected endpoint" in str(error).lower() else 502


def _is_official(url: str) -> bool:
    return urlsplit(url).hostname == "api.openai.com"
