"""What a model makes up, in arguments, names and codes, brings no content into the record."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from tables import table_at
from test_record import SECRET, recorded
from turns import SettingsMaker

from app.events import ToolFinished, ToolStarted
from app.telemetry.record.arguments import CONTENT, PLAIN, TAKEN
from app.telemetry.record.kept import kept_of


async def test_what_a_model_makes_up_brings_no_content_into_the_record(
    settings: SettingsMaker, server: ScriptedServer
) -> None:
    server.play(
        calls(
            ("write_file", {"file_path": {"path": "x.txt", "text": f"{SECRET} in a path"}}),
            ("write_file", {"file_path": ["x.txt", SECRET], "text": 471147}),
            ("list_directory", {"dir_path": [SECRET], "hidden": f"{SECRET}", "471147": True}),
            ("edit_file", {"file_path": "a.txt", "edits": [{f"{SECRET} sub": 1}], f"text {SECRET}": 1}),
            (f"tool_{SECRET}", {"file_path": "a.txt", "query": SECRET}),
            ("undo", {"path": SECRET, SECRET: 471147}),
            ("write_file", {"file_path": "a.txt", "text": "", "query": SECRET, "kind": f"{SECRET} kind"}),
            ("read_file", {"file_path": "a.txt", f"{SECRET}:text": 1}),
        ),
        calls(("draw_chart", {"file_path": "a.csv", "kind": SECRET})),
        say("Done."),
    )
    lines = await recorded(settings(), "Please go on.")
    raw = b"".join(path.read_bytes() for path in (settings().data_dir / "record").iterdir())
    assert (SECRET.encode() in raw, b"471147" in raw) == (False, False)
    begun = [line for line in lines if line["event"] == "ToolStarted"]
    assert [line["title"] for line in begun] == [
        *("write_file", "write_file", "list_directory", "edit_file a.txt", "other", "undo"),
        *("write_file a.txt", "read_file a.txt", "draw_chart a.csv"),
    ]
    assert begun[4]["args"] == {"others": {"number": 2, "characters": 5 + len(SECRET)}}
    codes = [line["code"] for line in lines if line["event"] == "ToolFinished"]
    assert all(code.startswith(("args:", "tool:")) for code in codes)
    assert codes[-1] == "args:allowed:kind"


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("args:missing:text", "args:missing:text"),
        ("args:unknown:query", "args:unknown"),
        (f"args:unknown:{SECRET}:text", "args:unknown"),
        (f"args:unknown:edits.0.{SECRET}", "args:unknown"),
        ("path:not_found", "path:not_found"),
        ("", ""),
    ],
)
def test_a_code_names_an_argument_only_where_the_tool_has_it(code: str, kept: str) -> None:
    line = kept_of(ToolFinished("1", "write_file", not code, code, "", 0.1), content=False)
    assert line and line["code"] == kept


def test_a_number_that_is_as_long_as_a_text_is_a_size() -> None:
    line = kept_of(ToolStarted("1", "read_file", {"limit": 10**30, "offset": 5, "raw": 1}, ""), content=False)
    assert line and line["args"] == {"limit": {"characters": 31}, "offset": 5, "raw": {"characters": 1}}


def test_what_the_app_calls_itself_is_kept_whole() -> None:
    own = ToolStarted(f"undo_{'0' * 32}", "undo", {"change": "edited", "path": "a.txt"}, "undo a.txt")
    line = kept_of(own, content=False)
    assert line and (line["args"], line["title"]) == (own.args, own.title)


def test_every_argument_of_every_tool_is_known_to_be_content_or_not(workdir: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        tools = table_at(workdir, pool).tools
    assert {tool.name: tool.arguments for tool in tools} == TAKEN
    assert {name for tool in tools for name in tool.arguments.model_fields} == PLAIN | CONTENT
    assert not PLAIN & CONTENT
