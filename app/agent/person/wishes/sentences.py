"""A message as the person's own sentences."""

import re

from app.agent.prose import plain, unquoted_lines

SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。!?])|\n")


def own_lines(message: str) -> str:
    """`message` as plain text, without code blocks and block quotes."""
    return "\n".join(unquoted_lines(plain(message)))
