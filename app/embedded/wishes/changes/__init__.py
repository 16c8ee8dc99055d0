"""Wishes to copy, move, rename, delete and edit files and to make folders."""

from app.embedded.wishes.changes.consent import asks_what_was_done, change_in, doubtful_change, only_forbids

__all__ = ["asks_what_was_done", "change_in", "doubtful_change", "only_forbids"]
