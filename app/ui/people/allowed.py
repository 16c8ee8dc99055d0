"""Who may sign in through OAuth."""


def is_allowed(identifier: str, allowed: str) -> bool:
    """Whether a list such as `jo@example.com, @example.org` or `*` has `identifier` in it."""
    known = identifier.casefold()
    entries = [entry.strip().casefold() for entry in allowed.split(",")]
    return "*" in entries or known in entries or f"@{known.rpartition('@')[2]}" in entries
