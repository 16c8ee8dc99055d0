"""PowerPoint presentations."""

import io

import sample_documents as samples
from pptx import Presentation
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def test_slides_notes_tables_groups_and_charts_are_read() -> None:
    extract = samples.taken(samples.pptx())
    assert [(line.place, line.text) for line in extract.lines] == [
        ("slide 1", "[slide 1]"),
        ("slide 1", "年次報告 Annual report"),
        ("slide 1", "Sales grew"),
        ("slide 1", "By 12 percent"),
        ("slide 1, notes", "[notes]"),
        ("slide 1, notes", "Speak slowly. ゆっくり話す。"),
        ("slide 2", "[slide 2]"),
        ("slide 2", "Region | Sales"),
        ("slide 2", "東京 | 120"),
        ("slide 2", "deep in a group"),
        ("slide 2", "[chart]"),
        ("slide 2", "| Q1 | Q2"),
        ("slide 2", "Profit | 1.5 | 2.0"),
        ("slide 3", "[slide 3, hidden]"),
        ("slide 3", "Draft 下書き"),
    ]
    assert (extract.facts, extract.notes) == (("3 slides",), ("1 slide hidden: 3",))


def test_comments_and_diagrams_are_marked() -> None:
    deck = Presentation(io.BytesIO(samples.pptx()))
    slide = deck.slides[0]
    for kind, text in (
        ("comments", "<c><text>確認?</text></c>"),
        ("diagramData", f'<d xmlns:a="{A}"><a:p><a:t>Plan</a:t></a:p></d>'),
    ):
        part = Part(PackURI(f"/ppt/extra/{kind}.xml"), "application/xml", slide.part.package, text.encode())
        slide.part.relate_to(part, f"{RELATIONS}/{kind}")
    stream = io.BytesIO()
    deck.save(stream)
    lines = samples.placed(stream.getvalue())
    assert ("slide 1", "[diagram] Plan") in lines
    assert ("slide 1, comments", "[comment] 確認?") in lines


def test_a_damaged_presentation_is_refused() -> None:
    whole = samples.pptx()
    assert samples.refused(whole[: len(whole) // 2]) == "file:unreadable:damaged"
    assert (
        samples.refused(samples.changed_zip(whole, {"ppt/slides/slide1.xml": ("</p:sld>", "")}))
        == "file:unreadable:damaged"
    )
