"""PDF documents."""

import pytest
import sample_documents as samples

needs_ocr = pytest.mark.skipif(not samples.has_ocr(), reason="tesseract is not installed")


def test_each_page_stands_under_its_mark() -> None:
    extract = samples.taken(samples.pdf([["Hello world", "契約書 第1章"], [], ["三ページ"]]))
    assert (extract.kind, extract.facts, extract.notes) == ("PDF document", ("3 pages",), ())
    assert [(line.place, line.text) for line in extract.lines] == [
        ("page 1", "[page 1]"),
        ("page 1", "Hello world"),
        ("page 1", "契約書 第1章"),
        ("page 2", "[page 2]"),
        ("page 3", "[page 3]"),
        ("page 3", "三ページ"),
    ]


def test_comments_and_form_fields_are_marked() -> None:
    comment = "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /T (Bob) /Contents <FEFF78BA8A8D> >>"
    field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Alice) /Rect [0 0 9 9] >>"
    lines = samples.shown(samples.pdf([["x"]], annotations=f"/Annots [{comment} {field}]"))
    assert lines == ["[page 1]", "x", "[comment by Bob] 確認", "[form field name] Alice"]


def test_two_columns_of_prose_are_read_one_after_the_other() -> None:
    left = [f"left {n} has words enough to fill its line" for n in range(10)]
    right = [f"right {n} has words enough to fill its line" for n in range(10)]
    rows = [place for n in range(10) for place in ((50, 700 - 20 * n, left[n]), (310, 700 - 20 * n, right[n]))]
    assert samples.shown(samples.placed_pdf([rows])) == ["[page 1]", *left, *right]


def test_a_table_with_two_columns_is_read_row_by_row() -> None:
    rows = [
        place for n in range(10) for place in ((50.0, 700.0 - 20 * n, f"item {n}"), (400.0, 700.0 - 20 * n, f"{n} yen"))
    ]
    rows.append((50.0, 720.0, "item in a long description"))
    text = " ".join(samples.shown(samples.placed_pdf([rows])))
    assert text.index("0 yen") < text.index("item 1") < text.index("1 yen")


def test_a_damaged_page_does_not_hide_the_others() -> None:
    data = samples.pdf([["one"], ["two"], ["three"]]).replace(
        b"8 0 obj\n<< /Type /Page /", b"8 0 obj\n<< /Type /Nope /"
    )
    extract = samples.taken(data.replace(b"Kids [6 0 R 8 0 R", b"Kids [6 0 R 4 0 R"))
    assert [line.text for line in extract.lines] == [
        "[page 1]",
        "one",
        "[page 2]",
        "[this page is damaged]",
        "[page 3]",
        "three",
    ]
    assert extract.notes == ("page 2 is damaged and was not read",)


def test_a_password_is_told_from_damage() -> None:
    assert samples.refused(samples.locked_pdf()) == "file:unreadable:encrypted"
    assert samples.refused(samples.pdf([["a"]])[:300]) == "file:unreadable:damaged"


@needs_ocr
def test_a_scan_is_read_by_ocr_and_says_so() -> None:
    extract = samples.taken(samples.scanned_pdf([["請求書 番号 12345", "Invoice for Tokyo office"]]))
    assert extract.notes == ("page 1 is a scan, read by OCR; that text may be wrong",)
    assert [line.text for line in extract.lines][:2] == ["[page 1]", "[text read by OCR, may be wrong]"]
    text = "".join(line.text for line in extract.lines)
    assert "請求書" in text and "Invoice for Tokyo office" in text


def test_without_ocr_a_scan_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(samples.ENVIRONMENT, "PATH", "/nowhere")
    extract = samples.taken(samples.scanned_pdf([["a"], ["b"], ["c"]]))
    assert [line.text for line in extract.lines][:2] == ["[page 1]", "[a picture without text]"]
    assert extract.notes[0].startswith("pages 1 to 3 are scans without text: no OCR program")


@needs_ocr
@pytest.mark.slow
def test_scans_for_which_there_is_no_time_are_named() -> None:
    extract = samples.taken(samples.scanned_pdf([["word"] * 5] * 12), seconds=2.5)
    assert "scans without text: OCR failed or would have taken too long" in extract.notes[-1]
    assert sum(line.text.startswith("[page") for line in extract.lines) == 12
