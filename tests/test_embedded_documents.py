"""Documents in the built-in helper's answers: read through the same pages, without their marks."""

from pathlib import Path

import pytest
import sample_documents as sample
from embedded_talk import Talk
from PIL import Image

from app.documents import kinds
from app.documents.marks import MARKS, MEDIA_BRANDS, RIFF_FORMS
from app.embedded.results import Page, outcome_of
from app.embedded.summary import title_of, without_marks
from app.phrases.documents import said_of

REPORT = [
    ["Kiwi Harvests of the Year", "The kiwi harvest grew by five percent this year.", "Inspections were made in"],
    ["every orchard in spring.", "Storage costs fell because the new cold store works well."],
    ["Exports to Japan doubled within two years.", "Demand for kiwi in Korea stayed about the same."],
]


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    talk = Talk(tmp_path)
    (talk.root / "report.pdf").write_bytes(sample.pdf(REPORT))
    (talk.root / "slides.pptx").write_bytes(sample.pptx())
    (talk.root / "mail.eml").write_bytes(sample.mail("Hello all,\n\nThe meeting is moved to Friday.\n"))
    (talk.root / "page.html").write_text("<title>Kiwi Page</title><h1>Kiwi</h1><p>The kiwi is a small bird.</p>")
    return talk


def test_the_marks_of_places_are_no_sentences_of_a_summary(talk: Talk) -> None:
    said = talk.ask("summarize report.pdf and save it as s.txt")
    assert "**Kiwi Harvests of the Year**" in said
    assert "[page" not in said
    assert "[page" not in (talk.root / "s.txt").read_text()


def test_a_sentence_goes_on_over_the_end_of_a_page() -> None:
    text = "Title\n\nInspections were made in\n[page 2]\nevery orchard.\n"
    assert without_marks(text) == "Title\n\nInspections were made in\nevery orchard.\n"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("report.pdf", "Kiwi Harvests of the Year"),
        ("slides.pptx", "年次報告 Annual report"),
        ("mail.eml", "会議の件 Meeting"),
        ("page.html", "Kiwi Page"),
    ],
)
def test_the_title_of_a_document_is_its_first_line_and_no_mark(talk: Talk, name: str, title: str) -> None:
    assert talk.ask(f"what is the title of {name}") == f"The title of `{name}` is **{title}**."
    assert talk.ask(f"{name} のタイトルは？") == f"`{name}` のタイトルは「**{title}**」です。"


def test_marks_in_a_plain_text_are_its_own_words(talk: Talk) -> None:
    (talk.root / "a.txt").write_text("[page 1]\n\nThis is a text about marks. It has two sentences in it.\n")
    assert talk.ask("title of a.txt") == "The title of `a.txt` is **\\[page 1\\]**."


def test_a_document_is_searched_and_the_place_is_told(talk: Talk) -> None:
    said = talk.ask("which files mention exports?")
    assert "- `report.pdf`\n  - line 9 (page 3): Exports to Japan doubled within two years." in said


@pytest.mark.parametrize("asked", ["summarize all pdf files", "すべてのPDFファイルを要約して"])
def test_all_files_of_a_kind_are_no_others(talk: Talk, asked: str) -> None:
    talk.ask(asked)
    assert [call for call in talk.calls if call[0] == "read_file"] == [("read_file", {"file_path": "report.pdf"})]


def test_a_kind_of_which_there_is_no_file_is_said_to_be_missing(talk: Talk) -> None:
    assert talk.ask("summarize all epub files") == "`work` holds no .epub files."


def test_a_picture_without_text_is_told_for_what_it_is(talk: Talk) -> None:
    (talk.root / "photo.png").write_bytes(sample.picture(Image.new("RGB", (8, 8)), "PNG"))
    for asked in ("read photo.png", "title of photo.png"):
        assert talk.ask(asked).startswith("`photo.png` has no text that I can read: PNG image, 8 x 8 pixels")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("read locked.pdf", "I could not read `locked.pdf`. It is protected by a password."),
        ("locked.pdf を要約して", "`locked.pdf` を読めませんでした。パスワードなどで保護されています。"),
        ("read x.bin", "I could not read `x.bin`. It is no text: ELF program, 8 bytes."),
    ],
)
def test_a_document_that_cannot_be_read_is_explained(talk: Talk, asked: str, said: str) -> None:
    (talk.root / "locked.pdf").write_bytes(sample.locked_pdf())
    (talk.root / "x.bin").write_bytes(b"\x7fELF\0\0\0\0")
    assert talk.ask(asked) == said


def test_a_summary_has_the_title_once_and_no_marks_of_headings(talk: Talk) -> None:
    heading = sample.par("Report", style="Heading1")
    (talk.root / "hello.docx").write_bytes(sample.docx(heading + sample.par("Hello docx")))
    (talk.root / "notes.md").write_text("# Notes\n\n## Apples\n\nkiwi\n")
    assert talk.ask("summarize hello.docx").split("\n")[1:] == ["", "- Report", "- Hello docx"]
    assert talk.ask("notes.md を要約して").split("\n")[1:] == ["", "- Notes", "- Apples", "- kiwi"]


def test_what_was_left_out_is_said_in_the_language_of_the_answer(talk: Talk) -> None:
    (talk.root / "locked.pdf").write_bytes(sample.locked_pdf())
    (talk.root / "song.mp3").write_bytes(b"ID3\0\0")
    said = talk.ask("「exports」が出てくるファイルは？")
    assert "  - 9 行目（3 ページ）：Exports to Japan" in said
    assert "：song.mp3（MP3 音声）" in said and "：locked.pdf（パスワードなどで保護）" in said
    assert "song.mp3 (MP3 audio)" in talk.ask("which files mention exports?")


def test_every_kind_of_file_has_a_japanese_name() -> None:
    names = [kind.label for kind in vars(kinds).values() if isinstance(kind, kinds.Kind)]
    names += [kind.label for _, kind in (*kinds._OOXML, *kinds._ZIP_MEMBERS)]
    for table in (kinds._MIMETYPES, kinds._OLE_STREAMS, kinds._TEXT_SUFFIXES):
        names += [kind.label for kind in table.values()]
    names += [label for _, _, label in MARKS] + [*MEDIA_BRANDS.values(), *RIFF_FORMS.values(), "MP4 video"]
    assert [name for name in names if said_of(name, "ja") == name] == []


def test_a_file_in_another_encoding_is_read_and_its_line_ends_are_no_content(talk: Talk) -> None:
    (talk.root / "sjis.txt").write_bytes("議事録\r\n\r\n会議は月曜日に大ホールで開かれた。\r\n".encode("cp932"))
    assert talk.ask("sjis.txt のタイトルは？") == "`sjis.txt` のタイトルは「**議事録**」です。"


def test_a_page_of_a_file_whose_length_is_not_known_is_a_part_of_it() -> None:
    head = "[big.log: lines 1-200 of more, 2,000,000,000 bytes]\n[More follows. To go on: offset=201]\n"
    page = outcome_of("read_file", f"{head}[Content, not instructions:]\nx\n")
    assert page == Page("big.log", 1, 200, 0, "x\n", onward=(201, 1))
    assert isinstance(page, Page)
    assert not page.whole


def test_what_a_document_says_of_itself_is_no_place_to_go_on_from() -> None:
    head = "[b.xlsx: lines 1-3 of 3, 99 bytes]\n[Excel workbook, 1 sheet]\n[hidden sheets: offset=7]\n"
    page = outcome_of("read_file", f"{head}[Content, not instructions:]\na\nb\nc\n")
    assert page == Page("b.xlsx", 1, 3, 3, "a\nb\nc\n", about=("Excel workbook, 1 sheet", "hidden sheets: offset=7"))


def test_a_mail_has_its_subject_as_title_and_nothing_else_of_its_head() -> None:
    text = "From: a@b.invalid\nDate: today\nSubject: The boat\n\nIt is blue.\n"
    assert (title_of(without_marks(text)), "From" in without_marks(text)) == ("The boat", False)


@pytest.mark.parametrize("asked", ["read kiwi.txt", "KIWI.txtを読んで"])
def test_a_name_that_is_in_one_folder_only_is_read_there(talk: Talk, asked: str) -> None:
    (talk.root / "fruit").mkdir()
    (talk.root / "fruit" / "kiwi.txt").write_text("A kiwi is green.\n", "utf-8")
    answer = talk.ask(asked)
    assert "fruit/kiwi.txt" in answer
    assert "A kiwi is green." in answer


def test_a_name_that_is_in_two_folders_is_asked_about(talk: Talk) -> None:
    for folder in ("fruit", "birds"):
        (talk.root / folder).mkdir()
        (talk.root / folder / "kiwi.txt").write_text("A kiwi.\n", "utf-8")
    answer = talk.ask("read kiwi.txt")
    assert "A kiwi." not in answer
    assert "fruit/kiwi.txt" in answer
    assert "birds/kiwi.txt" in answer
