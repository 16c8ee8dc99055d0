"""The fixed cases that a model is checked with, each in a folder of its own."""

from app.cases.case import Case, CaseResult
from app.cases.fixed import CASES
from app.cases.running import check_model
from app.cases.saying import beginning, columns, notes_on

__all__ = ["CASES", "Case", "CaseResult", "beginning", "check_model", "columns", "notes_on"]
