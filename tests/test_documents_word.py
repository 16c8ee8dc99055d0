"""Word documents."""

import io

import docx
import pytest
import sample_documents as samples
from sample_documents import par

STYLES = (
    '<w:styles><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="x"><w:name w:val="mine"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>'
)


def level(number: int, form: str, text: str) -> str:
    return f'<w:lvl w:ilvl="{number}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'


def numbering(*levels: str) -> dict[str, str]:
    abstract = f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>'
    return {
        "numbering.xml": f'<w:numbering>{abstract}<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    }


def item(text: str, depth: int = 0) -> str:
    lead = f'<w:pPr><w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="3"/></w:numPr></w:pPr>'
    return f"<w:p>{lead}<w:r><w:t>{text}</w:t></w:r></w:p>"


def table(*rows: tuple[str, ...]) -> str:
    shown = "".join(f"<w:tr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in row)}</w:tr>" for row in rows)
    return f"<w:tbl>{shown}</w:tbl>"


def box(text: str) -> str:
    """A text box as Word writes it: for newer programs and once more for older ones."""
    inner = f"<w:txbxContent>{par(text)}</w:txbxContent>"
    return (
        f"<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>{inner}</wps:txbx></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{inner}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def test_headings_paragraphs_and_tables_come_in_their_order() -> None:
    nested = table((par("inner"),))
    body = par("見出し", "1") + par("one") + table((par("品目"), par("a") + par("b")), (nested, par("z")))
    extract = samples.taken(samples.docx(body + par("sub", "x") + par(""), {"styles.xml": STYLES}))
    assert [(line.place, line.text) for line in extract.lines] == [
        ("paragraph 1", "# 見出し"),
        ("paragraph 2", "one"),
        ("table 1, row 1", "品目 | a / b"),
        ("table 1, row 2", "inner | z"),
        ("paragraph 3", "## sub"),
    ]
    assert (extract.kind, extract.facts) == ("Word document", ("4 paragraphs", "1 table"))


def test_what_stands_beside_the_text_is_marked() -> None:
    refer = '<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="0"/></w:r>'
    parts = {
        "header1.xml": f"<w:hdr>{par('社外秘')}</w:hdr>",
        "header2.xml": f"<w:hdr>{par('社外秘')}</w:hdr>",
        "footer1.xml": f"<w:ftr>{par('foot')}</w:ftr>",
        "footnotes.xml": '<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>'
        f'<w:footnote w:id="1">{par("source")}</w:footnote></w:footnotes>',
        "endnotes.xml": f'<w:endnotes><w:endnote w:id="1">{par("at the end")}</w:endnote></w:endnotes>',
        "comments.xml": f'<w:comments><w:comment w:id="0" w:author="佐藤">{par("really?")}</w:comment></w:comments>',
    }
    assert samples.placed(samples.docx(par("Claim", inner=refer + box("boxed 箱")), parts)) == [
        ("header", "[header] 社外秘"),
        ("paragraph 1", "Claim[footnote 1][comment 0]"),
        ("paragraph 1", "[text box] boxed 箱"),
        ("footer", "[footer] foot"),
        ("footnote 1", "[footnote 1] source"),
        ("endnote 1", "[endnote 1] at the end"),
        ("comment 0", "[comment 0 by 佐藤] really?"),
    ]


def test_a_text_box_in_a_table_is_read_once() -> None:
    assert samples.shown(samples.docx(table((par("cell", inner=box("boxed")),)))) == ["cell / [text box] boxed"]


def test_a_chart_is_read() -> None:
    points = "<c:cat><c:pt><c:v>Q1</c:v></c:pt></c:cat><c:val><c:pt><c:v>1.5</c:v></c:pt></c:val>"
    series = f"<c:ser><c:tx><c:v>利益</c:v></c:tx>{points}</c:ser>"
    chart = f'<c:chart xmlns:c="urn:c" xmlns:a="urn:a"><c:title><a:t>Profit</a:t></c:title>{series}{series}</c:chart>'
    lines = samples.placed(samples.docx(par("a"), {"chart1.xml": chart}))
    assert [text for place, text in lines if place == "chart 1"] == [
        "[chart] Profit",
        "| Q1",
        "利益 | 1.5",
        "利益 | 1.5",
    ]


def test_tracked_changes_and_hidden_text_are_marked() -> None:
    changes = (
        '<w:ins w:author="B"><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>'
    )
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>ghost</w:t></w:r>"
    extract = samples.taken(samples.docx(par("The ", inner=changes + hidden)))
    assert extract.lines[0].text == "The [inserted: new][deleted: old][hidden: ghost]"
    assert extract.notes == ("2 tracked changes, shown as [inserted: …] and [deleted: …]",)


def test_ruby_controls_links_formulas_and_breaks_keep_their_text() -> None:
    ruby = (
        "<w:ruby><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby>"
    )
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{par('control')}</w:sdtContent></w:sdt>"
    link = "<w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"
    breaks = '<w:r><w:tab/><w:t>b</w:t><w:br w:type="page"/></w:r><w:r><w:t>c</w:t></w:r>'
    body = par("", inner=ruby) + control + par("a ", inner=link) + par("a", inner=breaks)
    expected = ["漢字(かんじ)", "control", "a linkx=1", "a\tb", "[page break]", "c"]
    assert samples.shown(samples.docx(body)) == expected


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("decimal", "第%1条", ["第1条 a", "第2条 b"]),
        ("upperRoman", "%1.", ["I. a", "II. b"]),
        ("lowerLetter", "(%1)", ["(a) a", "(b) b"]),
        ("japaneseCounting", "%1、", ["一、 a", "二、 b"]),
        ("decimalEnclosedCircle", "%1", ["① a", "② b"]),
        ("aiueoFullWidth", "%1", ["ア a", "イ b"]),
        ("bullet", "•", ["- a", "- b"]),
    ],
)
def test_the_numbers_of_a_list_are_shown(form: str, text: str, expected: list[str]) -> None:
    assert samples.shown(samples.docx(item("a") + item("b"), numbering(level(0, form, text)))) == expected


def test_numbers_of_inner_lists_begin_anew() -> None:
    body = item("a") + item("x", 1) + item("y", 1) + item("b") + item("z", 1)
    levels = numbering(level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"))
    assert samples.shown(samples.docx(body, levels)) == ["1. a", "  1.1 x", "  1.2 y", "2. b", "  2.1 z"]


def test_a_damaged_document_is_refused() -> None:
    whole = samples.docx(par("a"))
    assert samples.refused(whole[:-100]) == "file:unreadable:damaged"
    assert (
        samples.refused(samples.changed_zip(whole, {"word/document.xml": ("</w:body>", "")}))
        == "file:unreadable:damaged"
    )
    assert samples.refused(samples.zipped({"[Content_Types].xml": "", "word/x": ""})) == "file:unreadable:damaged"


def test_a_document_that_another_program_made_is_read() -> None:
    made = docx.Document()
    made.add_heading("四半期報告", 1)
    made.add_paragraph("The kiwi paragraph")
    rows = made.add_table(1, 2).rows[0].cells
    rows[0].text, rows[1].text = "りんご", "12"
    file = io.BytesIO()
    made.save(file)
    lines = samples.placed(file.getvalue())
    assert [text for _, text in lines] == ["# 四半期報告", "The kiwi paragraph", "りんご | 12"]
