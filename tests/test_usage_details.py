"""What servers report of thinking and of their prompt cache, in whichever form."""

from typing import Any

import pytest
from replies import Json, calls, chunk, chunks
from scripted_server import ScriptedServer
from turns import end_of

from app.agent import Conversation

COUNTS: Json = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
DETAILS = {
    **COUNTS,
    "prompt_tokens_details": {"cached_tokens": 768, "audio_tokens": 0},
    "completion_tokens_details": {"reasoning_tokens": 32},
}


def reporting(usage: Any, every: bool = False) -> Any:
    pieces = [chunk({"content": "Yes."}), chunk({}, "stop")]
    if every:
        return chunks(*({**piece, "usage": usage} for piece in pieces), usage=None)
    return chunks(*pieces, {"id": "1", "choices": [], "usage": usage}, usage=None)


REPORTS: dict[str, tuple[Any, tuple[int, int, int, int]]] = {
    "OpenAI's": (reporting(DETAILS), (1000, 50, 32, 768)),
    "on every chunk": (reporting(DETAILS, every=True), (1000, 50, 32, 768)),
    "DeepSeek's": (reporting({**COUNTS, "prompt_cache_hit_tokens": 640}), (1000, 50, 0, 640)),
    "null details": (
        reporting({**COUNTS, "prompt_tokens_details": None, "completion_tokens_details": None}),
        (1000, 50, 0, 0),
    ),
    "odd details": (
        reporting({**COUNTS, "prompt_tokens_details": [], "completion_tokens_details": {"reasoning_tokens": None}}),
        (1000, 50, 0, 0),
    ),
    "in the choice": (
        chunks({"choices": [{"delta": {"content": "Yes."}, "finish_reason": "stop", "usage": DETAILS}]}, usage=None),
        (1000, 50, 32, 768),
    ),
}


@pytest.mark.parametrize(("reply", "figures"), REPORTS.values(), ids=REPORTS.keys())
async def test_the_details_of_a_report_are_read(
    server: ScriptedServer, conversation: Conversation, reply: Any, figures: tuple[int, int, int, int]
) -> None:
    server.play(reply)
    usage = (await end_of(conversation)).usage
    read = (usage.input_tokens, usage.output_tokens, usage.reasoning_tokens, usage.prompt_cached_tokens)
    assert (read, usage.estimated) == (figures, False)


@pytest.mark.parametrize("usage", [{}, None, "none", {"prompt_tokens": None}, {"prompt_tokens": "7"}], ids=repr)
async def test_a_report_that_says_nothing_is_estimated(
    server: ScriptedServer, conversation: Conversation, usage: Any
) -> None:
    server.play(reporting(usage))
    end = await end_of(conversation)
    assert (end.text, end.usage.estimated, end.usage.input_tokens > 100) == ("Yes.", True, True)


async def test_the_details_of_all_rounds_are_added_up(server: ScriptedServer, conversation: Conversation) -> None:
    listing = calls(("list_directory", {}), usage=None)
    server.play(chunks(*listing.pieces, {"id": "1", "choices": [], "usage": DETAILS}, usage=None), reporting(DETAILS))
    usage = (await end_of(conversation)).usage
    assert (usage.reasoning_tokens, usage.prompt_cached_tokens) == (64, 1536)
