"""Names from OpenTelemetry's conventions for generative AI, as of November 2026: they may change until they are stable.

Names of our own begin with `folio.`.
"""

OPERATION = "gen_ai.operation.name"
CHAT, INVOKE_AGENT, EXECUTE_TOOL = "chat", "invoke_agent", "execute_tool"

PROVIDER = "gen_ai.provider.name"
AGENT = "gen_ai.agent.name"
MODEL = "gen_ai.request.model"
CONVERSATION = "gen_ai.conversation.id"
SERVER, PORT = "server.address", "server.port"

INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
CACHED_TOKENS = "gen_ai.usage.cache_read.input_tokens"
REASONING_TOKENS = "gen_ai.usage.reasoning.output_tokens"
FIRST_CHUNK = "gen_ai.response.time_to_first_chunk"

TOOL = "gen_ai.tool.name"
CALL = "gen_ai.tool.call.id"
TOOL_TYPE = "gen_ai.tool.type"

ERROR = "error.type"
OTHER_ERROR = "_OTHER"

DOOR = "folio.door"
REASON = "folio.reason"
REQUESTS = "folio.requests"
ESTIMATED = "folio.usage.estimated"
COST = "folio.cost_usd"
CACHED_CALL = "folio.tool.cached"
ALLOWED = "folio.approval.allowed"
ASKED_EVENT, GIVEN_EVENT = "folio.approval.asked", "folio.approval.given"
