"""The model that answers without a key: a rule-based helper behind the chat-completions protocol."""

from app.embedded.protocol import CONTEXT_WINDOW, MODEL_NAME, RESULT_CHARS
from app.embedded.transport import EmbeddedTransport

__all__ = ["CONTEXT_WINDOW", "MODEL_NAME", "RESULT_CHARS", "EmbeddedTransport"]
