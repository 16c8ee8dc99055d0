"""A failed request to the model: one clear sentence in the person's language, and a conversation that goes on."""

import socket

import httpx2
import openai
import pytest
from replies import Answer, Reply, calls, chunk, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.model_errors import Endpoint, sentence

AT_ONCE = {"x-should-retry": "false"}


def refusal(status: int, message: str, code: str | None = None) -> Answer:
    """An error as OpenAI words it, which the client does not try again."""
    return Answer(status, {"error": {"message": message, "type": "invalid_request_error", "code": code}}, AT_ONCE)


# A reply, and what the sentence about it holds in English and in Japanese.
ERRORS: dict[str, tuple[Reply, list[str], list[str]]] = {
    "401": (
        refusal(401, "Incorrect API key provided: sk-test.", "invalid_api_key"),
        ["refused the key", "OPENAI_API_KEY"],
        ["キーを受け付けません", "OPENAI_API_KEY"],
    ),
    "403": (
        refusal(403, "Project has no access to it."),
        ["does not allow this key", "no access to it"],
        ["このキーでは", "no access to it"],
    ),
    "404 unknown model": (
        refusal(404, "The model `scripted` does not exist.", "model_not_found"),
        ["no model named scripted", "MODEL"],
        ["scripted というモデルはありません", "MODEL"],
    ),
    "404 Ollama's unknown model": (
        Answer(404, {"error": {"message": 'model "scripted" not found, try pulling it first', "type": "api_error"}}),
        ["no model named scripted", "try pulling it first"],
        ["scripted というモデルはありません"],
    ),
    "404 wrong URL": (Answer(404, {"detail": "Not Found"}), ["no chat service", "/v1"], ["チャットのサービス", "/v1"]),
    "404 as a page": (
        Answer(404, "<html><body><h1>404 Not Found</h1></body></html>"),
        ["no chat service", "OPENAI_BASE_URL"],
        ["チャットのサービス", "OPENAI_BASE_URL"],
    ),
    "404 as plain text": (Answer(404, "404 page not found"), ["no chat service"], ["チャットのサービス"]),
    "400": (refusal(400, "Unknown parameter: 'x'."), ["did not accept", "Unknown parameter"], ["受け付けません"]),
    "402": (refusal(402, "Insufficient credits."), ["no credit left"], ["利用枠"]),
    "422": (Answer(422, {"detail": [{"msg": "extra_forbidden"}]}), ["did not accept"], ["受け付けません"]),
    "408": (refusal(408, "Request timed out."), ["MODEL_TIMEOUT"], ["MODEL_TIMEOUT", "応答がありません"]),
    "429": (
        refusal(429, "Rate limit reached for requests per min (RPM): Limit 3, Used 3.", "rate_limit_exceeded"),
        ["too many requests", "Limit 3"],
        ["混み合っています", "Limit 3"],
    ),
    "429 no credit": (
        refusal(429, "You exceeded your current quota.", "insufficient_quota"),
        ["no credit left", "exceeded your current quota"],
        ["利用枠を使い切っています"],
    ),
    "500": (refusal(500, "The server had an error."), ["fault of its own", "had an error"], ["障害"]),
    "503": (refusal(503, "Loading model"), ["fault of its own", "Loading model"], ["障害"]),
    "502 as a page": (
        Answer(502, "<html><h1>502 Bad Gateway</h1></html>", AT_ONCE),
        ["fault of its own"],
        ["障害"],
    ),
    "Ollama: no tools": (
        refusal(400, "registry.ollama.ai/library/gemma:2b does not support tools"),
        ["cannot call tools", "MODEL"],
        ["ツールを呼び出せません", "MODEL"],
    ),
    "vLLM: no tools": (
        Answer(
            400,
            {
                "object": "error",
                "message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
                "type": "BadRequestError",
                "code": 400,
            },
        ),
        ["cannot call tools", "enable-auto-tool-choice"],
        ["ツールを呼び出せません"],
    ),
    "OpenRouter: no tools": (
        Answer(404, {"error": {"message": "No endpoints found that support tool use.", "code": 404}}),
        ["cannot call tools"],
        ["ツールを呼び出せません"],
    ),
    "filter": (refusal(400, "The response was filtered.", "content_filter"), ["content filter"], ["フィルター"]),
    "HTTP 200 with an error": (
        Answer(200, {"error": {"message": "Upstream failed.", "code": 502}}, AT_ONCE),
        ["fault of its own", "Upstream failed."],
        ["障害", "Upstream failed."],
    ),
    "HTTP 200 with an error in words": (
        Answer(200, {"error": "Upstream failed."}, AT_ONCE),
        ["Upstream failed."],
        ["Upstream failed."],
    ),
    "HTTP 200 with a refused key": (
        Answer(200, {"error": {"message": "No auth credentials found", "code": 401}}, AT_ONCE),
        ["refused the key"],
        ["キーを受け付けません"],
    ),
    "HTTP 200 with a page": (Answer(200, "<html>Sign in</html>"), ["OPENAI_BASE_URL"], ["OPENAI_BASE_URL"]),
    "bad JSON in the stream": (chunks("data: {bad\n\n"), ["could not be understood"], ["解釈できません"]),
    "an error in the stream": (
        chunks(chunk({"content": ""}), stream_error({"message": "Engine died.", "code": 500})),
        ["fault of its own", "Engine died."],
        ["障害", "Engine died."],
    ),
    "choices: []": (chunks({**chunk({}), "choices": []}), ["empty answer"], ["回答が空"]),
    "choices: null": (chunks({**chunk({}), "choices": None}), ["model"], ["モデル"]),
}


@pytest.mark.parametrize(("reply", "english", "japanese"), ERRORS.values(), ids=ERRORS.keys())
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_an_error_of_the_server_is_one_sentence_and_the_next_question_is_answered(
    server: ScriptedServer,
    conversation: Conversation,
    reply: Reply,
    english: list[str],
    japanese: list[str],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.model_errors._PAUSES", (0.01, 0.01))
    server.play(reply)
    end = await end_of(conversation, "What is there?" if language == "en" else "何がありますか？")
    server.play(say("Yes."))
    assert end.reason == "model_error"
    assert [words for words in (english if language == "en" else japanese) if words not in end.text] == []
    assert "\n" not in end.text
    assert (await end_of(conversation)).text == "Yes."


def test_a_connection_that_takes_too_long_is_not_blamed_on_the_models_silence() -> None:
    request = httpx2.Request("POST", "http://127.0.0.1:1/v1")
    error = openai.APITimeoutError(request=request)
    error.__cause__ = httpx2.ConnectTimeout("slow", request=request)
    endpoint = Endpoint("m", "http://127.0.0.1:1/v1", 300)
    assert "cannot be reached" in sentence(error, endpoint, "en")
    assert "said nothing" in sentence(openai.APITimeoutError(request=request), endpoint, "en")


@pytest.mark.slow
async def test_a_server_that_is_not_there_is_named(settings: SettingsMaker) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        end = await end_of(Conversation(agent_from(settings(openai_base_url=url))))
    assert (end.reason, url in end.text, "cannot be reached" in end.text) == ("model_error", True, True)


async def test_a_base_url_without_its_path_is_named(server: ScriptedServer, settings: SettingsMaker) -> None:
    url = server.url.removesuffix("/v1")
    end = await end_of(Conversation(agent_from(settings(openai_base_url=url))))
    assert f"no chat service at {url}. Check OPENAI_BASE_URL" in end.text


async def test_silence_before_the_first_piece_ends_with_the_timeout(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say("late", before=30))
    end = await end_of(Conversation(agent_from(settings(model_timeout=0.2))))
    assert (end.reason, "said nothing for 0.2 seconds" in end.text) == ("model_error", True)


async def test_silence_in_mid_answer_ends_with_the_timeout(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say("one two three", between=30))
    events = await turn(Conversation(agent_from(settings(model_timeout=0.3))))
    assert streamed(events) == "" or ended(events).text.startswith(streamed(events).rstrip())
    assert "said nothing for 0.3 seconds" in ended(events).text


@pytest.mark.slow
async def test_a_slow_answer_is_no_timeout(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say("one two three four", size=2, before=0.1, between=0.1))
    assert (await end_of(Conversation(agent_from(settings(model_timeout=0.8))))).text == "one two three four"


@pytest.mark.parametrize("status", [429, 500])
async def test_a_passing_fault_is_tried_again(server: ScriptedServer, conversation: Conversation, status: int) -> None:
    server.play(Answer(status, {"error": {"message": "Busy."}}, {"retry-after-ms": "10"}), say("Yes."))
    assert (await end_of(conversation)).text == "Yes."


async def test_an_error_after_some_text_keeps_the_text(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(chunks(chunk({"content": "The wall"}), stream_error({"message": "Engine died.", "code": 500})))
    end = await end_of(conversation)
    assert end.text.startswith("The wall\n\nThe reply broke off before it was complete. The model server had a fault")


async def test_an_error_after_a_tool_leaves_a_usable_history(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(("list_directory", {})), refusal(500, "The server had an error."), say("Yes."))
    assert (await end_of(conversation)).reason == "model_error"
    assert (await end_of(conversation)).text == "Yes."


async def test_a_very_long_error_is_shown_in_part(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(refusal(400, "Bad. " * 10_000))
    assert len((await end_of(conversation)).text) < 600


async def test_braces_in_an_error_are_shown_as_they_are(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(refusal(400, "Expected {model} or {0}."))
    assert "Expected {model} or {0}." in (await end_of(conversation)).text
