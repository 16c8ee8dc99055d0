"""Uploads whose answer is lost, that are sent twice, that stand still, and that are more than one person's share."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from pathlib import Path

import httpx2
import pytest
from page import running_app
from visitors import PASSWORD, Visitor, visitor

from app.accounts import Accounts
from app.ui.panel.arriving import Arriving, TooSlow
from app.ui.panel.outcomes import Outcome, Outcomes

_WAY = "/folio/files/upload"
_SHARE = 4


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outcomes") / "work"


@pytest.fixture(scope="module")
def address(work: Path) -> Iterator[str]:
    data = work.parent / "data"
    for name in ("ann", "bob"):
        Accounts(data / "accounts.json").set(name, PASSWORD)
    with running_app(work, work.parent / "log", AUTH="password", DATA_DIR=str(data), FOLDERS="shared") as url:
        yield url


async def sent(page: Visitor, name: str, ticket: str) -> httpx2.Response:
    query = {"name": name, "session": page.session, "gesture": ticket, "ticket": ticket}
    return await page.http.put(_WAY, params=query, content=b"x")


async def outcome(page: Visitor, **query: str) -> httpx2.Response:
    return await page.http.get(f"{_WAY}/outcome", params=query)


@pytest.mark.slow
async def test_what_became_of_an_upload_is_told_by_its_ticket_and_sent_again_it_is_not_taken_in_again(
    address: str, work: Path
) -> None:
    async with visitor(address, "ann") as ann, visitor(address, "bob") as bob:
        first, again = [await sent(ann, "up.txt", "one") for _ in range(2)]
        lost = await outcome(ann, ticket="one")
        assert (first.status_code, first.json()["name"]) == (201, "up.txt")
        assert first.json() == again.json() == lost.json()
        assert [path.name for path in (work / "uploads").iterdir()] == ["up.txt"]
        run = (await ann.http.get(_WAY)).json()["run"]
        never = await outcome(ann, ticket="two", run=run)
        assert (never.status_code, "Nothing was kept" in never.json()["said"]) == (404, True)
        # Once that was said, it stays so.
        assert (await sent(ann, "up.txt", "two")).status_code == 404
        # Of an earlier run's, and to somebody else, nothing is claimed.
        assert (await outcome(ann, ticket="three", run="earlier")).json() == {}
        assert (await outcome(bob, ticket="one")).json() == {}
        assert (await outcome(ann, ticket="../x")).status_code == 422
        assert (await ann.http.delete(_WAY, params={"id": first.json()["id"]})).status_code == 200


@pytest.mark.slow
async def test_one_persons_uploads_leave_room_for_everybody_elses(address: str, work: Path) -> None:
    ended = asyncio.Event()

    async def slowly() -> AsyncIterator[bytes]:
        yield b"x"
        await ended.wait()

    async def upload(page: Visitor, number: int) -> httpx2.Response:
        query = {"name": "slow.txt", "session": page.session, "gesture": str(number)}
        return await page.http.put(_WAY, params=query, content=slowly())

    def under_way() -> int:
        return len(list(work.rglob("*.tmp")))

    async with visitor(address, "ann") as ann, visitor(address, "bob") as bob:
        slow = [asyncio.create_task(upload(ann, number)) for number in range(20)]
        async with asyncio.timeout(60):
            while under_way() < _SHARE:  # noqa: ASYNC110 - another process makes them
                await asyncio.sleep(0.05)
        assert (await bob.upload("quick.txt", b"b")).status_code == 201
        assert under_way() == _SHARE
        ended.set()
        assert {answer.text for answer in await asyncio.gather(*slow) if answer.status_code != 201} == set()


async def test_an_upload_that_all_but_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.panel.arriving._SILENCE_SECONDS", 0.3)

    async def trickle() -> AsyncIterator[bytes]:
        while True:
            yield b"x"
            await asyncio.sleep(0.01)

    arriving = Arriving(trickle(), 1_000_000)
    with pytest.raises(TooSlow):
        await asyncio.wait_for(asyncio.to_thread(list, arriving), 60)


@pytest.mark.slow
def test_after_a_restart_an_upload_is_found_by_its_ticket_still(tmp_path: Path) -> None:
    told = []
    for first in (True, False):
        with running_app(tmp_path / "work", tmp_path / "log") as url:
            told.append(asyncio.run(_sent_or_asked(url, first)))
    assert {**told[0], "id": ""} == {**told[1], "id": ""}
    assert told[1]["name"] == "up.txt"


async def _sent_or_asked(url: str, first: bool) -> dict[str, object]:
    async with visitor(url, "") as you:
        answer = await (sent(you, "up.txt", "one") if first else outcome(you, ticket="one"))
        told: dict[str, object] = answer.json()
        return told


async def test_what_is_under_way_is_never_forgotten_for_what_came_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.panel.outcomes._KEPT", 3)
    outcomes, comes = Outcomes(), asyncio.Event()

    async def late() -> Outcome:
        await comes.wait()
        return Outcome(HTTPStatus.CREATED, {"name": "late"})

    async def soon() -> Outcome:
        return Outcome(HTTPStatus.CREATED, {"name": "soon"})

    first = asyncio.create_task(outcomes.once("ann", "first", late))
    for number in range(9):
        await outcomes.once("ann", f"t{number}", soon)
    again = asyncio.create_task(outcomes.once("ann", "first", soon))
    await asyncio.sleep(0)
    comes.set()
    assert [(await asked).told["name"] for asked in (first, again)] == ["late", "late"]
