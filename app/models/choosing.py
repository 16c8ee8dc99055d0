"""Which chat model answers, and how it is spoken to."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr

from app.model_errors import OFFICIAL_URL, Endpoint
from app.models.chat import ToolCallingChat, own_status
from app.models.transport import certificates, client_for
from app.prices import price_of
from app.settings import Settings, SettingsError

_CONNECT_SECONDS = 10.0
_EMBEDDED_URL = "http://embedded.invalid/v1"


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """The chat model, where its requests go, and whether it is the built-in helper.

    `most_result_chars` bounds one tool result for a model whose window is known to be small,
    `answer_tokens` one reply, where a request can say so.
    """

    chat: BaseChatModel
    endpoint: Endpoint
    embedded: bool
    most_result_chars: int | None = None
    answer_tokens: int | None = None


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
        http_async_client=client_for(url, own_status),
        # Never used, but the library would make one with certificates of its own.
        http_client=httpx2.Client(verify=certificates()),
        max_completion_tokens=settings.max_answer_tokens,
        temperature=settings.temperature,
        # Off by default as soon as a base URL is given.
        stream_usage=True,
        reasoning_effort=None if settings.reasoning_effort == "none" else settings.reasoning_effort,
        api=settings.openai_api,
        # Names alone would send some models to /v1/responses, which few servers have; `api` decides.
        use_responses_api=False,
    )
    endpoint = _endpoint(name, _without_password(url), settings)
    return ChosenModel(chat, endpoint, embedded=False, answer_tokens=settings.max_answer_tokens)


def _embedded() -> ChosenModel:
    from app.embedded import MODEL_NAME, RESULT_CHARS, EmbeddedTransport

    chat = ToolCallingChat(
        model=MODEL_NAME,
        api_key=SecretStr("none"),
        base_url=_EMBEDDED_URL,
        http_async_client=openai.DefaultAsyncHttpxClient(transport=EmbeddedTransport()),
        http_client=httpx2.Client(verify=certificates()),
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
        given: dict[str, Any] = {} if settings.temperature is None else {"temperature": settings.temperature}
        chat = init_chat_model(name, model_provider=provider, **given)
    except ImportError as error:
        raise SettingsError(f"MODEL {settings.model!r} needs another package: {error}") from None
    except (ValueError, TypeError, openai.OpenAIError) as error:
        if "Unsupported" in str(error):
            return None
        raise SettingsError(f"MODEL {settings.model!r} cannot be used: {' '.join(str(error).split())[:300]}") from None
    return ChosenModel(chat, _endpoint(settings.model, provider, settings), embedded=False)


def _endpoint(model: str, url: str, settings: Settings) -> Endpoint:
    price = price_of(model, url, settings.model_price)
    return Endpoint(model, url, settings.model_timeout, settings.reply_timeout, price)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return url.replace(f"{parts.netloc.rpartition('@')[0]}@", "") if "@" in parts.netloc else url
