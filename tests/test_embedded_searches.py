"""Searches that the built-in helper is asked for: what is understood, and what is said of what was found."""

from pathlib import Path

import pytest
from embedded_talk import Talk

from app.embedded.wishes import wish_in

TEXTS = [
    ("find kiwi in the folder", "kiwi", "", ()),
    ("search for budo", "budo", "", ()),
    ("which files mention inspections?", "inspections", "", ()),
    ("Which of the papers talk about memory?", "memory", "", ()),
    ("find 'kiwi pie' in stock", "kiwi pie", "stock", ()),
    ("search the stock folder for ringo", "ringo", "stock", ()),
    ("search paper1.txt for memory", "memory", "", ("paper1.txt",)),
    ("does paper1.txt mention memory?", "memory", "", ("paper1.txt",)),
    ("Can you look for the word attention in paper2.txt?", "attention", "", ("paper2.txt",)),
    ("find all mentions of budgets", "budgets", "", ()),
    ("where is kiwi mentioned?", "kiwi", "", ()),
    ("where does it say 'limits'?", "limits", "", ()),
    ("in which files does kiwi appear?", "kiwi", "", ()),
    ("I'm looking for kiwi", "kiwi", "", ()),
    ("grep kiwi", "kiwi", "", ()),
    ('grep "red colour" a.md', "red colour", "", ("a.md",)),
    ("files containing kiwi", "kiwi", "", ()),
    ("list files that contain the word kiwi", "kiwi", "", ()),
    ("which lines of a.md contain colour?", "colour", "", ("a.md",)),
    ("show lines with kiwi in a.txt", "kiwi", "", ("a.txt",)),
    ("which files mention paper1.txt?", "paper1.txt", "", ()),
    ("Where can I find information about memory?", "memory", "", ()),
    ("Is there anything about memory in paper1.txt?", "memory", "", ("paper1.txt",)),
    ("kiwi を探して", "kiwi", "", ()),
    ("キウイを検索してください", "キウイ", "", ()),
    ("「点検」という言葉が出てくるファイルは？", "点検", "", ()),
    ("点検について書いてあるファイルを探して", "点検", "", ()),
    ("点検について書いてあるファイルはどれ？", "点検", "", ()),
    ("どのファイルに点検が出てきますか", "点検", "", ()),
    ("点検はどこに書いてありますか", "点検", "", ()),
    ("kiwi を含むファイルを教えて", "kiwi", "", ()),
    ("stock の中から kiwi を探して", "kiwi", "stock", ()),
    ("フォルダから kiwi を探して", "kiwi", "", ()),
    ("a.md の中で「古い」を検索して", "古い", "", ("a.md",)),
    ("paper1.txt に記憶という言葉は出てきますか", "記憶", "", ("paper1.txt",)),
    ("資料の中で電気に触れているところを探して", "電気", "", ()),
]
NAMES = [
    ("find files named *.md", "*.md", ""),
    ("is there a file called notes?", "notes", ""),
    ("find all pdf files", "*.pdf", ""),
    ("are there any PDFs?", "*.pdf", ""),
    ("which files are PDFs in stock?", "*.pdf", "stock"),
    ("list all .md files", "*.md", ""),
    ("show me all markdown files", "*.md", ""),
    ("list *.md", "*.md", ""),
    ("where is ringo.txt?", "ringo.txt", ""),
    ("does the folder contain paper1.txt?", "paper1.txt", ""),
    ("find the file ringo", "ringo", ""),
    ("what files start with paper?", "paper*", ""),
    ("files ending in .txt", "*.txt", ""),
    ("budo という名前のファイルはある？", "budo", ""),
    ("「notes」という名前のファイルはありますか", "notes", ""),
    ("名前に paper を含むファイルは？", "paper", ""),
    ("PDFファイルはありますか", "*.pdf", ""),
    ("*.md のファイルを一覧して", "*.md", ""),
    ("ringo.txt はどこ？", "ringo.txt", ""),
    ("ringo.txt を探して", "ringo.txt", ""),
]
OTHERS = [
    ("find out what paper1.txt is about", "summarize"),
    ("find the title of paper1.txt", "title"),
    ("Is there a file called budget.txt?", "exists"),
    ("What is the weather in Tokyo?", "other"),
    ("paper1.txt には何が書いてありますか", "summarize"),
    ("フォルダに含まれるファイルは?", "list"),
    ("write 'find kiwi' to x.txt", "write"),
    ("何か面白いものを探して", "cannot"),
]


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    talk = Talk(tmp_path)
    (talk.root / "stock").mkdir()
    (talk.root / "a.txt").write_text("one kiwi\n*two* budo\nkiwi: three\n")
    (talk.root / "stock" / "budo.txt").write_text("ぶどう\n")
    (talk.root / "data.bin").write_bytes(b"\x7fELF\0kiwi")
    (talk.root / ".secret").write_text("kiwi")
    return talk


@pytest.mark.parametrize(("message", "text", "folder", "files"), TEXTS)
def test_a_search_for_a_text_is_understood(message: str, text: str, folder: str, files: tuple[str, ...]) -> None:
    wish = wish_in(message)
    assert (wish.kind, wish.text, wish.folder, wish.files) == ("search", text, folder, files)


@pytest.mark.parametrize(("message", "pattern", "folder"), NAMES)
def test_a_search_for_a_name_is_understood(message: str, pattern: str, folder: str) -> None:
    wish = wish_in(message)
    assert (wish.kind, wish.text, wish.folder) == ("find", pattern, folder)


@pytest.mark.parametrize(("message", "kind"), OTHERS)
def test_what_only_sounds_like_a_search_is_none(message: str, kind: str) -> None:
    assert wish_in(message).kind == kind


def test_lines_are_told_with_their_files_and_numbers_and_what_was_not_looked_at(talk: Talk) -> None:
    assert talk.ask("find kiwi") == (
        "“kiwi” is in 2 lines of 1 file; I looked at 2 files in `work`.\n\n"
        "- `a.txt`\n  - line 1: one kiwi\n  - line 3: kiwi: three\n\n"
        "Not looked at, pictures and other files without text: data.bin (ELF program).\n\n"
        "1 name beginning with a dot was left out."
    )


def test_lines_are_told_in_japanese_and_shown_as_they_are(talk: Talk) -> None:
    said = talk.ask("「budo」が出てくるファイルは？")
    assert said.startswith("`work` のファイル 2 件を調べ、「budo」を含む行がファイル 1 件に 1 行見つかりました。")
    assert "  - 2 行目：\\*two\\* budo" in said
    assert "調べていないもの（画像など文字のないファイルのため）：data.bin（ELF プログラム）" in said


def test_nothing_found_says_where_it_looked(talk: Talk) -> None:
    said = talk.ask("search for melon in stock")
    assert said == "I found no line with “melon”; I looked at 1 file in `work/stock`."
    assert "調べたのは `work/stock` のファイル 1 件です。" in talk.ask("stock の中から melon を探して")


def test_a_folder_that_is_not_there_is_no_empty_result(talk: Talk) -> None:
    assert talk.ask("find kiwi in nowhere") == "I could not search `nowhere`. There is no such file or folder."


def test_where_no_line_is_found_a_name_like_it_is_told(talk: Talk) -> None:
    (talk.root / "a.txt").unlink()
    said = talk.ask("search for budo")
    assert [name for name, _ in talk.calls] == ["search_text", "file_search"]
    assert "I found no line with “budo”" in said
    assert "- `stock/budo.txt` (10 bytes)" in said


def test_the_singular_is_looked_for_where_the_plural_is_not_found(talk: Talk) -> None:
    said = talk.ask("which files mention kiwis?")
    assert said.startswith("There is no line with “kiwis”, but with “kiwi”:\n\n“kiwi” is in 2 lines of 1 file")


def test_one_file_is_searched_alone(talk: Talk) -> None:
    assert "I looked at 1 file" in talk.ask("does a.txt mention kiwi?")
    assert talk.calls == [("search_text", {"query": "kiwi", "pattern": "a.txt"})]


def test_names_are_told_with_how_much_was_looked_at(talk: Talk) -> None:
    assert talk.ask("find files named *.txt") == (
        "I found 2 files with a name like `*.txt`; I looked at 3 files and 1 folder in `work`:\n\n"
        "- `a.txt` (32 bytes)\n- `stock/budo.txt` (10 bytes)\n\n1 name beginning with a dot was left out."
    )
    assert "名前が `stock` に合うものがフォルダ 1 件見つかりました。" in talk.ask("stock という名前のフォルダはある？")


def test_no_name_says_where_it_looked(talk: Talk) -> None:
    said = talk.ask("is there a file called notes?")
    assert said.startswith("There is nothing with a name like `notes` in `work`; I looked at 3 files and 1 folder.")


def test_many_lines_are_counted_and_not_all_shown(talk: Talk) -> None:
    (talk.root / "a.txt").write_text("kiwi\n" * 90)
    said = talk.ask("find kiwi")
    assert said.startswith("“kiwi” is in 90 lines of 1 file")
    assert (said.count("  - line "), "50 more lines are not shown here." in said) == (40, True)


def test_the_file_that_was_found_is_what_is_read_next(talk: Talk) -> None:
    talk.ask("find the file budo")
    talk.ask("read it")
    assert talk.calls == [("read_file", {"file_path": "stock/budo.txt"})]


def test_what_was_found_can_be_saved(talk: Talk) -> None:
    talk.ask("find kiwi")
    talk.ask("save that as found.txt")
    assert "line 1: one kiwi" in (talk.root / "found.txt").read_text()


def test_a_folder_with_hidden_names_alone_is_not_called_empty(talk: Talk) -> None:
    (talk.root / "stock" / "budo.txt").rename(talk.root / "stock" / ".budo")
    said = talk.ask("what is in the stock folder?")
    assert said == "`work/stock` shows nothing.\n\n1 name beginning with a dot was left out."


def test_links_in_a_folder_are_listed(talk: Talk) -> None:
    (talk.root / "stock" / "link").symlink_to("budo.txt")
    assert "- `link`" in talk.ask("what is in the stock folder?")
