"""The one error of the workspace, and how names are shown in it."""

import errno
import re
from collections.abc import Sequence

_PLAIN = {
    errno.ENOENT: ("path:not_found", "there is no such file"),
    errno.ENOTDIR: ("path:not_a_directory", "a part of the path is a file, not a folder"),
    errno.EISDIR: ("path:not_a_file", "it is a folder"),
    errno.EEXIST: ("path:exists", "something of that name is there already"),
    errno.ENOTEMPTY: ("path:exists", "the folder is not empty"),
    errno.ENAMETOOLONG: ("path:name", "a name in it is longer than the file system allows (255 bytes)"),
    errno.EINVAL: ("path:name", "the file system does not allow this name"),
    errno.EILSEQ: ("path:name", "the file system does not allow this name"),
    errno.ELOOP: ("path:outside", "a link in it leads in a circle or was changed while it was opened"),
    errno.EACCES: ("file:unreadable", "permission was denied"),
    errno.EPERM: ("file:unreadable", "permission was denied"),
    errno.EROFS: ("file:unreadable", "the folder is read-only"),
    errno.EIO: ("file:unreadable", "the disk reports an error"),
    errno.ESTALE: ("file:changed", "it was replaced on the server meanwhile; trying again helps"),
    errno.EFBIG: ("file:too_big", "it would be larger than the file system allows"),
    errno.EOVERFLOW: ("file:too_big", "it is larger than the system can handle"),
    errno.ENXIO: ("file:special", "it is a device or a socket, not a file"),
    errno.ENODEV: ("file:special", "it is a device or a socket, not a file"),
    errno.ENOSPC: ("tool:failed", "the disk is full"),
    errno.EDQUOT: ("tool:failed", "the disk quota is used up"),
    errno.ETXTBSY: ("tool:failed", "it is a program that is running"),
    errno.EBUSY: ("tool:failed", "the system is using it"),
    errno.EXDEV: ("tool:failed", "it would have to go to another disk"),
    errno.EMLINK: ("tool:failed", "it has as many links as the file system allows"),
    errno.EMFILE: ("tool:failed", "too many files are open at the moment; trying again later helps"),
    errno.ENFILE: ("tool:failed", "too many files are open at the moment; trying again later helps"),
    errno.ENOMEM: ("tool:failed", "the system is out of memory"),
    errno.ETIMEDOUT: ("tool:failed", "the disk did not answer in time"),
    errno.ENOTCONN: ("tool:failed", "the disk is not connected"),
    errno.EOPNOTSUPP: ("tool:failed", "the file system cannot do this"),
}

_ESCAPE = re.compile(r"\\(?:[\\nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4})")
_OFFERED = 10


class WorkspaceError(Exception):
    """A refusal, as a value to show: `code` is `<stage>:<reason>`, `text` says what and the next move.

    `content` is what of the file `path` belongs to it, such as what has changed there. It
    is kept apart from the text, since a file can say anything.
    """

    def __init__(self, code: str, text: str, content: str = "", path: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.content = content
        self.path = path


def plain(error: OSError, asked: str) -> WorkspaceError:
    """The workspace's error for one of the system's, without any path of the host."""
    code, why = _PLAIN.get(error.errno or 0, ("tool:failed", "the system refused it"))
    return WorkspaceError(code, f"{shown_name(asked)}: {why}.")


def escaped(name: str) -> str:
    r"""`name` as one harmless line: control, invisible and undecodable characters, and `\` itself, are escaped.

    No two names are shown alike; `unescaped` leads back.
    """
    # Most names are plain, and a folder may hold many thousands.
    if name.isprintable() and "\\" not in name:
        return name
    return "".join(c if _is_plain(c) else c.encode("unicode_escape").decode() for c in name)


def unescaped(shown: str) -> str:
    """The name that `escaped` shows as `shown`; `shown` itself where it shows none so."""
    name = _ESCAPE.sub(lambda found: found[0].encode().decode("unicode_escape"), shown)
    return name if escaped(name) == shown else shown


def shown_name(name: str) -> str:
    """`name` escaped, in quotes, and bounded in length."""
    text = escaped(name)
    return f"'{text[:200]}…'" if len(text) > 200 else f"'{text}'"


def offered(names: Sequence[str]) -> str:
    """Names to choose from, whole, since each must reach its file as it stands; all but the first ten are counted."""
    more = f" and {len(names) - _OFFERED:,} more" if len(names) > _OFFERED else ""
    return ", ".join(f"'{escaped(name)}'" for name in names[:_OFFERED]) + more


def _is_plain(character: str) -> bool:
    # Japanese names hold the ideographic space as others hold a space.
    return (character.isprintable() or character == "\u3000") and character != "\\"
