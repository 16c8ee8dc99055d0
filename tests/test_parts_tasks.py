"""The list of what is being read in parts, at the end of a turn: only what failed is marked as failed."""

import pytest


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_was_under_way_counts_as_failed_only_where_it_failed() -> None:
    # Imported here: the library warns while it is imported, and takes seconds for it.
    from chainlit.element import TaskStatus

    from app.ui.turn.tasks import at_end

    running, ready, done, failed = TaskStatus.RUNNING, TaskStatus.READY, TaskStatus.DONE, TaskStatus.FAILED
    assert [at_end(running, reason) for reason in ("answered", "stopped", "token_limit", "model_error")] == [
        done,
        ready,
        ready,
        failed,
    ]
    assert [at_end(ready, reason) for reason in ("answered", "stopped", "model_error")] == [done, ready, ready]
