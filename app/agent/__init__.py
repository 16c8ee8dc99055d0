"""The agent: the loop, its limits, what the model is shown, and when the person is asked."""

from app.agent.approval import Decision
from app.agent.conversation import Conversation
from app.agent.loop import Agent

__all__ = ["Agent", "Conversation", "Decision"]
