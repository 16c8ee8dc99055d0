"""A file's bytes as text and back, so that what was not changed comes out byte for byte."""

import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.text.alignment import Alignment, Opcode, TooMuch
from app.workspace.text.encodings import Encoding, encoding_of

_NAMED = 10
_MARK = "\ufeff"
_JIS_ASCII = b"\x1b(B"
_USUAL = "\t\n\r"


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

    Raises WorkspaceError `file:encoding` that names the characters that it cannot hold,
    or with which it would not be read as the same text.
    """
    return _read_back(encoding.mark + _encoded(text, encoding, path), text, encoding, path)


def rewritten(content: bytes, before: Text, text: str, path: str) -> bytes:
    """The bytes of a file that held `content`, decoded as `before`, with `text` instead.

    Each line that stays keeps its very bytes, whether or not they are the only ones for
    its text. Where the file has a mark, a `text` that begins with one means the same mark.
    Raises WorkspaceError `file:encoding` as `encoded`, or when a line that changes has
    invalid bytes.
    """
    if before.encoding.mark and not before.text.startswith(_MARK):
        text = text.removeprefix(_MARK)
    if before.exact:
        return encoded(text, before.encoding, path)
    if text.startswith(before.text):
        return _longer(content, before, text, path)
    return _read_back(_with_lines(content, before, text, path), text, before.encoding, path)


def _encoded(text: str, encoding: Encoding, path: str) -> bytes:
    try:
        return text.encode(encoding.codec)
    except UnicodeEncodeError:
        raise _unencodable(text, encoding, path) from None


def _longer(content: bytes, before: Text, text: str, path: str) -> bytes:
    """All of `content`, and the rest of `text` after it: after the return to ASCII, if the last byte left it."""
    more = _encoded(text[len(before.text) :], before.encoding, path)
    plainly, returned = content + more, content + _JIS_ASCII + more
    with suppress(WorkspaceError):
        return _read_back(plainly, text, before.encoding, path)
    return _read_back(returned if before.encoding.is_jis else plainly, text, before.encoding, path)


def _with_lines(content: bytes, before: Text, text: str, path: str) -> bytes:
    encoding, end = before.encoding, splitting(before.text)
    old = content[len(encoding.mark) :].split(end.encode())
    shown, wanted = [line.decode(encoding.codec, encoding.errors) for line in old], text.split(end)
    if end.join(shown) != before.text:
        raise _unchangeable(path, encoding, "its lines depend on one another")
    lines = list[bytes]()
    for what, start, stop, first, last in _opcodes(shown, wanted):
        if what == "equal":
            lines += old[start:stop]
            continue
        _require_whole(old, range(start, stop), encoding, path)
        lines += [_encoded(line, encoding, path) for line in wanted[first:last]]
    return encoding.mark + end.encode().join(lines)


def _opcodes(old: list[str], new: list[str]) -> list[Opcode]:
    try:
        return Alignment(old, new).get_opcodes()
    except TooMuch:
        return [("replace", 0, len(old), 0, len(new))]


def _read_back(content: bytes, text: str, encoding: Encoding, path: str) -> bytes:
    """`content`, where it is read as `text`: its encoding is told from nothing but the bytes."""
    try:
        read = decoded(content, path)
    except WorkspaceError:
        raise _misread(text, encoding, "no text", path) from None
    if read.text != text:
        raise _misread(text, encoding, read.encoding.name, path)
    return content


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


def _misread(text: str, encoding: Encoding, taken: str, path: str) -> WorkspaceError:
    strange = dict.fromkeys(c for c in text if unicodedata.category(c) == "Cc" and c not in _USUAL)
    others = dict.fromkeys(c for c in dict.fromkeys(text) if not _comes_back(encoding, c))
    wrong = [*([_MARK] if text.startswith(_MARK) else []), *strange, *others]
    named = ", ".join(_character(c) for c in wrong[:_NAMED])
    why = f"with {named} " if named else ""
    return WorkspaceError(
        "file:encoding",
        f"{shown_name(path)} is {encoding.name}, but {why}its text would be taken for {taken} when it is read."
        f" Nothing was written. {'Leave these characters out.' if named else 'Another text would work.'}",
    )


def _comes_back(encoding: Encoding, character: str) -> bool:
    """Whether it is the same character when it is read again; CP932 has one place for two kinds of dashes."""
    return not _holds(encoding, character) or character.encode(encoding.codec).decode(encoding.codec) == character


def _holds(encoding: Encoding, character: str) -> bool:
    try:
        character.encode(encoding.codec)
    except UnicodeEncodeError:
        return False
    return True


def _character(character: str) -> str:
    point = f"U+{ord(character):04X}"
    return f"{character} ({point})" if character.isprintable() else point
