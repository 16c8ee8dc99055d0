"""Makes the documents that the tests read: each function gives a file's bytes."""

import io
import shutil
import struct
import subprocess
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import xlsxwriter
from PIL import Image, ImageDraw, ImageFont
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from app.documents import DocumentError, Extract, Kind, extract, extraction, kind_of

ENVIRONMENT = extraction._ENVIRONMENT
"""What a worker gets to know of its surroundings."""

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def zipped(members: Mapping[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP; a member called `mimetype` is stored, as EPUB and OpenDocument want it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else compression)
    return stream.getvalue()


# Pictures


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """A font that can show Japanese, as the system finds it."""
    asked = ["fc-match", "-f", "%{file}|%{index}", "Noto Sans CJK JP:lang=ja"]
    file, _, index = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.partition("|")
    return ImageFont.truetype(file, size, index=int(index or 0) & 0xFFFF)


def drawn(lines: Sequence[str], size: tuple[int, int] = (1000, 400), height: int = 44) -> Image.Image:
    """White paper with lines of black text."""
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((40, 40 + number * height * 2), line, fill="black", font=font(height))
    return image


def picture(image: Image.Image, form: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def has_ocr() -> bool:
    return shutil.which("tesseract") is not None


def huge_png(width: int, height: int) -> bytes:
    """A small PNG that claims to be very large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


# PDF


def pdf(pages: Sequence[Sequence[str]], extra: str = "", annotations: str = "") -> bytes:
    """Pages of lines in a Japanese font that is not embedded. `extra` goes to the trailer."""
    return placed_pdf(
        [[(50.0, 760.0 - 20 * row, line) for row, line in enumerate(page)] for page in pages], extra, annotations
    )


def placed_pdf(pages: Sequence[Sequence[tuple[float, float, str]]], extra: str = "", annotations: str = "") -> bytes:
    """Pages of texts, each with the place where it begins."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{6 + 2 * n} 0 R' for n in range(len(pages)))}] >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [4 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /FontDescriptor 5 0 R "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /W [1 [500] 2 632 500] >>",
        "<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 -200 1000 900] "
        "/ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ]
    for number, page in enumerate(pages):
        shown = "".join(f"BT /F1 10 Tf {x} {y} Td <{line.encode('utf-16-be').hex()}> Tj ET\n" for x, y, line in page)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {7 + 2 * number} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> {annotations} >>"
        )
        objects.append(f"<< /Length {len(shown)} >>\nstream\n{shown}endstream")
    return _pdf_file(objects, extra)


def _pdf_file(objects: Sequence[str], extra: str) -> bytes:
    out, places = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {extra} >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode("latin-1")


def locked_pdf() -> bytes:
    """A PDF whose password is not the empty one."""
    lock = "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{0}> /U <{0}> >> /ID [<{1}> <{1}>]"
    return pdf([["secret"]], lock.format("ab" * 32, "cd" * 16))


def scanned_pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF whose pages are pictures."""
    first, *others = [drawn(page) for page in pages]
    return picture(first, "PDF", save_all=True, append_images=others, resolution=100)


# Office


def docx(body: str, parts: Mapping[str, str] | None = None) -> bytes:
    """A Word document. `parts` are further parts by file name (`footnotes.xml`), each related by its stem."""
    parts = parts or {}
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{R}/{_stem(name)}" Target="{name}"/>' for n, name in enumerate(parts, 1)
    )
    root = f'<Relationship Id="r1" Type="{R}/officeDocument" Target="word/document.xml"/>'
    spaces = (
        f'xmlns:w="{W}" xmlns:r="{R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
        'xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    )
    members = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{root}</Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
        "word/document.xml": f"<w:document {spaces}><w:body>{body}</w:body></w:document>",
    }
    members |= {f"word/{name}": content.replace(">", f" {spaces}>", 1) for name, content in parts.items()}
    return zipped(members)


def _stem(name: str) -> str:
    return Path(name).stem.rstrip("0123456789")


def par(text: str, style: str = "", inner: str = "") -> str:
    """A paragraph of a Word document."""
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{styled}<w:r><w:t xml:space="preserve">{text}</w:t></w:r>{inner}</w:p>'


def pptx() -> bytes:
    """Three slides: a title with notes; a table, a group and a chart; a hidden one."""
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "年次報告 Annual report"
    first.placeholders[1].text = "Sales grew\nBy 12 percent"
    first.notes_slide.notes_text_frame.text = "Speak slowly. ゆっくり話す。"
    second = deck.slides.add_slide(deck.slide_layouts[6])
    table = second.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for row, cells in enumerate((("Region", "Sales"), ("東京", "120"))):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    group = second.shapes.add_group_shape()
    inner = group.shapes.add_group_shape()
    inner.shapes.add_textbox(Inches(1), Inches(3), Inches(2), Inches(1)).text_frame.text = "deep in a group"
    data = cast(Any, CategoryChartData)()
    data.categories = ["Q1", "Q2"]
    data.add_series("Profit", (1.5, 2.0))
    frame = (Inches(1), Inches(4), Inches(4), Inches(2))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *frame, data)
    third = deck.slides.add_slide(deck.slide_layouts[5])
    third.shapes.title.text = "Draft 下書き"
    cast(Any, third)._element.set("show", "0")
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


def xlsx(fill: Any) -> bytes:
    """A workbook that `fill` (a function of an xlsxwriter workbook) fills."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        fill(book)
    return stream.getvalue()


def members_of(data: bytes) -> dict[str, bytes | str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_members(data: bytes, more: Mapping[str, bytes | str]) -> bytes:
    """A ZIP with further members."""
    return zipped(members_of(data) | dict(more))


def changed_zip(data: bytes, change: Mapping[str, tuple[str, str]], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP in which, in the member of each name, one text is replaced by another."""
    members = members_of(data)
    for name, (old, new) in change.items():
        content = members[name]
        assert isinstance(content, bytes) and old.encode() in content
        members[name] = content.replace(old.encode(), new.encode())
    return zipped(members, compression)


def ole(*streams: str) -> bytes:
    """An OLE file that has entries of these names and nothing else."""
    head = bytearray(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504)
    struct.pack_into("<HHHHH", head, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<II", head, 44, 1, 1)
    struct.pack_into("<I", head, 76, 0)
    struct.pack_into("<I", head, 80, 0xFFFFFFFF)
    sectors = -(-(len(streams) + 1) // 4)
    table = [0xFFFFFFFD, *range(2, sectors + 1), 0xFFFFFFFE]
    fat = struct.pack("<128I", *table, *[0xFFFFFFFF] * (128 - len(table)))
    entries = b"".join(_ole_entry(name) for name in ("Root Entry", *streams))
    return bytes(head) + fat + entries.ljust(sectors * 512, b"\0")


def _ole_entry(name: str) -> bytes:
    raw = name.encode("utf-16-le") + b"\0\0"
    return raw.ljust(64, b"\0") + struct.pack("<H", len(raw)) + b"\0" * 62


# Books and mail


def epub(chapters: Sequence[str]) -> bytes:
    """A book; the chapters' files are named against their order."""
    names = [f"c{len(chapters) - n}.xhtml" for n in range(len(chapters))]
    items = "".join(f'<item id="i{n}" href="{name}" media-type="x"/>' for n, name in enumerate(names))
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(names)))
    title = '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>本 A book</dc:title></metadata>'
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfile full-path="OEBPS/a.opf"/></container>',
            "OEBPS/a.opf": f"<package>{title}<manifest>{items}</manifest><spine>{spine}</spine></package>",
            **{
                f"OEBPS/{name}": f"<html><body>{text}</body></html>" for name, text in zip(names, chapters, strict=True)
            },
        }
    )


def mail(text: str, html: str = "", attachment: bytes = b"") -> bytes:
    """A mail from 山田 to Smith."""
    message = EmailMessage()
    message["From"] = "山田 太郎 <yamada@example.com>"
    message["To"] = "Smith <smith@example.com>"
    message["Date"] = "Mon, 02 Nov 2026 10:00:00 +0900"
    message["Subject"] = "会議の件 Meeting"
    if text:
        message.set_content(text)
    if html:
        (message.add_alternative if text else message.set_content)(html, subtype="html")
    if attachment:
        message.add_attachment(attachment, maintype="application", subtype="pdf", filename="資料.pdf")
    return message.as_bytes()


# Reading them


def kind(data: bytes, name: str = "") -> Kind | None:
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        return kind_of(file.fileno(), name)


def taken(data: bytes, name: str = "", seconds: float = 60, wanted: Callable[[], bool] = lambda: True) -> Extract:
    """What is taken out of a file with these bytes and this name."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        told = kind_of(file.fileno(), name)
        assert told is not None
        return extract(file.fileno(), told, seconds, wanted)


def shown(data: bytes, name: str = "") -> list[str]:
    """The lines' text."""
    return [line.text for line in taken(data, name).lines]


def placed(data: bytes, name: str = "") -> list[tuple[str, str]]:
    """The lines' places and texts."""
    return [(line.place, line.text) for line in taken(data, name).lines]


def refusal(data: bytes, name: str = "") -> DocumentError:
    """Why it is refused; the sentence is plain and has neither path nor module in it."""
    with pytest.raises(DocumentError) as caught:
        taken(data, name)
    text = caught.value.text
    assert text.endswith(".") and "/" not in text and "Error" not in text
    return caught.value


def refused(data: bytes, name: str = "") -> str:
    """The code with which it is refused."""
    return refusal(data, name).code
