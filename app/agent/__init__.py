"""The agent: the loop, its limits, what the model is shown, and when the person is asked."""

from app.agent.conversation import Conversation
from app.agent.history import Sight
from app.agent.loop import Agent
from app.agent.person.approval import Decision
from app.agent.person.arrivals import Arrival

__all__ = ["Agent", "Arrival", "Conversation", "Decision", "Sight"]
