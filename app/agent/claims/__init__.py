"""What an answer claims to have done, held against what was done."""

from app.agent.claims.support import unsupported

__all__ = ["unsupported"]
