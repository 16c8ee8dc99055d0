"""The record of turns: JSON lines in DATA_DIR/record, one an event, written as they happen and summed up by app.report.

What is done without a turn (uploads, "Check my model", a comparison's runs) is not in it.
"""

from app.telemetry.record.recording import Record, record_folder, record_from

__all__ = ["Record", "record_folder", "record_from"]
