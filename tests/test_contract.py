"""The one entrance to the tools: arguments are checked first, and every outcome is a value."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_community.agent_toolkits import FileManagementToolkit
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from tables import outcome_of, table_at

from app.json_text import json_object
from app.tools import Outcome, Table
from app.tools.arguments import parsed
from app.tools.contract import checked

Call = Callable[[str, object], Awaitable[Outcome]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    (root / "stock").mkdir(parents=True)
    (root / "paper1.txt").write_text("one\ntwo\nthree\n")
    (root / "image.png").write_bytes(b"\x89PNG\0\0")
    (root / "latin.txt").write_bytes(b"Pre\xe7o")
    return root


@pytest.fixture
def table(root: Path) -> Iterator[Table]:
    with ThreadPoolExecutor(4) as pool:
        yield table_at(root, pool)


@pytest.fixture
def call(table: Table) -> Call:
    """Runs a call with its arguments as an object, or, if they are a str, as they are."""

    return partial(outcome_of, table)


def names(root: Path) -> list[str]:
    return sorted(path.name for path in root.rglob("*"))


CODES: list[tuple[str, object, str]] = [
    ("read_file", {}, "args:missing:file_path"),
    ("read_file", {"file_path": "paper1.txt", "lines": 5}, "args:unknown:lines"),
    ("read_file", {"file_path": 5}, "args:type:file_path"),
    ("read_file", {"file_path": None}, "args:type:file_path"),
    ("read_file", {"file_path": ["paper1.txt"]}, "args:type:file_path"),
    ("read_file", {"file_path": "paper1.txt", "offset": True}, "args:type:offset"),
    ("read_file", {"file_path": "paper1.txt", "offset": "5"}, "args:type:offset"),
    ("read_file", {"file_path": "paper1.txt", "offset": 1.5}, "args:type:offset"),
    ("read_file", {"file_path": "paper1.txt", "offset": None}, "args:type:offset"),
    ("read_file", {"file_path": "paper1.txt", "offset": 0}, "args:range:offset"),
    ("read_file", {"file_path": "paper1.txt", "limit": -1}, "args:range:limit"),
    ("list_directory", {"limit": 1001}, "args:range:limit"),
    ("list_directory", {"hidden": "yes"}, "args:type:hidden"),
    ("list_directory", {"hidden": 1}, "args:type:hidden"),
    ("write_file", {"file_path": "a.txt", "text": {"a": 1}}, "args:type:text"),
    ("write_file", {"file_path": "a.txt", "text": "x", "append": "yes"}, "args:type:append"),
    ("edit_file", {"file_path": "a.txt", "edits": []}, "args:range:edits"),
    ("edit_file", {"file_path": "a.txt", "edits": {"old_text": "x"}}, "args:type:edits"),
    ("edit_file", {"file_path": "a.txt", "edits": [{"old_text": "x"}]}, "args:missing:edits.0.new_text"),
    ("edit_file", {"file_path": "a.txt", "edits": [{"old": "x", "new_text": ""}]}, "args:missing:edits.0.old_text"),
    ("edit_file", {"file_path": "a.txt", "edits": [{"old_text": "", "new_text": "x"}]}, "args:range:edits.0.old_text"),
    ("search_text", {"query": ""}, "args:range:query"),
    ("search_text", {"query": "x", "regex": "true"}, "args:type:regex"),
    ("search_text", {"query": "x", "dir_path": "none"}, "path:not_found"),
    ("search_text", {"query": "(", "regex": True}, "args:allowed:query"),
    ("file_search", {"pattern": "*", "dir_path": "none"}, "path:not_found"),
    ("file_search", {"pattern": "*", "dir_path": "paper1.txt"}, "path:not_a_directory"),
    ("copy_file", {"source_path": "none.txt", "destination_path": "b.txt"}, "path:not_found"),
    ("move_file", {"source_path": "paper1.txt", "destination_path": "../b.txt"}, "path:outside"),
    ("file_delete", {"file_path": "none.txt"}, "path:not_found"),
    ("make_directory", {"dir_path": "stock"}, "path:exists"),
    ("read_file", "[]", "args:json"),
    ("read_file", '"{}"', "args:json"),
    ("read_file", "{", "args:json"),
    ("read_file", "null", "args:json"),
    ("read_file", {"file_path": "paper1.txt", "offset": 99}, "args:range:offset"),
    ("read_file", {"file_path": "../x"}, "path:outside"),
    ("read_file", {"file_path": "none.txt"}, "path:not_found"),
    ("read_file", {"file_path": "stock"}, "path:not_a_file"),
    ("list_directory", {"dir_path": "paper1.txt"}, "path:not_a_directory"),
    ("read_file", {"file_path": "a\0b"}, "path:name"),
    ("write_file", {"file_path": "a\nb", "text": "x"}, "path:name"),
    ("write_file", {"file_path": "stock", "text": "x"}, "path:not_a_file"),
    ("read_file", {"file_path": "image.png"}, "file:binary"),
    ("write_file", {"file_path": "a.txt", "text": "\ud800"}, "file:encoding"),
    ("delete_file", {"file_path": "paper1.txt"}, "tool:unknown"),
    ("", {}, "tool:unknown"),
]


@pytest.mark.parametrize(("name", "arguments", "code"), CODES)
async def test_a_call_that_cannot_be_done_has_its_code(
    call: Call, root: Path, name: str, arguments: object, code: str
) -> None:
    before = names(root)
    outcome = await call(name, arguments)
    assert (outcome.code, outcome.ok) == (code, False)
    assert outcome.shown.startswith(f"Not done ({code}): ")
    assert str(root.parent) not in outcome.shown
    assert "\n" not in outcome.shown
    assert names(root) == before


async def test_everything_that_is_wrong_is_named_at_once(call: Call) -> None:
    outcome = await call("write_file", {"path": "a.txt", "append": "yes", "text": 5})
    assert [
        name for name in ("'file_path' is missing", "'path'", "'append'", "'text'") if name not in outcome.text
    ] == []


async def test_an_unknown_argument_is_told_with_the_nearest_name(call: Call) -> None:
    assert "there is no argument 'filepath' (use file_path)" in (await call("read_file", {"filepath": "a"})).text


async def test_what_was_given_is_shown_bounded(call: Call) -> None:
    outcome = await call("read_file", {"file_path": {"x": "y" * 10_000}})
    assert len(outcome.text) < 400


async def test_an_unknown_tool_is_told_with_those_that_there_are(call: Call) -> None:
    said = (await call("read_fille", {})).text
    assert (
        said == "There is no tool 'read_fille'. Nearest: read_file. There are: list_directory, read_file, file_search,"
        " search_text, draw_chart, write_file, edit_file, copy_file, move_file, file_delete, make_directory."
    )


async def test_a_call_that_worked_says_what_it_is_about(call: Call, root: Path) -> None:
    outcome = await call("read_file", {"file_path": "work/paper1.txt", "offset": 2, "limit": 1})
    assert (outcome.ok, outcome.path, outcome.size) == (True, "paper1.txt", 14)
    assert outcome.shown == outcome.text


async def test_a_long_listing_stays_within_the_room(call: Call, root: Path) -> None:
    for number in range(500):
        (root / f"file{number}.txt").touch()
    assert len((await call("list_directory", {"limit": 1000})).text) < 2_400


@pytest.mark.parametrize("name", ["paper1.txt", "/paper1.txt", "./paper1.txt", "work/paper1.txt", "'paper1.txt'"])
async def test_usual_ways_to_name_a_file_work(call: Call, name: str) -> None:
    assert (await call("read_file", {"file_path": name})).ok


@given(
    st.sampled_from(["list_directory", "read_file", "write_file"]),
    st.dictionaries(
        st.sampled_from(["file_path", "dir_path", "offset", "limit", "column", "hidden", "text", "append", "x"]),
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.lists(st.integers())),
    ),
)
@settings(max_examples=150, deadline=None)
def test_no_arguments_make_the_entrance_raise(
    tmp_path_factory: pytest.TempPathFactory, name: str, arguments: dict[str, Any]
) -> None:
    around = tmp_path_factory.mktemp("any")

    async def run() -> Outcome:
        with ThreadPoolExecutor(1) as pool:
            return await outcome_of(table_at(around / "work", pool), name, arguments)

    outcome = asyncio.run(run())
    assert outcome.code != "tool:failed"
    assert outcome.text.strip()
    assert str(around) not in outcome.text
    assert [path.name for path in around.iterdir() if path.name not in ("work", "data")] == []


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (Outcome("", "text", "a.txt", 4), Outcome("", "text", "a.txt", 4)),
        (Outcome("", " \n"), Outcome("result:empty", "The tool gave back nothing.")),
        ("text", Outcome("result:shape", "The tool gave back something that is no result.")),
        (None, Outcome("result:shape", "The tool gave back something that is no result.")),
    ],
)
def test_results_are_checked(result: object, outcome: Outcome) -> None:
    assert checked(result) == outcome


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("", {}),
        ("{}", {}),
        ('{"a": "x\ny"}', {"a": "x\ny"}),
        ("[]", None),
        ("5", None),
        ("{", None),
        ("[" * 100_000, None),
        ('{"a": ' + "9" * 5000 + "}", None),
    ],
    ids=["nothing", "empty", "raw line break", "list", "number", "cut", "deep", "huge number"],
)
def test_only_a_complete_object_counts(raw: str, value: dict[str, Any] | None) -> None:
    assert json_object(raw) == value


def originals(root: Path) -> list[BaseTool]:
    return FileManagementToolkit(root_dir=str(root)).get_tools()


def test_names_and_arguments_of_the_toolkit_stay(table: Table, root: Path) -> None:
    rows = {tool.name: tool for tool in table.tools}
    for original in originals(root):
        assert set(original.args) <= set(rows[original.name].bound.args)


def test_what_is_added_to_the_toolkits_arguments_has_a_default(table: Table, root: Path) -> None:
    rows = {tool.name: tool for tool in table.tools}
    for original in originals(root):
        fields = rows[original.name].arguments.model_fields
        added = set(fields) - set(original.args)
        assert [name for name in added if fields[name].is_required()] == []


def test_the_toolkits_rows_are_its_tools_and_do_their_work_when_called_directly(table: Table, root: Path) -> None:
    rows = {tool.name: tool for tool in table.tools}
    assert all(isinstance(rows[original.name].bound, type(original)) for original in originals(root))
    assert "two" in str(rows["read_file"].bound.invoke({"file_path": "paper1.txt"}))
    assert rows["write_file"].bound.invoke({"file_path": "a.txt", "text": "x"}) == "Created a.txt, 1 byte."
    assert (root / "a.txt").read_text() == "x"


def test_the_schema_of_all_tools_costs_at_most_1750_tokens(table: Table) -> None:
    schema = json.dumps([convert_to_openai_tool(tool.bound) for tool in table.tools], ensure_ascii=False)
    assert len(schema) / 4 <= 1_750


def test_every_description_gives_two_examples_that_the_tool_accepts(table: Table) -> None:
    for tool in table.tools:
        _, _, examples = tool.bound.description.partition(" Examples: ")
        given = examples.split(" or ")
        assert len(given) == 2
        assert all(parsed(tool.arguments, raw) for raw in given)


@pytest.mark.parametrize(
    ("name", "raw", "title"),
    [
        ("list_directory", "{}", "list_directory"),
        ("list_directory", '{"dir_path": "stock"}', "list_directory stock"),
        ("read_file", '{"file_path": "a.txt"}', "read_file a.txt"),
        ("read_file", '{"file_path": "a.txt", "offset": 5}', "read_file a.txt, from line 5"),
        ("read_file", '{"file_path": "a.txt", "offset": 5, "limit": 10}', "read_file a.txt, lines 5–14"),
        ("read_file", '{"file_path": "a.txt", "offset": 33, "limit": 1}', "read_file a.txt, line 33"),
        ("read_file", '{"file_path": "a\\nb"}', "read_file a\\nb"),
        ("write_file", '{"file_path": ["x"]}', "write_file ['x']"),
        ("read_file", "{bad", "read_file"),
        ("no_such", "{}", "no_such"),
    ],
)
def test_titles_read_well_whatever_was_sent(table: Table, name: str, raw: str, title: str) -> None:
    assert table.title(name, raw) == title


def test_only_what_changes_files_waits_for_its_turn(table: Table) -> None:
    reading = [tool.name for tool in table.tools if tool.reads_only]
    assert reading == ["list_directory", "read_file", "file_search", "search_text", "draw_chart"]
    assert table.reads_only("no_such")
