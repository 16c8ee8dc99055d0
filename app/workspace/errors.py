"""The one error of the workspace."""

import errno

_PLAIN = {
    errno.ENOENT: ("path:not_found", "there is no such file"),
    errno.ENOTDIR: ("path:not_a_directory", "a part of the path is a file, not a folder"),
    errno.EISDIR: ("path:not_a_file", "it is a folder"),
    errno.EEXIST: ("path:exists", "something of that name is there already"),
    errno.ENAMETOOLONG: ("path:name", "a name in it is longer than the file system allows (255 bytes)"),
    errno.EINVAL: ("path:name", "the file system does not allow this name"),
    errno.ELOOP: ("path:outside", "a link in it leads in a circle or was changed while it was opened"),
    errno.EACCES: ("file:unreadable", "permission was denied"),
    errno.EPERM: ("file:unreadable", "permission was denied"),
    errno.EROFS: ("file:unreadable", "the folder is read-only"),
    errno.ENXIO: ("file:special", "it is a device or a socket, not a file"),
    errno.ENOSPC: ("tool:failed", "the disk is full"),
    errno.EDQUOT: ("tool:failed", "the disk quota is used up"),
}


class WorkspaceError(Exception):
    """A refusal, as a value to show: `code` is `<stage>:<reason>`, `text` says what and the next move."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def plain(error: OSError, asked: str) -> WorkspaceError:
    """The workspace's error for one of the system's, without any path of the host."""
    code, why = _PLAIN.get(error.errno or 0, ("tool:failed", "the system refused it"))
    return WorkspaceError(code, f"{shown_name(asked)}: {why}.")


def escaped(name: str) -> str:
    """`name` with control and undecodable characters escaped, so that it is one harmless line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def shown_name(name: str) -> str:
    """`name` escaped, in quotes, and bounded in length."""
    text = escaped(name)
    return f"'{text[:200]}…'" if len(text) > 200 else f"'{text}'"
