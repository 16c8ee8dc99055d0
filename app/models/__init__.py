"""The chat model: which one answers, and how its server is spoken to."""

from app.models.choosing import ChosenModel, chosen_model

__all__ = ["ChosenModel", "chosen_model"]
