"""Conversations in the database, SQLite and PostgreSQL alike: kept in order, found again, removed as a whole."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import chainlit as cl
import pytest
from chainlit.context import init_http_context
from chainlit.types import Feedback, Pagination, ThreadFilter
from histories import begin, emptied, history_at, listed, step, steps_of, translated, user_of
from postgres import running_postgres

from app.ui.history.layer import HistoryLayer

_CALLS = [(f"c{n}", "tool", "run") for n in range(6)]


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield translated(url)


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "postgresql":
        return await emptied(request.getfixturevalue("postgres"))
    return translated(f"sqlite:///{tmp_path / 'history.db'}")


@pytest.fixture
async def layer(url: str, tmp_path: Path) -> AsyncIterator[HistoryLayer]:
    async with history_at(url, tmp_path / "elements") as open_layer:
        yield open_layer


async def test_three_hundred_steps_at_once_lose_nothing_in_whatever_order_they_come(url: str, tmp_path: Path) -> None:
    async with history_at(url, tmp_path) as layer:
        await begin(layer, "t", "a turn", await user_of(layer, "jo"))
        told = [
            act
            for n in range(300)
            for act in (
                layer.create_step(step("t", f"s{n}")),
                layer.update_step(step("t", f"s{n}", input="{}", output=f"result {n}", end="2026-01-01T00:00:01Z")),
            )
        ]
        random.Random(5).shuffle(told)
        waited_for_by_nobody = [asyncio.ensure_future(act) for act in told]
    async with history_at(url, tmp_path) as again:
        kept = await steps_of(again, "t")
    assert len(waited_for_by_nobody) == 600
    assert [kept[f"s{n}"]["output"] for n in range(300)] == [f"result {n}" for n in range(300)]
    assert {(one["input"], one["end"]) for one in kept.values()} == {("{}", "2026-01-01T00:00:01Z")}


async def test_a_text_is_never_replaced_by_nothing_and_everything_else_is(layer: HistoryLayer) -> None:
    await begin(layer, "t", "a turn", await user_of(layer, "jo"))
    await layer.update_step(step("t", "s", input="in", output="out", isError=True, unheard_of=[1, {"a": "\0\ud800"}]))
    await layer.update_step(step("t", "s", isError=False, metadata={"icon": "x"}))
    await layer.create_step(step("t", "s", output="older"))
    kept = (await steps_of(layer, "t"))["s"]
    assert (kept["input"], kept["output"], kept["isError"], kept["metadata"]) == ("in", "out", False, {"icon": "x"})
    await layer.update_step(step("t", "s", output="\0\ud800 any text", unheard_of=[1, {"a": "\0\ud800"}]))
    kept = (await steps_of(layer, "t"))["s"]
    assert (kept["output"], kept["unheard_of"]) == ("\0? any text", [1, {"a": "\0?"}])
    assert "streaming" not in kept


async def test_steps_come_back_oldest_first_with_the_word_on_them(layer: HistoryLayer) -> None:
    await begin(layer, "t", "a turn", await user_of(layer, "jo"))
    for id, at in (("c", "03"), ("a", "01"), ("b", "02")):
        await layer.create_step(step("t", id, createdAt=f"2026-01-01T00:00:{at}Z"))
    first = await layer.upsert_feedback(feedback=Feedback(forId="b", value=0, comment="so so"))
    id = await layer.upsert_feedback(feedback=Feedback(forId="b", value=1, comment="good", id="forged"))
    assert id == first
    kept = await steps_of(layer, "t")
    assert list(kept) == ["a", "b", "c"]
    assert kept["b"]["feedback"] == {"id": id, "forId": "b", "value": 1, "comment": "good"}
    assert await layer.delete_feedback(feedback_id=id)
    assert "feedback" not in (await steps_of(layer, "t"))["b"]


async def test_a_conversation_keeps_its_owner_and_merges_what_it_is_told(layer: HistoryLayer) -> None:
    jo, al = await user_of(layer, "jo"), await user_of(layer, "al")
    await layer.update_thread("never written", metadata={"chat_profile": "x"})
    assert await layer.get_thread("never written") is None
    # The first message is told before its conversation is.
    init_http_context(thread_id="t")
    await layer.create_step(step("t", "s", type="user_message", output="hello"))
    await layer.update_thread("t", name="hello", user_id=jo, tags=["reader"])
    await layer.update_thread("t", metadata={"a": 1, "b": 1})
    await layer.update_thread("t", name="renamed", user_id=al, metadata={"b": 2})
    thread = await layer.get_thread("t")
    assert thread is not None
    assert (thread["userIdentifier"], thread["userId"]) == ("jo", jo)
    assert (thread["name"], thread["tags"], thread["metadata"]) == ("renamed", ["reader"], {"a": 1, "b": 2})
    assert (await layer.get_thread_author("t"), await layer.memory_owner("t")) == ("jo", "jo")
    assert (await layer.get_thread_author("no such"), await layer.memory_owner("no such")) == ("", None)
    assert (await layer.get_user(identifier="jo"), await layer.get_user("nobody")) == (
        await layer.create_user(cl.User(identifier="jo")),
        None,
    )


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  a  new\nname ", "a new name"),
        (" \n\t\u200b\u3000", "hello"),
        ("", "hello"),
        ("あ" * 1_000_000, "あ" * 199 + "…"),
    ],
)
async def test_a_conversation_has_a_name_that_can_be_seen_and_fits_on_a_line(
    layer: HistoryLayer, given: str, kept: str
) -> None:
    jo = await user_of(layer, "jo")
    await begin(layer, "t", "hello", jo)
    await layer.update_thread("t", name=given)
    thread = await layer.get_thread("t")
    assert thread is not None
    assert thread["name"] == kept
    assert await listed(layer, jo, search=kept[:100]) == ["t"]


async def test_a_session_changes_nothing_of_another_conversation(layer: HistoryLayer) -> None:
    jo, al = await user_of(layer, "jo"), await user_of(layer, "al")
    await begin(layer, "hers", "hers", jo)
    await layer.create_step(step("hers", "s", output="hers"))
    await layer.create_element(cl.File(thread_id="hers", id="e", name="a.txt", content=b"hers", for_id="s"))
    before = await layer.get_thread("hers")
    await begin(layer, "his", "his", al)
    for thread_id in ("hers", "his"):
        await layer.create_step(step(thread_id, "s", output="his"))
        await layer.update_step(step(thread_id, "s", output="his"))
        await layer.create_element(cl.File(thread_id=thread_id, id="e", name="b.txt", content=b"his", for_id="s"))
        await layer.delete_element("e", thread_id)
    await layer.create_step(step("hers", "new"))
    await layer.delete_step("s")
    assert await layer.get_thread("hers") == before
    assert layer.files.file("hers", "e").read_bytes() == b"hers"
    assert (await listed(layer, jo), await listed(layer, al)) == (["hers"], ["his"])


async def test_a_hundred_and_five_conversations_come_in_pages_newest_first_each_once(
    layer: HistoryLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    jo = await user_of(layer, "jo")
    for n in range(105):
        # Ten at a time begin at the same moment.
        monkeypatch.setattr("app.ui.history.threads.utc_now", lambda n=n: f"2026-01-01T00:00:{n // 10:02}Z")
        await begin(layer, f"t{n}", f"conversation {n}", jo)
    found = await listed(layer, jo)
    assert sorted(found) == sorted(f"t{n}" for n in range(105))
    assert found[0] == "t104"
    assert await listed(layer, jo, first=1) == found
    for forged in ("nonsense", "|", "\0|\ud800"):
        await layer.list_threads(Pagination(first=5, cursor=forged), ThreadFilter(userId=jo))
    nobodys = await layer.list_threads(Pagination(first=5), ThreadFilter())
    assert nobodys.data == []


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("HARBOUR", ["named"]),
        ("ringo.TXT", ["read"]),
        ("りんご", ["read"]),
        ("ﾘﾝｺﾞ酒", ["said"]),
        ("100%", ["said"]),
        ("helper", []),
        ("secret argument", []),
        ("_", ["read"]),
    ],
)
async def test_a_search_looks_through_names_and_what_was_said_and_read(
    layer: HistoryLayer, search: str, found: list[str]
) -> None:
    jo = await user_of(layer, "jo")
    await begin(layer, "named", "The harbour wall", jo)
    await begin(layer, "read", "one", jo)
    await layer.create_step(
        step("read", "s1", name="read_file ringo.txt", output="りんごの話", input="secret argument")
    )
    await begin(layer, "said", "two", jo)
    await layer.create_step(
        step("said", "s2", type="assistant_message", name="helper", output="リンゴ酒は１００％です")
    )
    assert await listed(layer, jo, search=search) == found


async def test_a_removed_conversation_is_gone_with_all_that_belongs_to_it(layer: HistoryLayer, tmp_path: Path) -> None:
    jo = await user_of(layer, "jo")
    await begin(layer, "t", "a turn", jo)
    await layer.create_step(step("t", "s", output="x"))
    await layer.create_element(cl.Image(thread_id="t", id="e", name="p.png", content=b"\x89PNG", for_id="s"))
    await layer.save_memory("t", {"known": 1})
    await layer.upsert_feedback(Feedback(forId="s", value=1))
    assert layer.files.file("t", "e").exists()
    await layer.delete_thread("t")
    # A turn that still runs there goes on telling.
    await layer.update_step(step("t", "s", output="late"))
    await layer.update_thread("t", metadata={"late": 1})
    await layer.save_memory("t", {"late": 1})
    assert await layer.get_thread("t") is None
    assert (await layer.memory_of("t"), await layer.get_element("t", "e"), await listed(layer, jo)) == (None, None, [])
    assert list((tmp_path / "elements").iterdir()) == []


async def test_elements_come_back_as_they_were_whatever_their_ids_are(layer: HistoryLayer, tmp_path: Path) -> None:
    wild = "../../wild/🍎 %2F"
    await begin(layer, wild, "a turn", await user_of(layer, "jo"))
    uploaded = tmp_path / "session-file"
    uploaded.write_bytes(b"uploaded")
    buttons = cl.CustomElement(thread_id=wild, id="b", name="Undo", props={"state": "offered"}, for_id="s")
    await layer.create_element(buttons)
    await layer.create_element(cl.File(thread_id=wild, id=wild, name="a.txt", path=str(uploaded), mime="text/plain"))
    uploaded.unlink()
    buttons.props = {"state": "undone"}
    await layer.create_element(buttons)
    thread = await layer.whole_thread(wild)
    assert thread is not None
    kept = {element["id"]: element for element in thread["elements"] or []}
    assert (kept["b"]["props"], kept["b"]["url"]) == ({"state": "undone"}, None)
    assert (
        kept[wild]["url"]
        == "/folio/element/..%2F..%2Fwild%2F%F0%9F%8D%8E%20%252F/..%2F..%2Fwild%2F%F0%9F%8D%8E%20%252F"
    )
    assert layer.files.file(wild, wild).read_bytes() == b"uploaded"
    assert layer.files.file(wild, wild).parent.parent == tmp_path / "elements"
    await layer.delete_element(wild, wild)
    assert await layer.get_element(wild, wild) is None
    assert not layer.files.file(wild, wild).exists()


async def test_of_memories_that_wait_only_the_newest_is_written(layer: HistoryLayer) -> None:
    await begin(layer, "t", "a turn", await user_of(layer, "jo"))
    assert await layer.memory_of("t") is None
    bodies: list[dict[str, Any]] = [{"turn": n, "text": "ä\0"} for n in range(50)]
    await asyncio.gather(*(layer.save_memory("t", body) for body in bodies))
    assert await layer.memory_of("t") == bodies[-1]
    await layer.save_memory("t", {"turn": 51})
    assert await layer.memory_of("t") == {"turn": 51}


async def test_all_of_it_is_there_after_a_restart(url: str, tmp_path: Path) -> None:
    async with history_at(url, tmp_path) as before:
        jo = await user_of(before, "jo")
        await begin(before, "t", "a turn", jo)
        telling = asyncio.ensure_future(
            before.update_step(step("t", "s", output="x", language="diff", showInput=False))
        )
        knowing = asyncio.ensure_future(before.save_memory("t", {"known": [1]}))
    assert telling.done()
    assert knowing.done()
    async with history_at(url, tmp_path) as after:
        assert await user_of(after, "jo") == jo
        assert await listed(after, jo) == ["t"]
        kept = (await steps_of(after, "t"))["s"]
        assert (kept["output"], kept["language"], kept["showInput"]) == ("x", "diff", False)
        assert await after.memory_of("t") == {"known": [1]}


async def test_a_long_conversation_comes_in_parts_of_whole_turns_that_together_are_all_of_it(
    layer: HistoryLayer,
) -> None:
    await begin(layer, "t", "long", await user_of(layer, "jo"))
    for turn in range(50):
        parts = [("q", "user_message", None), ("run", "run", "q"), ("added", "user_message", "run"), *_CALLS]
        for n, (id, kind, parent) in enumerate(parts):
            owner = parent and f"{turn:02}{parent}"
            at = f"2026-01-01T00:{turn:02}:{n:02}Z"
            await layer.create_step(step("t", f"{turn:02}{id}", type=kind, parentId=owner, createdAt=at))
        await layer.create_element(cl.CustomElement(thread_id="t", id=f"e{turn:02}", name="X", for_id=f"{turn:02}c0"))
    await layer.create_element(cl.CustomElement(thread_id="t", id="nobodys", name="X"))
    whole, opened = await layer.whole_thread("t"), await layer.get_thread("t")
    assert whole is not None
    assert opened is not None
    found: list[dict[str, Any]] = [dict(kept) for kept in opened["steps"]]
    owned = [kept["id"] for kept in opened["elements"] or []]
    sizes = [len(found)]
    while await layer.messages_before("t", found[0]["id"]):
        assert await layer.messages_before("t", found[0]["id"]) == 2 * int(found[0]["id"][:2])
        before = await layer.part_before("t", found[0]["id"])
        assert before is not None
        assert before.steps[0]["id"].endswith("q")
        found, owned = [*before.steps, *found], [*[kept["id"] for kept in before.elements], *owned]
        sizes.append(len(before.steps))
    assert found == whole["steps"]
    assert (sorted(owned), len(owned)) == (sorted(kept["id"] for kept in whole["elements"] or []), 51)
    assert (sizes[0], sizes[1]) == (63, 126)
    assert await layer.part_before("other", found[0]["id"]) is None
    assert await layer.part_before("t", "no such") is None
