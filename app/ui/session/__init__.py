"""One tab of the page: its conversation, and what it signals beside messages."""
