"""Which chat model answers, and how it is spoken to."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

import httpx2
import openai
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk
from langchain_openai import ChatOpenAI
from pydantic import PrivateAttr, SecretStr

from app.json_text import json_object
from app.model_errors import OFFICIAL_URL, Endpoint
from app.settings import Settings, SettingsError

# Seconds before the second and the third try of a request that failed in passing.
_PAUSES = (0.5, 2.0)
_LONGEST_PAUSE = 8.0
_CONNECT_SECONDS = 10.0
_EMBEDDED_URL = "http://embedded.invalid/v1"


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """The chat model, where its requests go, and whether it is the built-in helper.

    `most_result_chars` bounds one tool result for a model whose window is known to be small.
    """

    chat: BaseChatModel
    endpoint: Endpoint
    embedded: bool
    most_result_chars: int | None = None


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
        for pause in (*_PAUSES, None):
            try:
                async for chunk in super()._astream(*args, **kwargs):
                    begun = True
                    yield chunk
                break
            except openai.APIError as error:
                if begun or not (self._learns_from(error) or await _waited(error, pause)):
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


def chosen_model(settings: Settings) -> ChosenModel:
    """The model that `settings` select. Raises SettingsError when it cannot be made."""
    if (other := _by_provider(settings)) is not None:
        return other
    if not settings.connected:
        return _embedded()
    url = settings.openai_base_url or OFFICIAL_URL
    name = settings.model.removeprefix("openai:")
    chat = ToolCallingChat(
        model=name,
        # Local servers want no key, but the client refuses to be made without one.
        api_key=SecretStr(settings.openai_api_key or "none"),
        base_url=url,
        # Long thinking is no fault, but a server that cannot be reached is known soon.
        timeout=httpx2.Timeout(settings.model_timeout, connect=min(_CONNECT_SECONDS, settings.model_timeout)),
        # Tried again by _astream: the client would also ask a silent server three times over.
        max_retries=0,
        # httpx's read timeout already ends a silent stream; a second timer round every
        # chunk costs a third of the streaming time and trips on a long first wait.
        stream_chunk_timeout=None,
        http_async_client=openai.DefaultAsyncHttpxClient(event_hooks={"response": [_own_status]}),
        # Off by default as soon as a base URL is given.
        stream_usage=True,
        # Names alone would send some models to /v1/responses, which few servers have.
        use_responses_api=False,
    )
    return ChosenModel(chat, Endpoint(name, _without_password(url), settings.model_timeout), embedded=False)


def _embedded() -> ChosenModel:
    from app.embedded import MODEL_NAME, RESULT_CHARS, EmbeddedTransport

    chat = ChatOpenAI(
        model=MODEL_NAME,
        api_key=SecretStr("none"),
        base_url=_EMBEDDED_URL,
        http_async_client=openai.DefaultAsyncHttpxClient(transport=EmbeddedTransport()),
        stream_usage=True,
        use_responses_api=False,
        stream_chunk_timeout=None,
    )
    return ChosenModel(chat, Endpoint(MODEL_NAME, "the built-in helper", 0), True, RESULT_CHARS)


def _by_provider(settings: Settings) -> ChosenModel | None:
    """The model of another provider, None when the part before the colon names none (as in `qwen3:8b`)."""
    provider, colon, name = settings.model.partition(":")
    if not (colon and provider and name) or provider == "openai":
        return None
    from langchain.chat_models import init_chat_model

    try:
        chat = init_chat_model(name, model_provider=provider)
    except ImportError as error:
        raise SettingsError(f"MODEL {settings.model!r} needs another package: {error}") from None
    except (ValueError, TypeError, openai.OpenAIError) as error:
        if "Unsupported" in str(error):
            return None
        raise SettingsError(f"MODEL {settings.model!r} cannot be used: {' '.join(str(error).split())[:300]}") from None
    return ChosenModel(chat, Endpoint(settings.model, provider, settings.model_timeout), embedded=False)


async def _waited(error: openai.APIError, pause: float | None) -> bool:
    """Waits before another try, where one can help: False at once where it cannot, or not soon.

    A server that was silent for the whole of its time is not asked again.
    """
    headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
    wanted = _seconds(headers)
    if pause is None or wanted > _LONGEST_PAUSE or not _may_pass(error) or headers.get("x-should-retry") == "false":
        return False
    await asyncio.sleep(wanted or pause * random.uniform(0.75, 1.25))
    return True


def _may_pass(error: openai.APIError) -> bool:
    if isinstance(error, openai.APITimeoutError) or "insufficient_quota" in f"{error} {error.body}":
        return False
    return isinstance(error, openai.RateLimitError | openai.InternalServerError | openai.APIConnectionError)


def _seconds(headers: Mapping[str, str]) -> float:
    """The seconds that a server asks to wait, 0 when it says nothing of it."""
    try:
        return float(headers.get("retry-after-ms", 0)) / 1000 or float(headers.get("retry-after", 0))
    except ValueError:
        return 0.0


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


async def _own_status(response: httpx2.Response) -> None:
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


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return url.replace(f"{parts.netloc.rpartition('@')[0]}@", "") if "@" in parts.netloc else url


def _is_official(url: str) -> bool:
    return urlsplit(url).hostname == "api.openai.com"
