"""What watches the folders that somebody looks at."""

from pathlib import Path

from app.ui.panel.watching import Watching


async def test_what_comes_before_the_watch_has_begun_is_told(tmp_path: Path) -> None:
    with Watching().viewer(frozenset({tmp_path})) as viewer:
        (tmp_path / "new.txt").write_text("x")
        assert await viewer.wait(30) == [tmp_path]
