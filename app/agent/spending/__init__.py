"""Limits on tokens and cost: of a turn, of its conversation, and of its person in a day."""
