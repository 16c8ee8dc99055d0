"""Whether a server has dropped a part of what it was sent, and answered all the same: told by what it reports."""

# Nothing that a model reads is so much shorter in tokens than in characters, but below so many that proves nothing.
_DOUBTFUL, _DOUBTFUL_FROM = 0.45, 4_000


def is_truncated(sent: int, taken: int) -> bool:
    """Whether `taken` reported tokens are too few for a request of `sent` estimated ones."""
    return sent >= _DOUBTFUL_FROM and taken < sent * _DOUBTFUL
