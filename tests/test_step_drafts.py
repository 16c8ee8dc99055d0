"""What is shown of a call's arguments while they arrive."""

import json

from hypothesis import given
from hypothesis import strategies as st

from app.ui.steps.drafts import _arguments, _shown


@given(st.text(alphabet='ab\\"\n`😀é{u}', max_size=30), st.booleans())
def test_a_text_that_is_written_grows_as_text_whatever_is_in_it(text: str, ascii: bool) -> None:
    whole = json.dumps({"file_path": "a.md", "text": text, "append": True}, ensure_ascii=ascii)
    grown = ""
    for end in range(1, len(whole) + 1):
        kind, shown = _shown(whole[:end])
        if kind == "txt":
            assert shown.startswith(grown)
            assert "```" not in shown
            grown = shown
    assert grown.replace("\u200b", "") == text


def test_what_is_put_in_by_several_edits_is_shown_one_after_the_other() -> None:
    edits = [{"old_text": "x", "new_text": "one\ntwo"}, {"old_text": "y", "new_text": "three"}]
    assert _shown(json.dumps({"file_path": "a", "edits": edits})) == ("txt", "one\ntwo\n⋯\nthree")


def test_arguments_too_deep_to_be_read_tell_nothing_of_themselves() -> None:
    assert _arguments('{"file_path": ' + "[" * 5_000) == {}


def test_other_arguments_are_shown_as_they_are() -> None:
    begun = '{"query": "the \\"text\\": \\"no'
    assert _shown(begun) == ("json", begun)
