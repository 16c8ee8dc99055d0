"""The marks that stand in a text which was taken out of a document: places, notes, pictures."""

import re

_PAGE = re.compile(r"^\[(?:page \d+|text read by OCR[^\]]*)\]$")
_PLACE = re.compile(
    r"^\[(?:slide \d|sheet |cell |chapter |part |notes\]|chart\]|merged cells|attachment|attached mail|picture|"
    r"page break|output|the rest of this output|footnotes?\b|endnotes?\b|comments?\b|form field|text box|"
    r"diagram|header|footer|hidden)"
)
_TITLE = re.compile(r"^\[title\] ")
_MAIL = re.compile(r"^(?:From|To|Cc|Bcc|Date|Reply-To|Subject): ")
_ROW_NUMBER = re.compile(r"^\d+ \| ")


def without_marks(text: str) -> str:
    """The text of a document as running text: a page's end parts nothing, any other mark parts paragraphs."""
    lines = [_plain(line) for line in text.split("\n") if not _PAGE.match(line)]
    return "\n".join(_after_mail_head(lines))


def _plain(line: str) -> str:
    if _PLACE.match(line):
        return ""
    return f"{_TITLE.sub('', line)}\n" if _TITLE.match(line) else _ROW_NUMBER.sub("", line)


def _after_mail_head(lines: list[str]) -> list[str]:
    """A mail with its subject as the title, without the rest of its head."""
    end = next((number for number, line in enumerate(lines) if not _MAIL.match(line)), len(lines))
    subject = next((line for line in lines[:end] if line.startswith("Subject: ")), "")
    return [subject.removeprefix("Subject: "), *lines[end:]] if end > 1 else lines
