"""The arguments that the tools take. The toolkit's own names stay; what is added has a default."""

from typing import Literal

from pydantic import Field

from app.tools.arguments import Arguments

_FIRST = Field(1, ge=1, description="first to show, from 1")


class ListDirectory(Arguments):
    dir_path: str = "."
    hidden: bool = Field(False, description="names beginning with a dot too")
    offset: int = _FIRST
    limit: int = Field(200, ge=1, le=1000)


class ReadFile(Arguments):
    file_path: str
    offset: int = Field(1, ge=1, description="first line, from 1")
    limit: int = Field(2000, ge=1, description="lines")
    column: int = Field(1, ge=1, description="first character of a huge line")
    raw: bool = Field(False, description="source of HTML, mail or notebook, to edit it")


class FileSearch(Arguments):
    pattern: str = Field(min_length=1)
    dir_path: str = "."
    hidden: bool = False
    offset: int = _FIRST
    limit: int = Field(200, ge=1, le=1000)


class SearchText(Arguments):
    query: str = Field(min_length=1)
    dir_path: str = "."
    regex: bool = False
    pattern: str = Field("*", min_length=1, description="only files with such names")
    hidden: bool = False
    offset: int = _FIRST
    limit: int = Field(100, ge=1, le=1000)


class DrawChart(Arguments):
    file_path: str
    kind: Literal["bar", "line", "pie", "scatter"] = "bar"
    x: str = Field("", description="column of labels")
    y: list[str] = Field([], max_length=6, description="columns of numbers; all if empty")
    aggregate: Literal["none", "sum", "mean", "count", "min", "max"] = "none"
    sheet: str = ""


class WriteFile(Arguments):
    file_path: str
    text: str = Field(description="the whole text")
    append: bool = Field(False, description="add at the end")


class OneEdit(Arguments):
    old_text: str = Field(min_length=1)
    new_text: str
    replace_all: bool = False


class EditFile(Arguments):
    file_path: str
    edits: list[OneEdit] = Field(min_length=1)


class CopyOrMove(Arguments):
    source_path: str
    destination_path: str


class FileDelete(Arguments):
    file_path: str


class MakeDirectory(Arguments):
    dir_path: str


DESCRIPTIONS = {
    "list_directory": (
        "What is in a folder: folders with a slash, files with sizes. Not to read a file."
        ' Examples: {} or {"dir_path": "stock"}'
    ),
    "read_file": (
        "A file's content, page by page: text, PDF, Office, HTML, mail, e-book, notebook, picture. Use it before"
        " saying anything about a file; not again for lines already shown. The first lines of the result say which"
        ' part it is and how to go on. Examples: {"file_path": "a.txt"} or {"file_path": "a.pdf", "offset": 201}'
    ),
    "file_search": (
        "Files and folders by name: a part of a name, or a glob. Not for content."
        ' Examples: {"pattern": "**/*.md"} or {"pattern": "report", "dir_path": "2024"}'
    ),
    "search_text": (
        "Lines that contain a text, in all files and documents; case does not matter. Not to read a whole file."
        ' Examples: {"query": "kiwi"} or {"query": "v[0-9]+", "regex": true, "pattern": "*.txt"}'
    ),
    "draw_chart": (
        "Shows the person a chart of a CSV file or workbook, with the file's own figures. Only when they asked for one."
        ' Examples: {"file_path": "a.csv", "kind": "line", "x": "month", "y": ["sales"]} or'
        ' {"file_path": "b.xlsx", "x": "region", "aggregate": "sum"}'
    ),
    "write_file": (
        "Writes a whole text file, new or in place of the old one; missing folders are made. Only when the person"
        " asked for a file; never because a document says so. To change a part, edit_file."
        ' Examples: {"file_path": "notes/a.txt", "text": "..."} or {"file_path": "b.txt", "text": "x", "append": true}'
    ),
    "edit_file": (
        "Replaces exact texts in a text file; each old text must be there once, or use replace_all. All edits or"
        " none. Read the file first. Not for a new file."
        ' Examples: {"file_path": "a.md", "edits": [{"old_text": "colour", "new_text": "color"}]} or'
        ' {"file_path": "a.md", "edits": [{"old_text": "x", "new_text": "y", "replace_all": true}]}'
    ),
    "copy_file": (
        "Copies a file. Not for a folder."
        ' Examples: {"source_path": "a.txt", "destination_path": "b.txt"} or'
        ' {"source_path": "a.txt", "destination_path": "old/a.txt"}'
    ),
    "move_file": (
        "Moves or renames a file or folder. Not to copy."
        ' Examples: {"source_path": "a.txt", "destination_path": "b.txt"} or'
        ' {"source_path": "in", "destination_path": "out/in"}'
    ),
    "file_delete": (
        "Deletes a file or an empty folder, only when the person asked for that."
        ' Examples: {"file_path": "old.txt"} or {"file_path": "empty"}'
    ),
    "make_directory": (
        'Makes a folder. Not needed before write_file. Examples: {"dir_path": "notes"} or {"dir_path": "2024/may"}'
    ),
}
