"""How servers say that the input does not fit, and what looks like it but is something else.

Status and body, or a stream, as the servers send them; `AT_ONCE` keeps the client from
trying again what would be refused again.
"""

import json

from replies import Answer, Reply, chunk, chunks, stream_error

AT_ONCE = {"x-should-retry": "false"}


def error(http: int, message: str, **more: object) -> Answer:
    """An error under the key `error`."""
    return Answer(http, {"error": {"message": message, **more}}, AT_ONCE)


def flat(status: int, message: object, **more: object) -> Answer:
    """An error without that key."""
    return Answer(status, {"object": "error", "message": message, **more}, AT_ONCE)


def in_stream(message: str, **more: object) -> Reply:
    """An error after the first, still empty, chunk of HTTP 200."""
    return chunks(chunk({"role": "assistant", "content": ""}), stream_error({"message": message, **more}))


_INVALID = {"type": "invalid_request_error"}
_OPENAI = "This model's maximum context length is 8192 tokens. However, your messages resulted in 10021 tokens."
_PROMPT_TOO_LONG = "prompt is too long: 213456 tokens > 200000 maximum"
_RESPONSES = "Your input exceeds the context window of this model. Please adjust your input and try again."
_LM_STUDIO = (
    "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context"
    " length of only 4096 tokens, which is not enough. Try to load the model with a larger context length"
)
_LLAMA_CPP = "request (6031 tokens) exceeds the available context size (2048 tokens), try increasing it"

SHAPES: dict[str, Reply] = {
    "OpenAI": error(400, _OPENAI, **_INVALID, param="messages", code="context_length_exceeded"),
    "OpenAI, code alone": error(400, "Invalid request.", **_INVALID, code="context_length_exceeded"),
    "OpenAI, configured limit": error(
        400,
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300012 tokens.",
        **_INVALID,
        param="messages",
        code="context_length_exceeded",
    ),
    "OpenAI Responses": error(400, _RESPONSES, **_INVALID, param="input", code="context_length_exceeded"),
    "OpenAI Responses, text alone": error(400, _RESPONSES, **_INVALID),
    "OpenAI Responses, in the stream": in_stream(_RESPONSES, type="invalid_request_error"),
    "OpenAI, one string too long": error(
        400,
        "Invalid 'messages[3].content': string too long. Expected a string with maximum length 10485760, but got"
        " a string with length 20971520 instead.",
        **_INVALID,
        param="messages[3].content",
        code="string_above_max_length",
    ),
    "OpenAI, tokens a minute": error(
        429,
        "Request too large for gpt-4.1-mini in organization org-x on tokens per min (TPM): Limit 30000, Requested"
        " 45000. The input or output tokens must be reduced in order to run successfully.",
        type="tokens",
        code="rate_limit_exceeded",
    ),
    "Azure": error(400, _OPENAI, **_INVALID, param="messages", code="context_length_exceeded"),
    "Groq": error(
        400,
        "Please reduce the length of the messages or completion.",
        **_INVALID,
        param="messages",
        code="context_length_exceeded",
    ),
    "Groq, tokens a minute": error(
        413,
        "Request too large for model `llama-3.3-70b` in organization `org_x` on tokens per minute (TPM): Limit"
        " 6000, Requested 9912, please reduce your message size and try again.",
        type="tokens",
        code="rate_limit_exceeded",
    ),
    "vLLM, old": flat(
        400,
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the"
        " messages, 1000 in the completion). Please reduce the length of the messages or completion.",
        type="BadRequestError",
        param=None,
        code=400,
    ),
    "vLLM, new": error(
        400,
        "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please"
        " reduce the length of the input messages.",
        type="BadRequestError",
        param=None,
        code=400,
    ),
    "vLLM, max_tokens": error(
        400,
        "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 8192"
        " tokens and your request has 4000 input tokens (5000 > 8192 - 4000).",
        type="BadRequestError",
        param=None,
        code=400,
    ),
    "vLLM, prompt": flat(
        400,
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that"
        " `max_model_len` is no smaller than the number of text tokens.",
        type="BadRequestError",
        code=400,
    ),
    "llama.cpp": error(400, _LLAMA_CPP, code=400, type="exceed_context_size_error", n_prompt_tokens=6031, n_ctx=2048),
    "llama.cpp, older": error(
        400,
        "the request exceeds the available context size. try increasing the context size or enable context shift",
        code=400,
        type="invalid_request_error",
    ),
    "llama.cpp, while it runs": error(500, "Context size has been exceeded.", code=500, type="server_error"),
    "llama.cpp, in the stream": in_stream("Context size has been exceeded.", code=500, type="server_error"),
    "llama-cpp-python": error(
        400,
        "This model's maximum context length is 2048 tokens, however you requested 3000 tokens (2500 in your"
        " prompt; 500 for the completion). Please reduce your prompt; or completion length.",
        **_INVALID,
        param="messages",
        code="context_length_exceeded",
    ),
    "llama-cpp-python, ValueError": error(
        500, "Requested tokens (2031) exceed context window of 512", type="internal_server_error", code=None
    ),
    "Ollama": error(
        400,
        "the prompt is longer than the context length currently available to the model; shorten the prompt or"
        " raise num_ctx",
        type="invalid_request_error",
    ),
    "Ollama, input": error(
        400, "the input length exceeds the context length", type="invalid_request_error", param=None, code=None
    ),
    "LM Studio": Answer(400, {"error": _LM_STUDIO}),
    "LM Studio, n_keep": Answer(
        400,
        {
            "error": "The number of tokens to keep from the initial prompt is greater than the context length"
            " (n_keep: 7402 >= n_ctx: 4096). Try to load the model with a larger context length."
        },
    ),
    "LM Studio, in the stream": chunks(f"event: error\ndata: {json.dumps({'error': {'message': _LM_STUDIO}})}\n\n"),
    "LM Studio, as text in the stream": chunks(stream_error(_LM_STUDIO)),
    "LiteLLM": error(
        400,
        "litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: OpenAIException -"
        f" {_OPENAI}",
        type=None,
        param=None,
        code="400",
    ),
    "LiteLLM, Anthropic": error(
        400,
        "litellm.BadRequestError: AnthropicException - "
        + json.dumps({"type": "error", "error": {**_INVALID, "message": _PROMPT_TOO_LONG}}),
        type=None,
        param=None,
        code="400",
    ),
    "OpenRouter": error(
        400,
        "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens"
        " (149000 of text input, 1000 of tool input). Please reduce the length of either one, or use the"
        ' "middle-out" transform to compress your prompt automatically.',
        code=400,
    ),
    "OpenRouter, of a provider": error(
        400,
        "Provider returned error",
        code=400,
        metadata={"raw": json.dumps({"error": {"message": _PROMPT_TOO_LONG}}), "provider_name": "Anthropic"},
    ),
    "OpenRouter, inside HTTP 200": Answer(200, {"error": {"message": _OPENAI, "code": 400}}),
    "Together": error(
        422,
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens"
        " and 512 `max_new_tokens`",
        **_INVALID,
        param=None,
        code=None,
    ),
    "TGI": Answer(
        422,
        {
            "error": "Input validation error: `inputs` must have less than 4095 tokens. Given: 6000",
            "error_type": "validation",
        },
    ),
    "Mistral": flat(
        400,
        "Prompt contains 40021 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        type="invalid_request_prompt",
        param=None,
        code="3051",
    ),
    "DeepSeek": error(
        400,
        "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (139000 in the"
        " messages, 1000 in the completion). Please reduce the length of the messages or completion.",
        **_INVALID,
        param=None,
        code="invalid_request_error",
    ),
    "Gemini": Answer(
        400,
        [
            {
                "error": {
                    "code": 400,
                    "status": "INVALID_ARGUMENT",
                    "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (4096).",
                }
            }
        ],
    ),
    "Gemini, older": error(
        400,
        "The input token count exceeds the maximum number of tokens allowed 1048576.",
        code=400,
        status="INVALID_ARGUMENT",
    ),
    "Cerebras": Answer(400, ""),
    "nginx": Answer(413, "<html><head><title>413 Request Entity Too Large</title></head></html>"),
    "Anthropic": error(400, _PROMPT_TOO_LONG, **_INVALID),
    "Anthropic, its own form": Answer(400, {"type": "error", "error": {**_INVALID, "message": _PROMPT_TOO_LONG}}),
    "Anthropic, with output": error(
        400,
        "input length and `max_tokens` exceed context limit: 197000 + 8192 > 200000, decrease input length or"
        " `max_tokens` and try again",
        **_INVALID,
    ),
    "Anthropic, too many bytes": error(413, "Request exceeds the maximum size", type="request_too_large"),
    "Bedrock": error(400, "Input is too long for requested model.", type="ValidationException"),
    "xAI": Answer(
        400,
        {
            "code": "Client specified an invalid argument",
            "error": "This model's maximum prompt length is 131072 but the request contains 140233 tokens.",
        },
    ),
    "Qwen": error(
        400,
        "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
        **_INVALID,
        param=None,
        code="invalid_parameter_error",
    ),
    "Moonshot": error(
        400, "Invalid request: Your request exceeded model token limit: 131072", type="invalid_request_error"
    ),
    "Cohere": flat(
        400,
        "too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 130021. Try using a"
        " shorter prompt or enabling prompt truncation.",
    ),
    "GitHub Models": error(
        413, "Request body too large for gpt-4o model. Max size: 8000 tokens.", code="tokens_limit_reached"
    ),
    "GitHub Copilot": error(
        400, "prompt token count of 140000 exceeds the limit of 128000", code="model_max_prompt_tokens_exceeded"
    ),
    "SGLang": flat(
        400,
        "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
        type="BadRequestError",
        param=None,
        code=400,
    ),
    "SGLang, with output": flat(
        400,
        "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of"
        " 9500 tokens: 9000 tokens from the input messages and 500 tokens for the completion.",
        code=400,
    ),
    "Fireworks": error(
        400, "The prompt is too long: 140000, model maximum context length: 131071", **_INVALID, code=None
    ),
}
