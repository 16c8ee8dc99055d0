"""Addresses as people write them into settings: in their usual form, or refused with the form that would do."""

import re
from urllib.parse import parse_qs, urlsplit

# What documentation shows behind a base URL, and people copy with it.
_OPERATION = re.compile(r"(/chat)?/completions$|/responses$|/models$|/chat$")
_SCHEME = re.compile(r"https?://(?!https?:)", re.IGNORECASE)
_DRIVERS = {
    **dict.fromkeys(("sqlite", "sqlite+aiosqlite"), "sqlite+aiosqlite"),
    **dict.fromkeys(("postgres", "postgresql", "postgresql+asyncpg"), "postgresql+asyncpg"),
}


def server_address(url: str | None) -> str | None:
    """The address of a model server, without what documentation shows behind it."""
    if url is None:
        return None
    if not _SCHEME.match(url):
        raise ValueError(f"it should begin with http:// or https://, such as {_with_scheme(url)}")
    if wrong := _wrong_in(url):
        raise ValueError(f"{wrong}; it is probably {_base_in(re.sub(r'[?#].*', '', ''.join(url.split())))}")
    try:
        parts = urlsplit(url)
        usable = parts.hostname and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable or not url.isprintable():
        raise ValueError("it should be an address such as http://localhost:11434/v1")
    return _base_in(url)


def _wrong_in(url: str) -> str:
    if "".join(url.split()) != url:
        return "there is a space in it"
    return "nothing may follow its path" if "?" in url or "#" in url else ""


def _base_in(url: str) -> str:
    return _OPERATION.sub("", url.rstrip("/"))


def _with_scheme(url: str) -> str:
    """`url` with the usual scheme where it has none: local servers speak plain HTTP."""
    given = re.match(r"(?:(https?)?[:/]+)?(.*)", url, re.DOTALL | re.IGNORECASE)
    scheme, rest = given.groups() if given else (None, url)
    host = rest.partition("/")[0]
    is_local = ":" in host or "." not in host or host[:1].isdigit()
    return f"{scheme or ('http' if is_local else 'https')}://{rest}"


def database_address(url: str | None) -> str | None:
    """The address of a database, with the driver that the app brings."""
    if url is None:
        return None
    scheme, mark, rest = url.partition("://")
    driver = _DRIVERS.get(scheme.lower())
    if not mark or driver is None:
        raise ValueError("it should begin with postgresql:// or sqlite:///")
    if driver == "sqlite+aiosqlite":
        _check_file(rest)
    else:
        _check_server(url)
    return f"{driver}://{rest}".replace("sslmode=", "ssl=")


def _check_file(named: str) -> None:
    if len(named) < 2 or not named.startswith("/"):
        raise ValueError("a file is written as sqlite:///name.db, or sqlite:////with/its/whole/path.db")


def _check_server(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.hostname and (parts.port or 1) and parts.path.strip("/") and not parts.fragment
    except ValueError:
        usable = False
    if not usable:
        raise ValueError(
            "it should be like postgresql://user:password@host:5432/name; in the password, characters such as"
            " / ? # @ are written as %2F %3F %23 %40"
        )
    if wrong := [name for name in parse_qs(parts.query) if name not in ("ssl", "sslmode")]:
        raise ValueError(f"nothing but sslmode may follow the question mark, not {wrong[0]}")
