"""The history when the app starts, and when it cannot be written."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from chainlit.types import Feedback
from histories import emptied, history_at, listed, steps_of, translated
from postgres import running_postgres
from sqlalchemy import inspect, text

from app.settings import SettingsError, settings_from
from app.ui.history.database import engine_at, file_of
from app.ui.history.opening import make_ready
from app.ui.history.schema import metadata

_OLD, _WITH_DOUBLES = "0001", "0002"
_OLD_ROWS = (
    "INSERT INTO users VALUES ('u', 'jo', 'Jo', '2025-01-01T00:00:00Z', '{}')",
    "INSERT INTO threads VALUES ('t', 'u', '2025-01-01T00:00:00Z', 'Old talk', 'old talk', '[]', '{\"a\": 1}')",
    "INSERT INTO steps VALUES ('s', 't', '2025-01-01T00:00:01Z', 'x', '{\"id\": \"s\", \"output\": \"x\"}')",
)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield translated(url)


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "postgresql":
        return await emptied(request.getfixturevalue("postgres"))
    return translated(f"sqlite:///{tmp_path / 'new' / 'history.db'}")


async def run_on(url: str, *statements: str) -> None:
    engine = engine_at(url)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement.replace(":", r"\:")))
    await engine.dispose()


async def test_a_database_of_the_version_before_is_opened_with_all_that_is_in_it(url: str, tmp_path: Path) -> None:
    await asyncio.to_thread(make_ready, url, _OLD)
    await run_on(url, *_OLD_ROWS)
    async with history_at(url, tmp_path) as layer:
        thread = await layer.get_thread("t")
        await layer.save_memory("t", {"new": True})
        assert await layer.memory_of("t") == {"new": True}
        assert await listed(layer, "u", search="OLD") == ["t"]
    assert thread is not None
    assert (thread["userIdentifier"], thread["name"], thread["metadata"]) == ("jo", "Old talk", {"a": 1})
    assert [kept["output"] for kept in thread["steps"]] == ["x"]
    if file := file_of(url):
        copy = file.with_name("history.db.0001.bak")
        assert {path.stat().st_mode & 0o777 for path in (file, copy)} == {0o600}
        async with history_at(translated(f"sqlite:///{copy}"), tmp_path) as layer:
            assert list(await steps_of(layer, "t")) == ["s"]


async def test_of_the_words_on_one_step_that_were_kept_before_the_newest_is_left(url: str, tmp_path: Path) -> None:
    await asyncio.to_thread(make_ready, url, _WITH_DOUBLES)
    words = ("('z', 's', 0, 'first')", "('a', 's', 1, 'last')", "('m', 's2', 0, NULL)")
    more = _OLD_ROWS[2].replace("'s'", "'s2'").replace('"s"', '"s2"')
    await run_on(url, *_OLD_ROWS, more, *(f"INSERT INTO feedbacks VALUES {word}" for word in words))
    async with history_at(url, tmp_path) as layer:
        thread = await layer.whole_thread("t")
        assert thread is not None
        told = [(step["id"], dict(step["feedback"] or {})["comment"]) for step in thread["steps"]]
        assert told == [("s", "last"), ("s2", None)]
        await layer.upsert_feedback(Feedback(forId="s", value=0, comment="again"))
        assert (await steps_of(layer, "t"))["s"]["feedback"]["comment"] == "again"


async def test_the_migrations_make_the_tables_that_the_code_knows(url: str) -> None:
    # Two apps that start at once wait for each other.
    await asyncio.gather(*(asyncio.to_thread(make_ready, url) for _ in range(3)))
    engine = engine_at(url)
    async with engine.connect() as connection:
        made = await connection.run_sync(
            lambda c: {
                table: (
                    [(column["name"], column["nullable"]) for column in inspect(c).get_columns(table)],
                    sorted(str(index["name"]) for index in inspect(c).get_indexes(table) if not index["unique"]),
                )
                for table in inspect(c).get_table_names()
                if table != "alembic_version"
            }
        )
    await engine.dispose()
    known = {
        name: (
            [(column.name, bool(column.nullable)) for column in table.columns],
            sorted(str(index.name) for index in table.indexes if not index.unique),
        )
        for name, table in metadata.tables.items()
    }
    assert made == known


async def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(url: str) -> None:
    await asyncio.to_thread(make_ready, url)
    await run_on(url, "UPDATE alembic_version SET version_num = '9999'")
    for _ in range(2):
        with pytest.raises(SettingsError, match=r"form of a newer version \(9999\); start that version"):
            await asyncio.to_thread(make_ready, url)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mysql://jo:s3cret@host/name", "postgresql:// or sqlite:///"),
        ("s3cret", "postgresql:// or sqlite:///"),
        ("postgresql://jo:s3cret@host", "postgresql://user:password@host:5432/name"),
        ("postgresql://jo:s3cret#x@host/name", "%23"),
        ("postgresql://jo:s3cret@host:port/name", "postgresql://user:password@host:5432/name"),
        ("postgresql://jo:s3cret@host/name?application=x", "nothing but sslmode"),
        ("sqlite://s3cret.db", "sqlite:///name.db"),
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(given: str, said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        settings_from({"HISTORY_URL": given})
    assert str(refused.value).startswith("HISTORY_URL")
    assert said in str(refused.value)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "translation"),
    [
        ("postgres://jo:x@host/name?sslmode=require", "postgresql+asyncpg://jo:x@host/name?ssl=require"),
        ("postgresql://jo:x@host:5433/name", "postgresql+asyncpg://jo:x@host:5433/name"),
        ("postgresql+asyncpg://host/name", "postgresql+asyncpg://host/name"),
        ("sqlite:////data/my.db", "sqlite+aiosqlite:////data/my.db"),
    ],
)
def test_an_address_is_taken_as_people_write_it(given: str, translation: str) -> None:
    assert settings_from({"HISTORY_URL": given}).history_url == translation


def test_a_database_that_cannot_be_reached_is_named_in_one_sentence_without_its_password(
    postgres: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("a file")
    for url in (
        postgres.replace("s3cret", "wr0ng"),
        postgres.replace("/postgres", "/no_such"),
        "postgresql+asyncpg://jo:wr0ng@127.0.0.1:1/name",
        f"sqlite+aiosqlite:///{tmp_path / 'file' / 'history.db'}",
    ):
        with pytest.raises(SettingsError, match=r"^the history at .* cannot be opened: .+") as refused:
            make_ready(url)
        assert "wr0ng" not in str(refused.value)
        assert "\n" not in str(refused.value)


def broken(content: bytes, how: str) -> bytes:
    middle = len(content) // 2
    match how:
        case "random":
            return content[:4096] + random.Random(5).randbytes(len(content) - 4096)
        case "cut":
            return content[:middle]
    return b"" if how == "empty" else b"no database, but long enough to be looked at as one" * 50


@pytest.mark.parametrize("how", ["random", "cut", "empty", "other"])
def test_a_damaged_database_is_named_with_what_to_do_and_left_as_it_is(tmp_path: Path, how: str) -> None:
    file = tmp_path / "history.db"
    url = translated(f"sqlite:///{file}")
    make_ready(url, _OLD)
    make_ready(url)
    file.write_bytes(damaged := broken(file.read_bytes(), how))
    for _ in range(2):
        with pytest.raises(SettingsError) as refused:
            make_ready(url)
        said = str(refused.value)
        assert said.startswith(f"the history in {file} is damaged (")
        assert "move it away" in said
        assert said.endswith("the newest copy is history.db.0001.bak beside it")
        assert "\n" not in said
    assert file.read_bytes() == damaged
    file.rename(tmp_path / "moved")
    make_ready(url)
