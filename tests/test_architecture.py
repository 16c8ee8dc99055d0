"""The picture of the design, held against what the code imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parent.parent / "app"

# Imports point from a floor to one further down, or stay within one room.
FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"chatbot", "__main__", "serve", "users", "measure", "check", "report", "demo", "ui", "terminal"}),
    frozenset({"cases", "measuring", "telemetry"}),
    frozenset({"assemble", "accounts"}),
    frozenset({"agent"}),
    frozenset({"chain", "tool_protocol", "written_calls", "models", "overflow", "model_errors", "embedded", "tools"}),
    frozenset({"workspace", "ledger"}),
    frozenset({"documents"}),
    frozenset(
        {
            "events",
            "settings",
            "language",
            "phrases",
            "tokens",
            "usage",
            "prices",
            "json_text",
            "fences",
            "ports",
            "addresses",
            "drawing",
        }
    ),
)
FRONT_DOORS = FLOORS[0] - {"ui", "terminal"}
# Rooms of one floor that may look at one another.
NEIGHBOURS = {
    ("chatbot", "ui"),
    *((door, "terminal") for door in ("__main__", "check", "measure", "report")),
    ("models", "embedded"),
    ("models", "model_errors"),
    ("chain", "tool_protocol"),
    ("tool_protocol", "model_errors"),
    ("tool_protocol", "written_calls"),
    *((a, b) for a in FLOORS[-1] for b in FLOORS[-1]),
}


@dataclass(frozen=True, slots=True)
class Import:
    """One import statement: where it stands, what it names, and how it is written."""

    path: Path
    module: str
    relative: bool
    bare: bool
    line: int

    def __str__(self) -> str:
        return f"{self.path.relative_to(APP)}:{self.line} imports {self.module}"


def room(path: Path) -> str:
    """The first name below app/, which is a module or a package."""
    return path.relative_to(APP).parts[0].removesuffix(".py")


def files() -> list[Path]:
    return [path for path in sorted(APP.rglob("*.py")) if path != APP / "__init__.py"]


@cache
def nodes() -> list[tuple[Path, ast.AST]]:
    """Every node of every file's syntax tree."""
    return [(path, node) for path in files() for node in ast.walk(ast.parse(path.read_text()))]


def imports() -> Iterator[Import]:
    """Every import statement in app/, also those inside of functions."""
    for path, node in nodes():
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, alias.name, relative=False, bare=True, line=node.lineno)
        elif isinstance(node, ast.ImportFrom):
            yield Import(path, node.module or "", node.level > 0, bare=False, line=node.lineno)


def own() -> list[tuple[Import, str]]:
    """Imports of the app's own, each with the room that it enters (`from app import x` enters x)."""
    return [(i, i.module.split(".")[1]) for i in imports() if i.module.startswith("app.")]


def floor(name: str) -> int:
    return next(index for index, names in enumerate(FLOORS) if name in names)


def test_every_room_has_its_place_in_the_picture() -> None:
    assert {room(path) for path in files()} <= frozenset().union(*FLOORS)


def test_imports_point_down() -> None:
    wrong = [
        str(found)
        for found, entered in own()
        if (here := room(found.path)) != entered and (here, entered) not in NEIGHBOURS and floor(here) >= floor(entered)
    ]
    assert wrong == []


def test_front_doors_never_import_each_other() -> None:
    wrong = [str(found) for found, entered in own() if entered in FRONT_DOORS and room(found.path) != entered]
    assert wrong == []


def test_the_page_is_known_to_its_front_door_alone() -> None:
    assert {room(found.path) for found, entered in own() if entered == "ui"} <= {"chatbot", "ui"}


def test_the_agent_knows_neither_files_nor_providers() -> None:
    reached = {entered for found, entered in own() if room(found.path) == "agent"}
    assert reached.isdisjoint({"workspace", "models", "embedded", "chain", "settings"})


@pytest.mark.parametrize(
    ("package", "rooms"),
    [
        ("chainlit", {"chatbot", "ui"}),
        ("langchain_openai", {"models"}),
        ("langchain_community", {"tools"}),
        ("dotenv", {"settings"}),
        ("openai", {"models", "model_errors", "tool_protocol"}),
    ],
)
def test_a_library_is_imported_in_its_own_place_alone(package: str, rooms: set[str]) -> None:
    wrong = [str(i) for i in imports() if i.module.split(".")[0] == package and room(i.path) not in rooms]
    assert wrong == []


def test_the_environment_is_read_in_settings_and_front_doors_alone() -> None:
    wrong = [
        f"{path.relative_to(APP)}:{node.lineno}"
        for path, node in nodes()
        if room(path) not in FRONT_DOORS | {"settings"} and isinstance(node, ast.Attribute | ast.Name)
        if (node.attr if isinstance(node, ast.Attribute) else node.id) in ("environ", "getenv", "putenv", "load_dotenv")
    ]
    assert wrong == []


def test_own_modules_are_imported_from_app() -> None:
    names = {room(path) for path in files()} | {"app"}
    wrong = [
        str(found)
        for found in imports()
        if found.relative or (found.bare and found.module.split(".")[0] in names) or found.module in names
    ]
    assert wrong == []


def test_no_module_of_app_carries_the_name_of_an_installed_package() -> None:
    assert sorted({room(path) for path in files()} & set(packages_distributions())) == []


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(APP)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text()
    long = {
        node.name: (node.end_lineno or 0) - node.lineno + 1
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert len(text.splitlines()) <= 300
    assert {name: lines for name, lines in long.items() if lines > 40} == {}
