"""Errors that are no overflow of the context window, however near they come."""

from overflow_shapes import AT_ONCE, error, flat, in_stream
from replies import Answer, Mark, Reply, chunk, chunks

_INVALID = {"type": "invalid_request_error"}

OTHERS: dict[str, Reply] = {
    "Groq: a call that failed": error(
        400,
        "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
        **_INVALID,
        code="tool_use_failed",
        failed_generation='<function=read_file{"file_path": "a.txt"',
    ),
    "Groq: a failed call that speaks of windows": error(
        400,
        "Failed to call a function. Please adjust your prompt.",
        **_INVALID,
        code="tool_use_failed",
        failed_generation="The paper says: this model's maximum context length is 8192 tokens",
    ),
    "Azure: content filter": error(
        400,
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type=None,
        param="prompt",
        code="content_filter",
    ),
    "no credit": error(
        429,
        "You exceeded your current quota, please check your plan and billing details.",
        type="insufficient_quota",
        code="insufficient_quota",
    ),
    "requests a minute": error(
        429,
        "Rate limit reached for gpt-4.1-mini in organization org-x on requests per min (RPM): Limit 3, Used 3,"
        " Requested 1. Please try again in 20s.",
        type="requests",
        code="rate_limit_exceeded",
    ),
    "tokens a minute": error(
        429,
        "Rate limit reached for gpt-4.1-mini in organization org-x on tokens per min (TPM): Limit 200000, Used"
        " 199000, Requested 2000. Please try again in 300ms.",
        type="tokens",
        code="rate_limit_exceeded",
    ),
    "Anthropic: tokens a minute": error(
        429,
        "This request would exceed your organization's rate limit of 40,000 input tokens per minute.",
        type="rate_limit_error",
    ),
    "Gemini: quota": Answer(
        429,
        [
            {
                "error": {
                    "code": 429,
                    "status": "RESOURCE_EXHAUSTED",
                    "message": "You exceeded your current quota."
                    " Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: 250000",
                }
            }
        ],
        AT_ONCE,
    ),
    "max_tokens above the model's output": error(
        400,
        "max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you"
        " provided 200000.",
        **_INVALID,
        param="max_tokens",
        code="invalid_value",
    ),
    "Anthropic: max_tokens": error(
        400,
        "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens for this model",
        **_INVALID,
    ),
    "a tool's name too long": error(
        400,
        "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a"
        " string with length 80 instead.",
        **_INVALID,
        param="tools[0].function.name",
        code="string_above_max_length",
    ),
    "a call's name too long": error(
        400,
        "Invalid 'messages[2].tool_calls[0].function.name': string too long. Expected a string with maximum length"
        " 64, but got a string with length 80 instead.",
        **_INVALID,
        param="messages[2].tool_calls[0].function.name",
        code="string_above_max_length",
    ),
    "a call's id too long": error(
        400,
        "Invalid 'messages[3].tool_call_id': string too long. Expected a string with maximum length 40, but got a"
        " string with length 64 instead.",
        **_INVALID,
        param="messages[3].tool_call_id",
        code="string_above_max_length",
    ),
    "too many tools": error(
        400,
        "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length"
        " 200 instead.",
        **_INVALID,
        param="tools",
        code="array_above_max_length",
    ),
    "unknown parameter": error(
        400, "Unknown parameter: 'context_length'.", **_INVALID, param="context_length", code="unknown_parameter"
    ),
    "unsupported parameter": error(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        **_INVALID,
        param="max_tokens",
        code="unsupported_parameter",
    ),
    "invalid tool schema": error(
        400,
        "Invalid schema for function 'read_file': schema must be a JSON Schema of 'type: \"object\"'.",
        **_INVALID,
        param="tools[0].function.parameters",
        code="invalid_function_parameters",
    ),
    "calls without results": error(
        400,
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        **_INVALID,
        param="messages",
        code=None,
    ),
    "effort with tools": error(
        400, "Function tools are not supported for gpt-6-luna in /v1/chat/completions.", **_INVALID
    ),
    "no tools": error(400, "registry.ollama.ai/library/gemma:2b does not support tools", type="api_error"),
    "an echo of what was sent": flat(
        422,
        [
            {
                "type": "string_type",
                "loc": ["body", "messages", 1, "content"],
                "msg": "Input should be a valid string",
                "input": ["This model's maximum context length is 8192 tokens, says the paper."],
            }
        ],
    ),
    "the memory of the server": error(
        500, "llama runner process has terminated: cudaMalloc failed: out of memory", type="api_error"
    ),
    "400 as a page": Answer(400, "<html><h1>400 Bad Request</h1></html>"),
    "401": error(401, "Incorrect API key provided: sk-x.", **_INVALID, code="invalid_api_key"),
    "403": error(403, "Your key has exceeded its permissions.", code="permission_denied"),
    "404": error(404, "The model `gpt-4-32k-context` does not exist.", **_INVALID, code="model_not_found"),
    "404, empty": Answer(404, ""),
    "408": error(408, "Request timed out."),
    "409": error(409, "The request conflicts with another one."),
    "500": error(500, "The server had an error while processing your request.", type="server_error"),
    "500, empty": Answer(500, "", AT_ONCE),
    "503": error(503, "The model is overloaded. The request queue length limit is exceeded.", type="unavailable_error"),
    "504 as a page": Answer(504, "<html><h1>504 Gateway Time-out</h1></html>", AT_ONCE),
    "in the stream": in_stream("The server had an error while processing your request.", type="server_error"),
    "in the stream: rate": in_stream("Rate limit reached on tokens per min: Limit 6000, Used 5900, Requested 200."),
    "broken JSON": chunks("data: {bad\n\n"),
    "a broken connection": chunks(chunk({"content": "The "}), Mark.DROP),
}
