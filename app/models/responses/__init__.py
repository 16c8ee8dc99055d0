"""The Responses API, for a chat model that speaks of chat completions."""

from app.models.responses.events import Events
from app.models.responses.refusals import Refusals
from app.models.responses.request import REASONING, request_for

__all__ = ["REASONING", "Events", "Refusals", "request_for"]
