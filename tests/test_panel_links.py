"""Names of files in answers: links where the file is there, and never a character less of what is read."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.ui.shown.links import linked_markdown
from app.ui.shown.markdown import safe_markdown

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
REPORT = "[報告書.md](#file=%E5%A0%B1%E5%91%8A%E6%9B%B8.md)"
THERE = {"a.txt", "b/c.md", "d.tar.gz", "報告書.md", "my file.txt", "Makefile", "x_y_.txt"}
PIECES = [
    "a.txt",
    "b/c.md",
    "x_y_.txt",
    ":3",
    ":3-9",
    " ",
    "は",
    "と",
    "`",
    "*",
    "[",
    "]",
    "(",
    ")",
    "key:value",
    "\\",
    "![",
    "<b>",
]
BLOCKS = ["\n", "\n\n", "```", "    ", "- ", "> ", "[a]: u", "|", "# ", "www.a.txt", "https://h/a.txt"]


def find(name: str) -> str:
    return name if name in THERE else ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See a.txt.", "See [a.txt](#file=a.txt)."),
        ("a.txt:120-140 or a.txt:7", "[a.txt:120-140](#file=a.txt&lines=120-140) or [a.txt:7](#file=a.txt&lines=7-7)"),
        ("a.txt: a title", "[a.txt](#file=a.txt): a title"),
        ("a.txt:value 10:30", r"[a.txt](#file=a.txt)\:value 10:30"),
        ("`a.txt:3` `my file.txt` `Makefile`", None),
        ("d.tar.gz **b/c.md** (a.txt)", "[d.tar.gz](#file=d.tar.gz) **[b/c.md](#file=b/c.md)** ([a.txt](#file=a.txt))"),
        ("次のa.txtとb/c.mdを見て", "次の[a.txt](#file=a.txt)と[b/c.md](#file=b/c.md)を見て"),
        ("「報告書.md」は報告書.mdです", f"「{REPORT}」は{REPORT}です"),
        ("[it](a.txt) [that](./a.txt:3)", "[it](#file=a.txt) [that](#file=a.txt&lines=3-3)"),
        ("[web](https://h/a.txt)", "[web](https://h/a.txt)"),
        ("https://h/a.txt www.h.de/a.txt", "https://h/a.txt www.h.de/a.txt"),
        ("```\na.txt\n```\n\n    a.txt", "```\na.txt\n```\n\n    a.txt"),
        ("| a |\n|---|\n| a.txt |", "| a |\n|---|\n| [a.txt](#file=a.txt) |"),
        ("nothing.txt ../a.txt /etc/a.txt", "nothing.txt ../a.txt /etc/a.txt"),
        ("![a.txt](a.txt)", r"\!\[a.txt](a.txt)"),
    ],
)  # fmt: skip
def test_a_name_is_a_link_where_its_file_is_there(text: str, shown: str | None) -> None:
    code = "[`a.txt:3`](#file=a.txt&lines=3-3) [`my file.txt`](#file=my%20file.txt) [`Makefile`](#file=Makefile)"
    assert linked_markdown(text, find) == (shown or code)


def read(markdown: str) -> str:
    """What a person reads of it."""
    inline = [child for token in READER.parse(markdown) for child in token.children or ()]
    blocks = [token.content for token in READER.parse(markdown) if token.type in ("fence", "code_block")]
    return "".join([*(child.content for child in inline if child.type in ("text", "code_inline")), *blocks])


@given(st.lists(st.sampled_from([*PIECES, *BLOCKS]), max_size=14).map("".join))
def test_what_is_read_stays_the_same_and_nothing_is_fetched(text: str) -> None:
    linked = linked_markdown(text, find)
    assert read(linked) == read(safe_markdown(text))
    inline = [child for token in READER.parse(linked) for child in token.children or ()]
    assert [child.type for child in inline if child.type in ("image", "html_inline")] == []


def test_no_answer_asks_for_more_than_a_few_hundred_names() -> None:
    asked = list[str]()
    note: Callable[[str], None] = asked.append

    def looked(name: str) -> str:
        note(name)
        return ""

    linked_markdown(" ".join(f"f{number}.txt" for number in range(5_000)) + " f1.txt" * 1_000, looked)
    assert 0 < len(asked) <= 300
