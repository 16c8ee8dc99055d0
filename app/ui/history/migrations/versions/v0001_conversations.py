"""Users, conversations, their steps and elements, and what people thought of them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _make_users()
    _make_threads()
    _make_part("steps", sa.Column("folded", sa.Text, nullable=False))
    _make_part("elements")
    _make_feedbacks()


def _make_users() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("identifier", sa.String, nullable=False, unique=True),
        sa.Column("display_name", sa.String),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("metadata", sa.JSON, nullable=False),
    )


def _make_threads() -> None:
    op.create_table(
        "threads",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id", ondelete="CASCADE")),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("tags", sa.JSON, nullable=False),
        sa.Column("metadata", sa.JSON, nullable=False),
    )
    op.create_index("threads_of_user", "threads", ["user_id", "created_at", "id"])


def _make_part(table: str, *more: "sa.Column[str]") -> None:
    op.create_table(
        table,
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("thread_id", sa.String, sa.ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        *more,
        sa.Column("body", sa.JSON, nullable=False),
    )
    op.create_index(f"{table}_of_thread", table, ["thread_id", "created_at"])


def _make_feedbacks() -> None:
    op.create_table(
        "feedbacks",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("step_id", sa.String, sa.ForeignKey("steps.id", ondelete="CASCADE"), nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("comment", sa.Text),
    )
    op.create_index("feedbacks_of_step", "feedbacks", ["step_id"])
