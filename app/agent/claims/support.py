"""Claims held against the receipts of their turn."""

import unicodedata
from collections.abc import Sequence
from typing import get_args

from app.agent.claims.claim import Claim, Kind
from app.agent.claims.finding import claims_in
from app.events import Receipt, Verb
from app.language import Language

# What may stand behind each kind of claim: a text can be saved by a copy, a file removed by moving it.
_SUPPORTS: dict[Kind, frozenset[Verb]] = {
    "write": frozenset({"created", "overwritten", "appended", "edited", "copied"}),
    "copy": frozenset({"copied", "created", "overwritten", "appended", "edited"}),
    "move": frozenset({"moved", "deleted"}),
    "delete": frozenset({"deleted"}),
    "folder": frozenset({"folder_made", "created", "copied", "moved"}),
    "arrange": frozenset({"moved", "copied", "folder_made", "deleted"}),
    "change": frozenset(get_args(Verb)),
}
# The thing and what was not done to it, in English and Japanese.
_WORDS: dict[Kind, tuple[str, str, str, str]] = {
    "write": ("file", "written", "ファイル", "書き込まれて"),
    "copy": ("file", "copied", "ファイル", "コピーされて"),
    "move": ("file", "moved", "ファイル", "移動されて"),
    "delete": ("file", "deleted", "ファイル", "削除されて"),
    "folder": ("folder", "created", "フォルダ", "作成されて"),
    "arrange": ("file", "moved", "ファイル", "移動されて"),
    "change": ("change", "made", "変更", "行われて"),
}
_SHOWN = 5


def unsupported(answer: str, receipts: Sequence[Receipt], language: Language) -> str:
    """The line for under `answer` when it claims changes that no receipt of its turn supports, else ""."""
    claims = claims_in(answer)
    false = [(claim, missing) for claim in claims if (missing := _missing(claim, receipts)) is not None]
    if not false:
        return _too_many(claims, receipts, language)
    kinds = list(dict.fromkeys(claim.kind for claim, _ in false))
    if not receipts and len(kinds) > 1:
        return _line("change", [], language)
    lines = []
    for kind in kinds:
        names = dict.fromkeys(name for claim, missing in false if claim.kind == kind for name in missing)
        some = any(receipt.verb in _SUPPORTS[kind] for receipt in receipts)
        lines.append(_line(kind, list(names) if some else [], language))
    return ("" if language == "ja" else " ").join(dict.fromkeys(lines))


def _too_many(claims: Sequence[Claim], receipts: Sequence[Receipt], language: Language) -> str:
    """The line when more files are said to be changed than were."""
    for claim in claims:
        changed = {receipt.path for receipt in receipts if receipt.verb in _SUPPORTS[claim.kind]}
        if claim.count > len(changed):
            return _count_line(claim.kind, len(changed), language)
    return ""


def _missing(claim: Claim, receipts: Sequence[Receipt]) -> tuple[str, ...] | None:
    """The names that no receipt supports, () when the claim names none; None when all is as claimed."""
    fitting = [receipt for receipt in receipts if receipt.verb in _SUPPORTS[claim.kind]]
    if not fitting or not claim.rows or claim.kind == "change":
        return None if fitting else claim.target
    found = [row for row in claim.rows if any(_is_receipted(name, fitting) for name in row)]
    if not found:
        return claim.target
    return tuple(name for row in found for name in row if not _is_receipted(name, fitting)) or None


def _is_receipted(name: str, receipts: Sequence[Receipt]) -> bool:
    asked = _folded(name)
    return any(
        _is_about(asked, _folded(path)) for receipt in receipts for path in (receipt.path, receipt.source) if path
    )


def _is_about(asked: str, path: str) -> bool:
    """Whether `asked` names `path`, a folder that it is in, or the end of its name."""
    if f"/{path}".endswith(f"/{asked}") or f"/{asked}/" in f"/{path}/":
        return True
    longer, shorter = (path, asked) if len(path) > len(asked) else (asked, path)
    # Japanese has no blanks, so where a name begins in a sentence is a guess.
    before = longer.removesuffix(shorter)
    return before != longer and not before.isascii() and not before.endswith("/")


def _folded(path: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold()).strip("/")
    return folded.removeprefix("work/") or folded


def _count_line(kind: Kind, count: int, language: Language) -> str:
    thing, done, thing_ja, done_ja = _WORDS[kind]
    if language == "ja":
        return f"このターンで{done_ja.removesuffix('て')}た{thing_ja}は {count} 件です。"
    return f"{count} {thing}{'s were' if count > 1 else ' was'} {done} in this turn."


def _line(kind: Kind, names: list[str], language: Language) -> str:
    thing, done, thing_ja, done_ja = _WORDS[kind]
    shown = [f"`{name}`" for name in names[:_SHOWN]]
    more = len(names) - len(shown)
    if language == "ja":
        others = f" ほか {more} 件" if more else " "
        return f"このターンでは{' ' + '、'.join(shown) + others if names else thing_ja}は{done_ja}いません。"
    if not names:
        return f"No {thing} was {done} in this turn."
    shown += [f"{more} more"] if more else []
    if len(shown) == 1:
        return f"{shown[0]} was not {done} in this turn."
    return f"{', '.join(shown[:-1])} and {shown[-1]} were not {done} in this turn."
