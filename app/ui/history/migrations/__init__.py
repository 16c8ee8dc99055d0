"""The versions of the history's tables, which Alembic brings one after another."""
