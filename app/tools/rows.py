"""The rows of the table: every tool for one workspace."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app.events import Extent
from app.tools import titles
from app.tools.arguments import Arguments
from app.tools.charts import chart_text, drawn
from app.tools.contract import Effect, Outcome, Title, Tool
from app.tools.extents import of_found, of_hits, of_listing, of_page
from app.tools.requests import (
    DESCRIPTIONS,
    CopyOrMove,
    DrawChart,
    EditFile,
    FileDelete,
    FileSearch,
    ListDirectory,
    MakeDirectory,
    ReadFile,
    SearchText,
    WriteFile,
)
from app.tools.toolkit import bound_tool
from app.tools.wording import found_text, hits_text, listing_text, page_text, receipt_text
from app.workspace import Edit, Plan, Query, Seen, Span, Workspace

# What stands above a page of a file.
_HEADER_ROOM = 400
# As everything else calls the folder, whose own name may be that of a person.
_ROOT = "work"
_LEAST_ROOM = 100


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    arguments: type[Arguments]
    effect: Effect
    run: Callable[[Any, Seen], Outcome | Plan]
    title: Title
    basis: Callable[[Any], str] | None = None


@dataclass(frozen=True, slots=True)
class _Bases:
    """What results rest on."""

    workspace: Workspace

    def folder(self, given: ListDirectory) -> str:
        return self.workspace.basis_of_listing(given.dir_path, given.hidden)

    def file(self, given: ReadFile | DrawChart) -> str:
        return self.workspace.basis_of_file(given.file_path)

    def tree(self, given: FileSearch | SearchText) -> str:
        return self.workspace.basis_of_search(given.dir_path, given.hidden)


def file_tools(workspace: Workspace, room: int, read_only: bool = False) -> list[Tool]:
    """The tools for `workspace`; one result shows at most about `room` characters of what is in it.

    With `read_only` there are only those that change nothing.
    """
    rows = [*_reading(workspace, room), _drawing(workspace, room), *([] if read_only else _changing(workspace))]
    return [_tool(row, str(workspace.root)) for row in rows]


def _reading(workspace: Workspace, room: int) -> list[_Row]:
    root, of = _ROOT, _Bases(workspace)

    def list_directory(given: ListDirectory, _: Seen) -> Outcome:
        listing = workspace.list_folder(given.dir_path, given.hidden)
        text = listing_text(listing, root, given.offset, given.limit, room)
        files, basis, extent = (f"{listing.path or root}/",), listing.basis, of_listing(listing)
        return Outcome("", text, listing.path, chars=len(text), files=files, is_folder=True, basis=basis, extent=extent)

    def read_file(given: ReadFile, seen: Seen) -> Outcome:
        span = Span(given.offset, given.limit, given.column, max(_LEAST_ROOM, room - _HEADER_ROOM))
        page = workspace.read(given.file_path, span, given.raw, seen)
        text = page_text(page, given.file_path)
        chars, files = len(page.part.text), (page.path,)
        done = Outcome("", text, page.path, page.size, chars, files, is_picture=page.is_picture, basis=page.basis)
        return replace(done, extent=of_page(page))

    # What is looked through can change meanwhile: its basis is taken before, which makes the result old, never wrong.
    def file_search(given: FileSearch, _: Seen) -> Outcome:
        basis = of.tree(given)
        found = workspace.find_names(given.pattern, given.dir_path, given.hidden)
        text = found_text(found, given.pattern, root, given.offset, given.limit, room)
        files, extent = (f"{found.folder or root}/",), of_found(found)
        return Outcome("", text, found.folder, chars=len(text), files=files, is_folder=True, basis=basis, extent=extent)

    def search_text(given: SearchText, _: Seen) -> Outcome:
        basis = of.tree(given)
        query = Query(given.query, given.regex, given.pattern, given.dir_path, given.hidden)
        hits = workspace.search_text(query)
        text, files = hits_text(hits, query, root, given.offset, given.limit, room)
        extent = of_hits(hits)
        return Outcome("", text, hits.folder, chars=len(text), files=files, is_folder=True, basis=basis, extent=extent)

    return [
        _Row("list_directory", ListDirectory, "read", list_directory, titles.list_title, of.folder),
        _Row("read_file", ReadFile, "read", read_file, titles.read_title, of.file),
        _Row("file_search", FileSearch, "read", file_search, titles.find_title, of.tree),
        _Row("search_text", SearchText, "read", search_text, titles.search_title, of.tree),
    ]


def _drawing(workspace: Workspace, room: int) -> _Row:
    def draw_chart(given: DrawChart, _: Seen) -> Outcome:
        table = workspace.table(given.file_path, given.sheet)
        done = drawn(table, given.kind, given.x, given.y, given.aggregate)
        text = chart_text(done, room)
        shown = Outcome("", text, table.path, chars=len(text), files=(table.path,), basis=table.basis)
        return replace(shown, extent=Extent(table.path), chart=done.chart)

    return _Row("draw_chart", DrawChart, "read", draw_chart, titles.chart_title, _Bases(workspace).file)


def _changing(workspace: Workspace) -> list[_Row]:
    changes = workspace.changes

    def write_file(given: WriteFile, seen: Seen) -> Plan:
        return changes.write(given.file_path, given.text, given.append, seen)

    def edit_file(given: EditFile, seen: Seen) -> Plan:
        edits = [Edit(edit.old_text, edit.new_text, edit.replace_all) for edit in given.edits]
        return changes.edit(given.file_path, edits, seen)

    def copy_file(given: CopyOrMove, seen: Seen) -> Plan:
        return changes.copy(given.source_path, given.destination_path, seen)

    def move_file(given: CopyOrMove, seen: Seen) -> Plan:
        return changes.move(given.source_path, given.destination_path, seen)

    def file_delete(given: FileDelete, seen: Seen) -> Plan:
        return changes.delete(given.file_path, seen)

    def make_directory(given: MakeDirectory, _: Seen) -> Plan:
        return changes.make_folder(given.dir_path)

    return [
        _Row("write_file", WriteFile, "write", write_file, titles.write_title),
        _Row("edit_file", EditFile, "destructive", edit_file, titles.edit_title),
        _Row("copy_file", CopyOrMove, "write", copy_file, titles.copy_title),
        _Row("move_file", CopyOrMove, "destructive", move_file, titles.move_title),
        _Row("file_delete", FileDelete, "destructive", file_delete, titles.delete_title),
        _Row("make_directory", MakeDirectory, "write", make_directory, titles.make_title),
    ]


def _tool(row: _Row, root: str) -> Tool:
    def act(given: dict[str, Any]) -> str:
        done = row.run(row.arguments.model_validate(given), Seen())
        return receipt_text(done.carry_out())[0] if isinstance(done, Plan) else done.text

    bound = bound_tool(row.name, DESCRIPTIONS[row.name], row.arguments, act, root)
    return Tool(bound, row.arguments, row.effect, row.run, row.title, row.basis)
