"""What comes next in a conversation: the calls that are still needed, or the answer."""

from app.embedded.plan.next_move import reply_to

__all__ = ["reply_to"]
