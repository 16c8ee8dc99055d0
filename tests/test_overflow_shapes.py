"""Is it an overflow? Asked of errors as the real client raises them, over HTTP and streaming."""

from collections.abc import Iterator

import httpx2
import openai
import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from overflow_others import OTHERS
from overflow_shapes import SHAPES
from replies import Reply
from scripted_server import ScriptedServer

from app.models import chosen_model
from app.overflow import Told, is_overflow, told
from app.settings import Settings


@pytest.fixture(scope="module")
def stage() -> Iterator[ScriptedServer]:
    """One server for all shapes, which leave nothing behind."""
    with ScriptedServer() as running:
        yield running


@pytest.fixture(scope="module")
def chat(stage: ScriptedServer) -> BaseChatModel:
    """The chat model that the app would use with it."""
    return chosen_model(Settings.model_validate({"openai_base_url": stage.url})).chat


async def raised(chat: BaseChatModel) -> Exception:
    """The error that a streamed request ends with."""
    try:
        async for _ in chat.astream([SystemMessage("Be brief."), HumanMessage("hi")]):
            pass
    except Exception as error:  # noqa: BLE001
        return error
    raise AssertionError("the request did not fail")


@pytest.mark.parametrize("reply", SHAPES.values(), ids=SHAPES.keys())
async def test_every_way_to_say_it_is_an_overflow(stage: ScriptedServer, chat: BaseChatModel, reply: Reply) -> None:
    stage.play(reply)
    error = await raised(chat)
    assert is_overflow(error), f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("reply", OTHERS.values(), ids=OTHERS.keys())
async def test_nothing_else_is_an_overflow(stage: ScriptedServer, chat: BaseChatModel, reply: Reply) -> None:
    stage.play(reply)
    error = await raised(chat)
    assert not is_overflow(error), f"{type(error).__name__}: {error}"


REQUEST = httpx2.Request("POST", "http://localhost/v1/chat/completions")


@pytest.mark.parametrize(
    "error",
    [
        openai.APITimeoutError(REQUEST),
        openai.APIConnectionError(request=REQUEST),
        TimeoutError(),
        ValueError("No generation chunks were returned"),
        KeyError("x"),
    ],
)
def test_errors_that_no_server_raised_are_none(error: Exception) -> None:
    assert not is_overflow(error)


def test_a_library_in_this_process_may_say_it() -> None:
    assert is_overflow(ValueError("Requested tokens (2031) exceed context window of 512"))


NUMBERS = {
    "OpenAI": Told(8192, 10021),
    "OpenAI, code alone": Told(),
    "OpenAI, configured limit": Told(272000, 300012),
    "OpenAI Responses": Told(),
    "OpenAI, one string too long": Told(),
    "OpenAI, tokens a minute": Told(30000, 45000),
    "Groq": Told(),
    "vLLM, old": Told(4096, 5000),
    "vLLM, new": Told(4096, 5000),
    "vLLM, max_tokens": Told(8192),
    "vLLM, prompt": Told(4096, 5000),
    "llama.cpp": Told(2048, 6031),
    "nginx": Told(),
    "llama-cpp-python, ValueError": Told(512, 2031),
}


@pytest.mark.parametrize("shape", NUMBERS)
async def test_what_an_overflow_tells_of_sizes_is_read(stage: ScriptedServer, chat: BaseChatModel, shape: str) -> None:
    stage.play(SHAPES[shape])
    assert told(await raised(chat)) == NUMBERS[shape]


@pytest.mark.parametrize("reply", SHAPES.values(), ids=SHAPES.keys())
async def test_a_window_that_is_told_is_smaller_than_the_request(
    stage: ScriptedServer, chat: BaseChatModel, reply: Reply
) -> None:
    stage.play(reply)
    sizes = told(await raised(chat))
    assert sizes.window is None or sizes.size is None or sizes.window < sizes.size
