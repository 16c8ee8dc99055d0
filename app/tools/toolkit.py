"""The tools as LangChain binds them: the FileManagementToolkit's seven, and three of our own.

The toolkit gives the names and the root; each `_run` is replaced, because the originals
overwrite in place, hang on pipes, follow swapped links and call failures successes.
"""

from collections.abc import Callable
from typing import Any

from langchain_community.agent_toolkits import FileManagementToolkit
from langchain_community.tools.file_management import (
    CopyFileTool,
    DeleteFileTool,
    FileSearchTool,
    ListDirectoryTool,
    MoveFileTool,
    ReadFileTool,
    WriteFileTool,
)
from langchain_core.tools import BaseTool

from app.tools.arguments import Arguments

Act = Callable[[dict[str, Any]], str]


class FolderTool(BaseTool):
    """A tool whose work is done by `act`, which takes the arguments and gives the text for the model."""

    act: Act

    def _run(self, *_: Any, **given: Any) -> str:
        return self.act(given)


class _ListDirectory(FolderTool, ListDirectoryTool): ...


class _ReadFile(FolderTool, ReadFileTool): ...


class _FileSearch(FolderTool, FileSearchTool): ...


class _WriteFile(FolderTool, WriteFileTool): ...


class _CopyFile(FolderTool, CopyFileTool): ...


class _MoveFile(FolderTool, MoveFileTool): ...


class _FileDelete(FolderTool, DeleteFileTool): ...


_OF_THE_TOOLKIT: dict[str, type[FolderTool]] = {
    "list_directory": _ListDirectory,
    "read_file": _ReadFile,
    "file_search": _FileSearch,
    "write_file": _WriteFile,
    "copy_file": _CopyFile,
    "move_file": _MoveFile,
    "file_delete": _FileDelete,
}


def bound_tool(name: str, description: str, arguments: type[Arguments], act: Act, root: str) -> FolderTool:
    """The tool `name` for the folder `root`: the toolkit's if it has one of that name."""
    given: dict[str, Any] = {"name": name, "description": description, "args_schema": arguments, "act": act}
    if name not in _OF_THE_TOOLKIT:
        return FolderTool(**given)
    (original,) = FileManagementToolkit(root_dir=root, selected_tools=[name]).get_tools()
    return _OF_THE_TOOLKIT[name](**given | {"root_dir": getattr(original, "root_dir", None)})
