"""The tables of the history: what Chainlit gives is kept whole, as JSON, beside what is looked for.

A change here is a new file in migrations/versions.
"""

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()


def _of(column: str) -> ForeignKey:
    """What belongs to a row goes with it."""
    return ForeignKey(column, ondelete="CASCADE")


users = Table(
    "users",
    metadata,
    Column("id", String, primary_key=True),
    Column("identifier", String, nullable=False, unique=True),
    Column("display_name", String),
    Column("created_at", String, nullable=False),
    Column("metadata", JSON, nullable=False),
)

# `folded` is the text that a search looks through.
threads = Table(
    "threads",
    metadata,
    Column("id", String, primary_key=True),
    Column("user_id", String, _of("users.id")),
    Column("created_at", String, nullable=False),
    Column("name", Text),
    Column("folded", Text, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("metadata", JSON, nullable=False),
    Index("threads_of_user", "user_id", "created_at", "id"),
)

steps = Table(
    "steps",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, _of("threads.id"), nullable=False),
    Column("created_at", String, nullable=False),
    Column("folded", Text, nullable=False),
    Column("body", JSON, nullable=False),
    Index("steps_of_thread", "thread_id", "created_at"),
)

elements = Table(
    "elements",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, _of("threads.id"), nullable=False),
    Column("created_at", String, nullable=False),
    Column("body", JSON, nullable=False),
    Index("elements_of_thread", "thread_id", "created_at"),
)

feedbacks = Table(
    "feedbacks",
    metadata,
    Column("id", String, primary_key=True),
    Column("step_id", String, _of("steps.id"), nullable=False),
    Column("value", Integer, nullable=False),
    Column("comment", Text),
    Index("feedbacks_of_step", "step_id", unique=True),
)

# What the agent knew in a conversation.
memories = Table(
    "memories",
    metadata,
    Column("thread_id", String, _of("threads.id"), primary_key=True),
    Column("body", JSON, nullable=False),
)
