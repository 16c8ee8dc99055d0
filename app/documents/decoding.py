"""Text of bytes that say of themselves in what encoding they are, and are not always right."""

import codecs
import re

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# What is written under a name is often the vendor's own, larger set of characters.
_MEANT = {
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
}
_GUESSED = ["cp932", "euc_jp", "cp1252"]
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z0-9_\-]+)""")


def decoded(data: bytes, declared: str = "") -> str:
    """The text of `data`: by its mark, by what is `declared`, as UTF-8, or as what it looks most like."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    name = declared.lower()
    if b"\x1b$" in data and (text := _jis(data)) is not None:
        return text
    for encoding in (_MEANT.get(name, name), "utf-8"):
        try:
            return data.decode(encoding)
        except (ValueError, LookupError):
            continue
    return _guessed(data)


def declared_in(data: bytes) -> str:
    """The encoding that HTML or XML names in its beginning, "" when it names none."""
    found = _DECLARED.search(data, 0, 4096)
    return found[1].decode() if found else ""


def _jis(data: bytes) -> str | None:
    """ISO-2022-JP, also with signs such as ①, which only a later standard has."""
    for source, encoding in ((data, "iso2022_jp_ext"), (data.replace(b"\x1b$B", b"\x1b$(Q"), "iso2022_jp_2004")):
        try:
            return source.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes  # Seldom needed.

    best = from_bytes(data[:65_536], cp_isolation=_GUESSED).best()
    return data.decode(best.encoding if best else "cp1252", "replace")
