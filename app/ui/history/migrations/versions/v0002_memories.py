"""What the agent knew in a conversation."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "memories",
        sa.Column("thread_id", sa.String, sa.ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("body", sa.JSON, nullable=False),
    )
