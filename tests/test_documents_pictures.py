"""Pictures."""

import pytest
import sample_documents as samples

LINES = ["請求書 番号 12345", "Invoice for Tokyo office"]
needs_ocr = pytest.mark.skipif(not samples.has_ocr(), reason="tesseract is not installed")


@pytest.mark.slow
@needs_ocr
@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_the_text_in_a_picture_is_read_by_ocr_and_says_so(form: str) -> None:
    data = samples.picture(samples.drawn(LINES), form)
    extract = samples.taken(data)
    assert extract.facts == ("1,000 x 400 pixels", f"{len(data):,} bytes")
    assert extract.lines[0].text == "[text read by OCR, may be wrong]"
    text = "".join(line.text for line in extract.lines)
    assert "請求書" in text and "Invoice for Tokyo office" in text


@pytest.mark.slow
@needs_ocr
def test_each_page_of_a_tiff_is_read() -> None:
    pages = [samples.drawn(["first page"]), samples.drawn(["second page"])]
    extract = samples.taken(samples.picture(pages[0], "TIFF", save_all=True, append_images=pages[1:]))
    assert "2 pages" in extract.facts
    assert [line.text for line in extract.lines if line.place == "page 2"][-1] == "second page"


@needs_ocr
def test_a_turned_picture_is_read_upright() -> None:
    image = samples.drawn(LINES).rotate(90, expand=True)
    exif = image.getexif()
    exif[0x0112] = 6
    extract = samples.taken(samples.picture(image, "JPEG", exif=exif))
    assert "EXIF orientation 6: the picture is stored turned by 90 degrees to the left" in extract.facts
    assert "Invoice for Tokyo office" in "".join(line.text for line in extract.lines)


@needs_ocr
def test_a_picture_without_text_says_so() -> None:
    extract = samples.taken(samples.picture(samples.drawn([]), "PNG"))
    assert (extract.lines, extract.notes) == ((), ("OCR found no text in it",))


def test_without_ocr_a_picture_is_described_and_the_lack_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(samples.ENVIRONMENT, "PATH", "/nowhere")
    extract = samples.taken(samples.picture(samples.drawn(LINES), "PNG"))
    assert extract.facts[0] == "1,000 x 400 pixels"
    assert extract.lines == ()
    assert extract.notes[0].startswith("its text was not read: no OCR program")


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    refusal = samples.refusal(samples.huge_png(50_000, 50_000))
    assert refusal.code == "file:too_big"
    assert refusal.text == "It is too large to be opened: 50,000 x 50,000 pixels."


@needs_ocr
@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_damaged_picture_is_refused(form: str) -> None:
    data = samples.picture(samples.drawn(LINES), form)
    assert samples.refused(data[: len(data) // 3]) == "file:unreadable:damaged"
    assert samples.refused(data[:20] + b"\0" * 50) == "file:unreadable:damaged"
