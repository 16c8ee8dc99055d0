"""ChatOpenAI, made to live with the servers that there are."""

import json
from collections.abc import AsyncIterator
from typing import Any, cast
from urllib.parse import urlsplit

import httpx2
import openai
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk
from langchain_openai import ChatOpenAI
from pydantic import PrivateAttr

from app.json_text import json_object


class ToolCallingChat(ChatOpenAI):
    """ChatOpenAI on /chat/completions that says `reasoning_effort: none` where tools need it said.

    OpenAI's models from gpt-5.6 on refuse function tools there unless the effort is
    explicitly none. Which models do is known from their profile, or learnt from the
    refusal itself: the request is then made once more, and the lesson is kept.
    """

    _learnt: bool = PrivateAttr(default=False)

    @property
    def says_no_effort(self) -> bool:
        """Whether requests have to carry `reasoning_effort: none`."""
        default = (self.profile or {}).get("reasoning_effort_default")
        return self._learnt or (default not in (None, "none") and _is_official(str(self.openai_api_base)))

    def _get_request_payload(self, input_: Any, *, stop: list[str] | None = None, **kwargs: Any) -> dict[str, Any]:
        payload: dict[str, Any] = super()._get_request_payload(input_, stop=stop, **kwargs)
        return {**payload, "reasoning_effort": "none"} if self.says_no_effort else payload

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        begun = False
        for _ in range(2):
            try:
                async for chunk in super()._astream(*args, **kwargs):
                    begun = True
                    yield chunk
                break
            except openai.APIError as error:
                if begun or not self._learns_from(error):
                    raise
        if not begun:
            # Some servers answer a request for a stream with nothing, or with one whole reply that no
            # stream reader sees. Asked for a whole reply, they give it, or the error they kept back.
            whole = await super()._agenerate(*args, **kwargs)
            yield _as_chunk(whole.generations[0])

    def _convert_chunk_to_generation_chunk(self, chunk: Any, *more: Any) -> ChatGenerationChunk | None:
        made = super()._convert_chunk_to_generation_chunk(chunk, *more)
        choices = chunk.get("choices") or [{}]
        # Left out by the library: a refusal would come out as an empty answer.
        if made is not None and (refusal := (choices[0].get("delta") or {}).get("refusal")):
            made.message.additional_kwargs["refusal"] = refusal
        return made

    def _learns_from(self, refusal: openai.APIError) -> bool:
        if self.says_no_effort or "reasoning_effort" not in f"{refusal} {refusal.body}":
            return False
        self._learnt = True
        return True


def _as_chunk(whole: ChatGeneration) -> ChatGenerationChunk:
    """A whole reply as the one piece of a stream."""
    message = cast(AIMessage, whole.message)
    sent: list[tuple[str | None, str | None, str | None]] = []
    sent += [(c["name"], json.dumps(c["args"]), c["id"]) for c in message.tool_calls]
    sent += [(c["name"], c["args"], c["id"]) for c in message.invalid_tool_calls]
    piece = AIMessageChunk(
        content=message.content,
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        usage_metadata=message.usage_metadata,
        tool_call_chunks=[tool_call_chunk(name=n, args=a, id=i, index=k) for k, (n, a, i) in enumerate(sent)],
    )
    return ChatGenerationChunk(message=piece)


async def own_status(response: httpx2.Response) -> None:
    """Gives an error that came inside HTTP 200 the status it speaks of, so that it is raised as an error.

    Proxies send `{"error": …}` as a plain body where a stream was asked for, or a page to
    sign in; a stream reader finds no event in it, and what the server said would be lost.
    """
    kind = response.headers.get("content-type", "") if response.status_code == 200 else ""
    if "text/html" in kind:
        response.status_code = 404
    if "application/json" not in kind:
        return
    body = json_object((await response.aread()).decode(errors="replace")) or {}
    if error := body.get("error"):
        code = error.get("code") if isinstance(error, dict) else None
        response.status_code = code if isinstance(code, int) and 400 <= code < 600 else 502


def _is_official(url: str) -> bool:
    return urlsplit(url).hostname == "api.openai.com"
