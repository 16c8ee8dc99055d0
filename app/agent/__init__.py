"""The agent: the loop, its limits, and what the model is shown."""

from app.agent.conversation import Conversation
from app.agent.loop import Agent

__all__ = ["Agent", "Conversation"]
