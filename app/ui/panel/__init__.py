"""The folder beside the chat: what is in it, what a file says, and what changes there."""
