"""Spreadsheets."""

import datetime
import io
import time
from typing import Any

import openpyxl
import pytest
import sample_documents as samples

from app.documents.pieces import Note
from app.documents.readers.sheet_far import read_far
from app.documents.source import Source

ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="表"><table:table-row{rows}><table:table-cell office:value-type="string"{columns}>'
    "<text:p>値</text:p></table:table-cell></table:table-row></table:table>"
    "</office:spreadsheet></office:body></office:document-content>"
)


def ods(rows: str = "", columns: str = "") -> bytes:
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    content = ODS.format(rows=rows, columns=columns)
    return samples.zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def sales(book: Any) -> None:
    sheet = book.add_worksheet("売上 Sales")
    sheet.write_row("A1", ["品名", "数", "日付"])
    sheet.write_row("A2", ["リンゴ", 3.0])
    sheet.write_datetime("C2", datetime.datetime(2026, 1, 2), book.add_format({"num_format": "yyyy-mm-dd"}))
    sheet.write_string("F2", "0012")
    sheet.write_formula("A4", "=B2*2", None, 6)
    sheet.write_boolean("B4", True)
    sheet.write_number("C4", 0.1)
    sheet.merge_range("A6:C6", "two\nlines")
    sheet.write_comment("B2", "確認して", {"author": "佐藤"})
    sheet.insert_textbox("H1", "boxed 箱")
    sheet.set_header('&C&"Arial,Bold"Secret &P')
    hidden = book.add_worksheet("Old")
    hidden.hide()
    hidden.write("D3", "x")
    book.add_worksheet("Empty")


def test_rows_cells_and_what_stands_beside_them_are_read() -> None:
    extract = samples.taken(samples.xlsx(sales))
    place = "sheet 売上 Sales"
    assert [(line.place, line.text) for line in extract.lines] == [
        (place, "[sheet 売上 Sales: A1:F6]"),
        (place, "[merged cells: A6:C6]"),
        (place, "1 | 品名 | 数 | 日付"),
        (place, "2 | リンゴ | 3 | 2026-01-02 | F2: 0012"),
        (place, "4 | 6 | TRUE | 0.1"),
        (place, "6 | two ⏎ lines"),
        (place, "[comment on B2 by 佐藤] 確認して"),
        (place, "[text box] boxed 箱"),
        (place, "[header] Secret"),
        ("sheet Old", "[sheet Old, hidden: D3:D3]"),
        ("sheet Old", "3 | D3: x"),
        ("sheet Empty", "[sheet Empty: empty]"),
    ]
    assert (extract.facts, extract.notes) == (("3 sheets",), ("1 sheet hidden: 'Old'",))


def test_each_piece_of_a_row_knows_its_cell() -> None:
    row = samples.taken(samples.xlsx(sales)).lines[3]
    assert [row.place_at(row.text.index(text)) for text in ("リンゴ", "3", "2026", "0012")] == [
        f"sheet 売上 Sales, {cell}" for cell in ("A2", "B2", "C2", "F2")
    ]
    assert row.place_at(0) == "sheet 売上 Sales"


def test_a_formula_without_a_value_is_not_an_empty_cell() -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet["A1"], sheet["B1"], sheet["C9"] = 1, "=A1*2", "=SUM(A1:B1)"
    stream = io.BytesIO()
    book.save(stream)
    extract = samples.taken(stream.getvalue())
    assert [line.text for line in extract.lines] == [
        "[sheet Sheet: A1:C9]",
        "1 | 1 | =A1*2 (not calculated)",
        "9 | C9: =SUM(A1:B1) (not calculated)",
    ]
    assert extract.notes == ("2 formulas without a stored value, shown as “=… (not calculated)”",)


def test_a_formula_whose_value_is_an_empty_text_is_calculated() -> None:
    def fill(book: Any) -> None:
        book.add_worksheet().write_formula("A1", '=""', None, "")

    data = samples.xlsx(fill)
    assert (
        samples.taken(samples.changed_zip(data, {"xl/worksheets/sheet1.xml": ('<c r="A1"', '<c r="A1" t="str"')})).notes
        == ()
    )
    assert samples.taken(data).notes != ()


def test_a_stated_size_is_not_believed() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        for row in range(50):
            sheet.write_formula(row, 0, "=B1", None, "")

    data = samples.changed_zip(samples.xlsx(fill), {"xl/worksheets/sheet1.xml": ('ref="A1:A50"', 'ref="A1:A2"')})
    assert samples.shown(data)[-1] == "50 | =B1 (not calculated)"


def test_an_opendocument_sheet_is_read() -> None:
    assert samples.placed(ods()) == [("sheet 表", "[sheet 表: A1:A1]"), ("sheet 表", "1 | 値")]


@pytest.mark.slow
def test_two_far_cells_are_read_without_all_between_them() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Far")
        sheet.write("A1", 1)
        sheet.write("XFD1048576", "kiwi")
        book.add_worksheet("Old").hide()

    taken = samples.taken(samples.xlsx(fill))
    assert [(line.text, line.place_at(len(line.text) - 1)) for line in taken.lines] == [
        ("[sheet Far]", "sheet Far"),
        ("1 | 1", "sheet Far, A1"),
        ("1048576 | XFD1048576: kiwi", "sheet Far, XFD1048576"),
        ("[sheet Old, hidden]", "sheet Old"),
    ]
    assert (taken.facts, taken.notes) == (
        ("2 sheets",),
        (
            "its cells are far apart: formulas without a stored value, comments and text boxes were not read",
            "1 sheet hidden: 'Old'",
        ),
    )


def test_far_cells_that_there_is_no_time_for_are_told() -> None:
    def fill(book: Any) -> None:
        book.add_worksheet().write("XFD1048576", "kiwi")

    data = samples.xlsx(fill)
    *_, note = read_far(Source(io.BytesIO(data), len(data), time.monotonic()))
    assert note == Note("there was no time for all of its cells")


@pytest.mark.slow
def test_a_sheet_that_takes_all_memory_harms_only_its_worker() -> None:
    repeated = (' table:number-rows-repeated="1048576"', ' table:number-columns-repeated="64"')
    assert samples.refused(ods(*repeated)) == "file:too_big"


def test_a_damaged_workbook_is_refused() -> None:
    whole = samples.xlsx(sales)
    assert samples.refused(whole[:-300]) == "file:unreadable:damaged"
    assert (
        samples.refused(samples.changed_zip(whole, {"xl/workbook.xml": ("</sheets>", "")})) == "file:unreadable:damaged"
    )
    assert samples.refused(samples.ole("EncryptedPackage")) == "file:unreadable:encrypted"


@pytest.mark.slow
def test_a_large_sheet_is_read_or_says_where_it_was_cut() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        for row in range(100_000):
            sheet.write_row(row, 0, ["text", row, row / 2, "日本"])

    extract = samples.taken(samples.xlsx(fill))
    assert len(extract.lines) == 100_001
    assert extract.lines[-1].text == "100000 | text | 99999 | 49999.5 | 日本"
