"""HTML as Markdown: headings, lists, tables and links are kept, scripts and styles are not."""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter

from app.documents.decoding import declared_in, decoded
from app.documents.extract import Line
from app.documents.pieces import Note, Piece, lines_of
from app.documents.source import Source

_UNSHOWN = ["script", "style", "template", "title", "svg"]
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
# More take longer than a reader would wait.
_MOST_TAGS = 100_000
_GAPS = re.compile(r"\n\s*\n\s*\n+")


def read(source: Source) -> Iterator[Piece]:
    """The title, then the page."""
    data = source.whole()
    markup = decoded(data, declared_in(data))
    if title := title_of(markup):
        yield Line(f"[title] {title}")
    text = markdown_of(markup)
    yield from lines_of(text)
    if "[hidden: " in text:
        yield Note("text that the page hides from its readers is shown as [hidden: …]")


def title_of(markup: str) -> str:
    """The title of a page, "" when it has none."""
    found = re.search(r"<title[^>]*>(.*?)</title>", markup[:100_000], re.I | re.S)
    return " ".join(BeautifulSoup(found[1], "lxml").get_text().split()) if found else ""


def markdown_of(markup: str) -> str:
    """The page's text as Markdown; as plain text when it is too large or nested too deeply for that."""
    soup = BeautifulSoup(markup, "lxml")
    for element in soup(_UNSHOWN):
        element.decompose()
    for element in soup.find_all(_is_hidden):
        element.insert(0, "[hidden: ")
        element.append("]")
    for image in soup("img", src=re.compile("^data:")):
        image["src"] = ""
    if len(soup.find_all(True)) > _MOST_TAGS:
        return _GAPS.sub("\n\n", soup.get_text("\n"))
    try:
        text = MarkdownConverter(heading_style="ATX", bullets="-", escape_misc=False).convert_soup(soup)
    except RecursionError:
        text = soup.get_text("\n")
    return _GAPS.sub("\n\n", text)


def _is_hidden(element: Tag) -> bool:
    return bool(element.has_attr("hidden") or _HIDDEN.search(str(element.get("style", ""))))
