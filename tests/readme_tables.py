"""The README's tables of settings and tools; run as a program, it writes them into the READMEs."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tables import table_at

from app.settings import PROJECT, Settings
from app.tools import Tool


def settings_table() -> str:
    """Name, default and meaning of every setting."""
    rows = [f"| {n.upper()} | {default_of(n)} | {f.description} |" for n, f in Settings.model_fields.items()]
    return "\n".join(["| name | default | meaning |", "|---|---|---|", *rows])


def tools_table() -> str:
    """Name, arguments, effect and use of every tool."""
    rows = [f"| {t.name} | {_arguments(t)} | {t.effect} | {_use(t)} |" for t in _tools()]
    return "\n".join(["| tool | arguments (defaults) | effect | use |", "|---|---|---|---|", *rows])


def with_tables(readme: str) -> str:
    """`readme` with its tables as they should be."""
    for mark, table in (("settings", settings_table()), ("tools", tools_table())):
        before, _, rest = readme.partition(f"<!-- {mark} -->\n")
        readme = f"{before}<!-- {mark} -->\n{table}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return readme


def default_of(name: str) -> str:
    """The default of the setting `name`, as it is written in tables; "none" when there is none."""
    default = Settings.model_fields[name].default
    return "none" if default is None else f"{default:g}" if isinstance(default, float) else str(default)


def _tools() -> list[Tool]:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        return table_at(Path(folder) / "work", pool).tools


def _arguments(tool: Tool) -> str:
    fields = tool.arguments.model_fields.items()
    return ", ".join(name if f.is_required() else f"{name} ({json.dumps(f.default)})" for name, f in fields)


def _use(tool: Tool) -> str:
    return tool.bound.description.partition(" Examples:")[0]


if __name__ == "__main__":
    for name in ("README.md", "README.ja.md"):
        path = PROJECT / name
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
