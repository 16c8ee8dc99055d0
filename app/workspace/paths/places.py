"""Where something new is made, and under which name.

A new name never stands beside one that a reader takes for the same. What is there in
another composition (NFC, NFD) is that name. What differs in case, width or form only
(`Report.txt`, `ｒｅｐｏｒｔ.txt`) may be meant or not, and on other disks it is the same
file: nothing is made, and the name that is there is told.
"""

import os
from contextlib import suppress
from dataclasses import dataclass

from app.workspace.errors import WorkspaceError, escaped, offered, plain, shown_name
from app.workspace.paths.names import QUOTES, Parts, Readings, is_foreign_absolute, outside, readings
from app.workspace.paths.near import composed, folded
from app.workspace.paths.new_names import name_problem, working_name, working_names
from app.workspace.paths.offers import Opened
from app.workspace.paths.opening import is_named, names_in

LEVELS = 128
"""Names in a path at most that is made, or matched nearly: each level is walked from the root."""

_LONGEST_PATH = 4_095


@dataclass(frozen=True, slots=True)
class Reach:
    """`known` is there already, and `new` would be made in it; `twins` are there and differ in case or width only."""

    known: Parts
    new: Parts = ()
    twins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Places:
    """Finds the place for new names below `root`.

    `leaving` is what a move takes away, so that it can be given its own name in another
    case; `root_names` mean the root itself when they stand first.
    """

    opened: Opened
    root: str
    root_names: frozenset[str]
    leaving: Parts

    def made(self, ways: Readings, asked: str, folder: bool) -> Parts:
        """Where what is spoken of is or would be made; see `Paths.place`."""
        parts = ways.spoken or ()
        if len(parts) > LEVELS:
            reason = f"it is {len(parts):,} names deep; at most {LEVELS} are possible"
            raise self._refused(asked, "path:name", reason, self._working(parts[-1:]))
        reach = self.reach(parts, asked)
        if len(reach.new) > 1 and is_foreign_absolute(asked, self.root):
            raise outside(asked)
        if reach.new:
            self._require_free(reach, asked, _manner_problem(asked, reach.new, folder), ways.slashed or parts)
        return (*reach.known, *reach.new)

    def reach(self, parts: Parts, asked: str) -> Reach:
        """How far `parts` is there. Raises `path:exists` where several names there look just like one in it."""
        known: Parts = ()
        for depth, part in enumerate(parts):
            same, twins = self._beside(known, part, asked)
            if len(same) > 1:
                raise self._refused(asked, "path:exists", f"{offered(same)} look the same", "")
            if not same:
                return Reach(known, tuple(map(composed, parts[depth:])), tuple(twins))
            known = (*known, same[0])
        return Reach(known)

    def _require_free(self, reach: Reach, asked: str, problem: str, instead: Parts) -> None:
        """Raises `path:name` or `path:exists`, with a name like `instead` that would work, unless `reach` may be made.

        `problem` is one that is known already, "" for none.
        """
        problem = problem or self._problem(reach)
        if problem:
            raise self._refused(asked, "path:name", problem, self._working(instead))
        if reach.twins:
            twins = offered(["/".join((*reach.known, twin)) for twin in reach.twins])
            reason = f"it differs only in case, width or form from what is there: {twins}"
            raise self._refused(asked, "path:exists", reason, self._working(instead))

    def _beside(self, folder: Parts, part: str, asked: str) -> tuple[list[str], list[str]]:
        """The names in the folder that are `part`, and those that could be taken for it."""
        with self.opened(folder, asked) as fd:
            if is_named(fd, part):
                return [part], []
            try:
                names = [name for name in names_in(fd) if (*folder, name) != self.leaving]
            except OSError as error:
                raise plain(error, asked) from None
        same = sorted(name for name in names if composed(name) == composed(part))
        return same, [] if same else sorted(name for name in names if folded(name) == folded(part))

    def _problem(self, reach: Reach) -> str:
        problem = next((found for name in reach.new if (found := name_problem(name))), "")
        if problem:
            return problem
        room = _LONGEST_PATH - len(os.fsencode(self.root)) - 1
        size = len(os.fsencode("/".join((*reach.known, *reach.new))))
        return f"the path is {size:,} bytes long; at most {room:,} are possible" if size > room else ""

    def _working(self, parts: Parts) -> str:
        """The path `parts` when it is there, else one like it that can be made, "" when none comes to mind."""
        for wanted in (parts, parts[-1:], (working_name(parts[-1].strip(QUOTES)),)):
            with suppress(WorkspaceError):
                reach = self.reach(wanted, "")
                if not reach.new:
                    return "/".join(reach.known)
                if free := next(filter(self._is_free, self._tries(reach)), None):
                    return "/".join(free)
        return ""

    def _tries(self, reach: Reach) -> list[Parts]:
        folders = tuple(map(working_name, reach.new[:-1]))
        if folders and len(reach.twins) == 1:
            folders = (reach.twins[0], *folders[1:])
        return [(*reach.known, *folders, name) for name in working_names(reach.new[-1])]

    def _is_free(self, parts: Parts) -> bool:
        reach = self.reach(parts, "")
        is_root = not reach.known and parts[0] in self.root_names
        is_understood = parts in readings(escaped("/".join(parts)), self.root).loose
        return bool(reach.new) and is_understood and not (is_root or reach.twins or self._problem(reach))

    def _refused(self, asked: str, code: str, reason: str, working: str) -> WorkspaceError:
        instead = f" A name that would work: {offered([working])}." if working else ""
        return WorkspaceError(code, f"{shown_name(asked)} was not written: {reason}.{instead}")


def _manner_problem(asked: str, new: Parts, folder: bool) -> str:
    """What is wrong with the way a new path is written, "" when nothing is."""
    if asked != asked.strip():
        return "it begins or ends with a space"
    if any("\\" in name for name in new):
        return "it holds a backslash; folders are separated by '/'"
    return "" if folder or not asked.endswith("/") else "a file's name does not end with '/'"
