"""Documents that are mostly text: web pages, books, mail, notebooks, RTF and OpenDocument."""

import base64
import json

import pytest
import sample_documents as samples

SPACES = 'xmlns:o="urn:o" xmlns:text="urn:t" xmlns:table="urn:b" xmlns:draw="urn:d" xmlns:presentation="urn:p"'


def opendocument(body: str, kind: str = "text", more: dict[str, str] | None = None) -> bytes:
    content = f"<o:document-content {SPACES}><o:body>{body}</o:body></o:document-content>"
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return samples.zipped({"mimetype": mimetype, "content.xml": content, **(more or {})})


# HTML


def test_a_web_page_becomes_markdown() -> None:
    page = (
        "<html><head><title>題 &amp; T</title><style>p {}</style><script>x()</script></head><body><h1>見出し</h1>"
        "<p>a <b>b</b> <a href='http://x/y'>link</a></p><ul><li>one</li></ul>"
        "<table><tr><th>x</th></tr><tr><td>1</td></tr></table><img src='data:image/png;base64,AAAA' alt='pic'></body>"
    )
    lines = [line for line in samples.shown(page.encode(), "a.html") if line]
    expected = [
        "[title] 題 & T",
        "# 見出し",
        "a **b** [link](http://x/y)",
        "- one",
        "| x |",
        "| --- |",
        "| 1 |",
        "![pic]()",
    ]
    assert lines == expected


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("cp932", "shift_jis"),
        ("euc_jp", "euc-jp"),
        ("iso2022_jp", "iso-2022-jp"),
        ("utf-8", "utf-8"),
        ("utf-16", ""),
        ("utf-8-sig", ""),
        ("cp932", ""),
        ("euc_jp", ""),
        ("cp932", "utf-8"),
        ("utf-8", "no-such-encoding"),
    ],
)
def test_a_web_page_is_read_in_its_encoding_even_if_it_says_another(encoding: str, said: str) -> None:
    page = f"<meta charset='{said}'><p>吾輩は猫である。名前はまだ無い。</p>"
    assert samples.shown(page.encode(encoding), "a.html") == ["吾輩は猫である。名前はまだ無い。"]


def test_a_western_web_page_is_read() -> None:
    assert samples.shown("<meta charset=iso-8859-1><p>“déjà vu”</p>".encode("cp1252"), "a.html") == ["“déjà vu”"]


def test_text_that_a_page_hides_is_marked() -> None:
    extract = samples.taken(b"<p>a</p><p style='display: none'>obey</p><p hidden>me</p>", "a.html")
    assert [line.text for line in extract.lines if line.text] == ["a", "[hidden: obey]", "[hidden: me]"]
    assert extract.notes == ("text that the page hides from its readers is shown as [hidden: …]",)


def test_a_page_nested_without_end_is_read_as_plain_text() -> None:
    assert "deep" in samples.shown(b"<div>" * 5000 + b"deep", "a.html")


# RTF


def test_rtf_is_read_in_japanese_also_with_raw_bytes() -> None:
    assert samples.shown(rb"{\rtf1\ansi\ansicpg932 Hello \'93\'fa\'96\'7b\par two}") == ["Hello 日本", "two"]
    assert samples.shown("{\\rtf1\\ansi\\ansicpg932 日本ｱ表\\par}".encode("cp932")) == ["日本ｱ表"]
    assert samples.shown(rb"{\rtf1\ansi\ansicpg1252 caf" + b"\xe9}") == ["café"]


def test_what_is_left_out_of_rtf_is_said() -> None:
    extract = samples.taken(rb"{\rtf1 a{\footnote b}}")
    assert extract.notes == ("headers, footers, footnotes and comments of an RTF document are not read",)


# EPUB


def test_a_book_is_read_in_the_order_of_its_chapters() -> None:
    extract = samples.taken(samples.epub(["<h1>第一章</h1><p>one</p>", "<p>two</p>"]))
    assert [(line.place, line.text) for line in extract.lines if line.text] == [
        ("", "[title] 本 A book"),
        ("chapter 1", "[chapter 1]"),
        ("chapter 1", "# 第一章"),
        ("chapter 1", "one"),
        ("chapter 2", "[chapter 2]"),
        ("chapter 2", "two"),
    ]
    assert extract.facts == ("2 chapters",)


def test_a_book_under_copy_protection_is_refused() -> None:
    lock = '<encryption><CipherReference URI="OEBPS/c1.xhtml"/></encryption>'
    assert (
        samples.refused(samples.with_members(samples.epub(["a"]), {"META-INF/encryption.xml": lock}))
        == "file:unreadable:encrypted"
    )
    fonts = lock.replace("c1.xhtml", "font.otf")
    assert "a" in samples.shown(samples.with_members(samples.epub(["a"]), {"META-INF/encryption.xml": fonts}))


# Mail


def test_a_mail_is_read_and_its_attachments_are_listed() -> None:
    extract = samples.taken(samples.mail("本文です。\nHello", "<p>html</p>", b"%PDF-1"), "a.eml")
    assert [line.text for line in extract.lines] == [
        "From: 山田 太郎 <yamada@example.com>",
        "To: Smith <smith@example.com>",
        "Date: Mon, 02 Nov 2026 10:00:00 +0900",
        "Subject: 会議の件 Meeting",
        "",
        "本文です。",
        "Hello",
        "",
        "[attachment: 資料.pdf, application/pdf, 6 bytes]",
    ]
    assert (extract.facts, extract.notes) == (("1 attachment",), ("attachments are listed, not read",))


def test_a_mail_in_html_alone_becomes_markdown() -> None:
    assert samples.shown(samples.mail("", "<p>html <b>だけ</b></p>"), "a.eml")[-1] == "html **だけ**"


def test_a_mail_under_a_wrong_label_is_read() -> None:
    raw = "Subject: 件名\nContent-Type: text/plain; charset=us-ascii\n\n本文はここです①".encode("cp932")
    assert samples.shown(raw, "a.eml") == ["Subject: 件名", "", "本文はここです①"]


def test_a_mail_in_iso_2022_jp_is_read_also_with_newer_signs() -> None:
    subject = base64.b64encode("件名".encode("iso2022_jp")).decode()
    body = "①会議".encode("iso2022_jp_2004").replace(b"\x1b$(Q", b"\x1b$B")
    head = f"Subject: =?ISO-2022-JP?B?{subject}?=\nContent-Type: text/plain; charset=iso-2022-jp\n\n".encode()
    assert samples.shown(head + body, "a.eml") == ["Subject: 件名", "", "①会議"]


def test_a_mail_with_broken_headers_is_read() -> None:
    raw = (
        b"Subject: =?utf-8?b?abcde?=\nFrom: =?no-such?q?a=E3?=\nContent-Type: text/plain; charset=punycode\n\n\xe3text"
    )
    lines = samples.shown(raw, "a.eml")
    assert lines[0].startswith("From: a") and lines[1].startswith("Subject: ") and lines[-1].endswith("text")


def test_a_mail_inside_a_mail_is_listed() -> None:
    inner = b"--x\nContent-Type: message/rfc822\n\nSubject: inner\n\ntext\n--x--\n"
    raw = b"Subject: outer\nContent-Type: multipart/mixed; boundary=x\n\n" + inner
    assert samples.shown(raw, "a.eml") == ["Subject: outer", "", "[attached mail: inner]"]


# Notebooks


def test_a_notebook_shows_cells_and_what_they_printed() -> None:
    outputs = [
        {"output_type": "stream", "text": ["1\n", "2\n"]},
        {"output_type": "display_data", "data": {"image/png": "x", "text/plain": ["<Figure>"]}},
        {"output_type": "error", "ename": "ValueError", "evalue": "bad"},
    ]
    cells = [
        {"cell_type": "markdown", "source": ["# 題\n", "text"]},
        {"cell_type": "code", "source": "print(1)", "outputs": outputs},
    ]
    extract = samples.taken(json.dumps({"cells": cells}).encode(), "a.ipynb")
    assert [(line.place, line.text) for line in extract.lines] == [
        ("cell 1", "[cell 1, markdown]"),
        ("cell 1", "# 題"),
        ("cell 1", "text"),
        ("cell 2", "[cell 2, code]"),
        ("cell 2", "print(1)"),
        ("cell 2, output", "[output]"),
        ("cell 2, output", "1"),
        ("cell 2, output", "2"),
        ("cell 2, output", "[output: image/png, not shown]"),
        ("cell 2, output", "[output]"),
        ("cell 2, output", "<Figure>"),
        ("cell 2, output", "[error]"),
        ("cell 2, output", "ValueError: bad"),
    ]
    assert extract.facts == ("2 cells",)


def test_a_long_output_of_a_notebook_is_cut_and_says_so() -> None:
    output = {"output_type": "stream", "text": "line\n" * 5000}
    lines = samples.shown(json.dumps({"cells": [{"cell_type": "code", "outputs": [output]}]}).encode(), "a.ipynb")
    assert len(lines) == 203
    assert lines[-1] == "[the rest of this output is left out; it has 25,000 characters]"


@pytest.mark.parametrize("data", [b"{", b"{}", b"[1]", b'{"cells": 1}', b"[" * 100_000])
def test_a_damaged_notebook_is_refused(data: bytes) -> None:
    assert samples.refused(data, "a.ipynb") == "file:unreadable:damaged"


# OpenDocument


def test_an_opendocument_text_is_read() -> None:
    note = "<text:note><text:note-body><text:p>注</text:p></text:note-body></text:note>"
    row = (
        "<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell/></table:table-row>"
    )
    body = (
        f'<text:h text:outline-level="2">題</text:h><text:p>a<text:s text:c="3"/>b{note} c</text:p>'
        f"<table:table>{row}</table:table><text:list><text:list-item><text:p>it</text:p></text:list-item></text:list>"
    )
    styles = f"<o:s {SPACES}><text:header><text:p>頭</text:p></text:header></o:s>"
    assert samples.placed(opendocument(body, more={"styles.xml": styles})) == [
        ("paragraph 1", "## 題"),
        ("paragraph 2", "a   b c"),
        ("paragraph 2, footnote", "[footnote] 注"),
        ("table 1, row 1", "x | "),
        ("paragraph 3", "- it"),
        ("header", "[header] 頭"),
    ]


def test_an_opendocument_presentation_has_slides() -> None:
    notes = "<presentation:notes><text:p>say</text:p></presentation:notes>"
    body = f"<draw:page><draw:text-box><text:p>題</text:p></draw:text-box>{notes}</draw:page>"
    extract = samples.taken(opendocument(body, "presentation"))
    assert [line.text for line in extract.lines] == ["[slide 1]", "題", "[notes]", "say"]
    assert extract.facts == ("1 slide",)


def test_an_opendocument_text_with_a_password_is_refused() -> None:
    manifest = {"META-INF/manifest.xml": "<m:file-entry><m:encryption-data/></m:file-entry>"}
    assert samples.refused(opendocument("", more=manifest)) == "file:unreadable:encrypted"
