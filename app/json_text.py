"""JSON as models and servers write it."""

import json
from typing import Any


def json_object(raw: str) -> dict[str, Any] | None:
    """The JSON object in `raw` ("" counts as the empty one), or None when it is not a complete one.

    Raw line breaks inside strings pass: models write them, and they are not ambiguous.
    """
    try:
        value = json.loads(raw or "{}", strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
