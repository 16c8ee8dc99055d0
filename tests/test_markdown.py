"""Answers on the page: every character is shown, nothing is fetched, code stays code."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.ui.shown.markdown import fenced, safe_markdown

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BLOCKS = ["```", "~~~", "\n", "\n\n", "    ", "  ", "- ", "> ", "1. ", "[a]: u", "|"]
PIECES = ["key:value", "::x", "www.", "http://x/", "![i](u)", "<b>", "<!-- c", "`", "*", "\\", "word", " ", *BLOCKS]


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("key:value C:dir 10:30 a: b", r"key\:value C\:dir 10:30 a: b"),
        ("::block std::x 日本:語", r"\:\:block std\:\:x 日本\:語"),
        ("see http://a.b/c:d?e=f:g now", "see http://a.b/c:d?e=f:g now"),
        ("www.a![i](http://e/x.png) www.a`b:c", r"www.a\!\[i](http://e/x.png) www.a\`b\:c"),
        (r"www.a\<b> www.a\\<b>", r"www.a\<b> www.a\\\<b>"),
        ("[t](http://x:1/a)k:v", r"[t](http://x:1/a)k\:v"),
        ("`a:b` ``x`y`` un`closed c:d", r"`a:b` ``x`y`` un\`closed c\:d"),
        ("a `code\nspan:x` b:c", "a `code\nspan:x` b\\:c"),
        ("![x](http://e/x.png)", r"\!\[x](http://e/x.png)"),
        (r"\![x](y)", r"\![x](y)"),
        ("<b>x</b> 1 < 2 <!-- a:b", r"\<b>x\</b> 1 < 2 \<!-- a\:b"),
        ("```py\na:b ![x](y)\n```\nc:d", "```py\na:b ![x](y)\n```\nc\\:d"),
        ("    a:b ![x](y)", "    a:b ![x](y)"),
        ("p\n\n    ```\n\na:b", "p\n\n    ```\n\na\\:b"),
        ("- i\n\n  ```\n  a:b\n\nc:d", "- i\n\n  ```\n  a:b\n\nc\\:d"),
        ("> ```\n> a:b\nc:d", "> ```\n> a:b\nc\\:d"),
        ("1. x\n   ```\n   a:b\n   ```\n2. c:d", "1. x\n   ```\n   a:b\n   ```\n2. c\\:d"),
        ("- [x]: done", r"- \[x]: done"),
        ("[!![a]: u", r"\[!\!\[a]: u"),
        ("[a]: u\n    ![i](u)", "\\[a]: u\n    \\!\\[i](u)"),
        ("`a\n<!-- b`", "\\`a\n\\<!-- b\\`"),
        ("[foo\nbar]: /url", "\\[foo\nbar]: /url"),
        ("| a | b |\n|:--|--:|\n| c:d | `e:f` |", "| a | b |\n|:--|--:|\n| c\\:d | `e:f` |"),
        ("```\nopen", "```\nopen\n```"),
        ("- ~~~~\n  open", "- ~~~~\n  open\n  ~~~~"),
    ],
)
def test_what_would_act_is_escaped_and_code_is_not(text: str, safe: str) -> None:
    assert safe_markdown(text) == safe


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_no_text_makes_an_image_a_tag_or_a_definition(text: str) -> None:
    shown = safe_markdown(text)
    environment: dict[str, object] = {}
    tokens = READER.parse(shown, environment)
    inline = [child for token in tokens for child in token.children or ()]
    assert [token.type for token in [*tokens, *inline] if token.type in ("image", "html_block", "html_inline")] == []
    assert environment.get("references", {}) == {}


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_what_is_put_below_is_a_paragraph_of_its_own(text: str) -> None:
    tokens = READER.parse(f"{safe_markdown(text)}\n\n_*figures*_")
    assert [token.content for token in tokens if token.type == "inline"][-1:] == ["_*figures*_"]


@given(st.text(alphabet="ab`\n ", max_size=40))
def test_a_fence_holds_whatever_is_in_it(text: str) -> None:
    tokens = READER.parse(fenced(text))
    assert [token.type for token in tokens] == ["fence"]
    assert re.sub(r"\n\Z", "", tokens[0].content) == re.sub(r"\n\Z", "", text)
