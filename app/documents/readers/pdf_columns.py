"""The reading order of a page that is set in two columns of prose."""

import pypdfium2

_FEWEST_LINES = 6
_MOST_RECTS = 5_000
# A line of prose fills its column; a cell of a table seldom does.
_FILLED = 0.6

Rect = tuple[float, float, float, float]


def column_text(text: pypdfium2.PdfTextPage, width: float) -> str:
    """The text of a page in two columns, left one first; "" when it is not surely set like that."""
    count = text.count_rects()
    if not 2 * _FEWEST_LINES <= count <= _MOST_RECTS:
        return ""
    rects = [text.get_rect(index) for index in range(count)]
    gutter = _gutter(rects, width)
    if gutter is None:
        return ""
    left = [rect for rect in rects if rect[2] <= gutter]
    right = [rect for rect in rects if rect[0] >= gutter]
    if not (_is_prose(left) and _is_prose(right)):
        return ""
    return _joined(text, left) + "\n" + _joined(text, right)


def _gutter(rects: list[Rect], width: float) -> float | None:
    """A place near the middle that no text crosses."""
    tries = [width * share / 100 for share in range(44, 57)]
    return next((x for x in tries if not any(rect[0] < x < rect[2] for rect in rects)), None)


def _is_prose(rects: list[Rect]) -> bool:
    if len(rects) < _FEWEST_LINES:
        return False
    column = max(rect[2] for rect in rects) - min(rect[0] for rect in rects)
    widths = sorted(rect[2] - rect[0] for rect in rects)
    return widths[len(widths) // 2] >= _FILLED * column


def _joined(text: pypdfium2.PdfTextPage, rects: list[Rect]) -> str:
    """The text inside of one column's outline."""
    left, bottom, right, top = (
        pick(edge) for pick, edge in zip((min, min, max, max), zip(*rects, strict=True), strict=True)
    )
    return str(text.get_text_bounded(left - 1, bottom - 1, right + 1, top + 1))
