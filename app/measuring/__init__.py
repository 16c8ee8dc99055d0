"""One question under three conditions, and what each costs."""

from app.measuring.figures import CallMade, Condition, Measured, Run, Wanted, WhatIf
from app.measuring.pictures import all_files, write_html, write_picture
from app.measuring.running import compare, measured
from app.measuring.saying import columns, condition_name, notes_on, rows
from app.measuring.spread import Spread, spread

__all__ = [
    "CallMade",
    "Condition",
    "Measured",
    "Run",
    "Spread",
    "Wanted",
    "WhatIf",
    "all_files",
    "columns",
    "compare",
    "condition_name",
    "measured",
    "notes_on",
    "rows",
    "spread",
    "write_html",
    "write_picture",
]
