"""A file's bytes as text and back, so that what was not changed comes out byte for byte."""

from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice

from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.text.encodings import Encoding, encoding_of

_NAMED = 10


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text without its mark, line ends as they are.

    `exact` says that `encoded` gives the very bytes again; else only `rewritten` keeps them.
    """

    text: str
    encoding: Encoding
    exact: bool


def decoded(content: bytes, path: str) -> Text:
    """The text that the whole file `content` holds; `path` is for what is said in errors.

    Raises WorkspaceError `file:binary`, or `file:encoding` when it breaks its own mark.
    """
    encoding = encoding_of(content, whole=True)
    if encoding is None:
        raise binary(path, len(content))
    try:
        text = content[len(encoding.mark) :].decode(encoding.codec, encoding.errors)
    except UnicodeDecodeError as error:
        raise undecodable(error, encoding, path) from None
    if "\0" in text:
        raise binary(path, len(content))
    return Text(text, encoding, _gives(content, text, encoding))


def encoded(text: str, encoding: Encoding, path: str) -> bytes:
    """The bytes of a whole file that holds `text`, with the mark.

    Raises WorkspaceError `file:encoding` that names the characters it cannot hold.
    """
    try:
        return encoding.mark + text.encode(encoding.codec)
    except UnicodeEncodeError:
        raise _unencodable(text, encoding, path) from None


def rewritten(content: bytes, before: Text, text: str, path: str) -> bytes:
    """The bytes of a file that held `content`, decoded as `before`, with `text` instead.

    Each line that stays keeps its very bytes, whether or not they are the only ones for
    its text. Raises WorkspaceError `file:encoding` when that is not possible, as when a
    line that changes has invalid bytes.
    """
    if before.exact:
        return encoded(text, before.encoding, path)
    encoding, end = before.encoding, splitting(before.text)
    old = content[len(encoding.mark) :].split(end.encode())
    shown, wanted = [line.decode(encoding.codec, encoding.errors) for line in old], text.split(end)
    if end.join(shown) != before.text:
        raise _unchangeable(path, encoding, "its lines depend on one another")
    lines = list[bytes]()
    for what, start, stop, first, last in SequenceMatcher(None, shown, wanted).get_opcodes():
        if what == "equal":
            lines += old[start:stop]
            continue
        _require_whole(old, range(start, stop), encoding, path)
        lines += [encoded(line, replace(encoding, mark=b""), path) for line in wanted[first:last]]
    return encoding.mark + end.encode().join(lines)


def _require_whole(lines: list[bytes], numbers: range, encoding: Encoding, path: str) -> None:
    for number in numbers:
        try:
            lines[number].decode(encoding.codec)
        except UnicodeDecodeError:
            raise _unchangeable(path, encoding, f"line {number + 1:,} has bytes that are no text") from None


def _unchangeable(path: str, encoding: Encoding, why: str) -> WorkspaceError:
    said = f"{shown_name(path)} is {encoding.name}, and {why}. It was not changed, since bytes would be lost."
    return WorkspaceError("file:encoding", said)


def splitting(text: str) -> str:
    r"""What parts the lines of `text`: "\n", with a lone "\r" as content; "\r" where that is the only line end."""
    return "\r" if "\r" in text and "\n" not in text else "\n"


def line_end(text: str) -> str:
    r"""The line end that `text` uses most: "\n", "\r\n", or "\r" where there is no other; "\n" where it has none."""
    pairs = text.count("\r\n")
    return "\r\n" if pairs > text.count("\n") - pairs else splitting(text)


def binary(path: str, size: int) -> WorkspaceError:
    """The refusal of a file that is no text."""
    return WorkspaceError("file:binary", f"{shown_name(path)} is binary data ({size:,} bytes), not text.")


def undecodable(error: UnicodeDecodeError, encoding: Encoding, path: str) -> WorkspaceError:
    """The refusal of a file that is not in the encoding that it says it is in."""
    return WorkspaceError(
        "file:encoding",
        f"{shown_name(path)} is marked as {encoding.name}, but is not valid in it "
        f"({error.reason}), so it is damaged or no text.",
    )


def _gives(content: bytes, text: str, encoding: Encoding) -> bool:
    try:
        return encoding.mark + text.encode(encoding.codec) == content
    except UnicodeEncodeError:
        return False


def _unencodable(text: str, encoding: Encoding, path: str) -> WorkspaceError:
    wrong = dict.fromkeys(c for c in dict.fromkeys(text) if not _holds(encoding, c))
    named = ", ".join(_character(c) for c in islice(wrong, _NAMED))
    more = f" and {len(wrong) - _NAMED:,} more" if len(wrong) > _NAMED else ""
    return WorkspaceError(
        "file:encoding",
        f"{shown_name(path)} is {encoding.name}, which cannot hold {named}{more}. Nothing was written. "
        "Leave these characters out or replace them.",
    )


def _holds(encoding: Encoding, character: str) -> bool:
    try:
        character.encode(encoding.codec)
    except UnicodeEncodeError:
        return False
    return True


def _character(character: str) -> str:
    point = f"U+{ord(character):04X}"
    return f"{character} ({point})" if character.isprintable() else point
