"""JSON as models and servers write it."""

import json
from typing import Any

_DEEPEST = 32


def json_object(raw: str) -> dict[str, Any] | None:
    """The JSON object in `raw` ("" counts as the empty one), or None when it is not a complete one.

    Raw line breaks inside strings pass: models write them, and they are not ambiguous.
    Objects nested deeper than anybody means are none either.
    """
    try:
        value = json.loads(raw or "{}", strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and _is_shallow(value, _DEEPEST) else None


def is_whole(raw: str) -> bool:
    """Whether `raw` is JSON of any kind from its beginning to its end."""
    try:
        json.loads(raw or "{}", strict=False)
    except ValueError:
        return False
    except RecursionError:
        pass
    return True


def _is_shallow(value: object, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_shallow(part, levels - 1) for part in inner)
