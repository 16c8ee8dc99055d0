"""A step has one word of a person on it, the newest."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_ORDER = {"sqlite": "rowid", "postgresql": "ctid"}


def upgrade() -> None:
    place = _ORDER[op.get_bind().dialect.name]
    newer = f"newer.step_id = feedbacks.step_id AND newer.{place} > feedbacks.{place}"
    op.execute(sa.text(f"DELETE FROM feedbacks WHERE EXISTS (SELECT 1 FROM feedbacks AS newer WHERE {newer})"))
    op.drop_index("feedbacks_of_step", "feedbacks")
    op.create_index("feedbacks_of_step", "feedbacks", ["step_id"], unique=True)
