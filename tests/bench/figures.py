"""What the loop takes beside time, as lines of text: requests, tokens and memory. In a process of its own."""

import asyncio
import gc
import shutil
import sys
import tracemalloc
import warnings
from pathlib import Path

from app.agent import Agent, Conversation
from app.assemble import agent_from
from app.events import TurnEnded
from app.settings import Settings

_TURNS = 50
_IDLE = 200
_SMALL_WINDOW = 16_000
_STOCK = Path(__file__).resolve().parents[2] / "work" / "stock"
_QUESTION = "What is the sum of the stock of all files in stock?"


def _agent(url: str, root: Path, model: str, window: int) -> Agent:
    given = {"openai_base_url": url, "model": model, "work_dir": root, "data_dir": root.parent / "data"}
    return agent_from(Settings.model_validate({**given, "context_window": window, "max_turn_tokens": 10**9}))


async def _end(conversation: Conversation, question: str) -> TurnEnded:
    *_, end = [event async for event in conversation.ask(question)]
    assert isinstance(end, TurnEnded)
    return end


async def _stock(url: str, root: Path) -> str:
    end = await _end(Conversation(_agent(url, root, "shop", 10**7)), _QUESTION)
    if "128" not in end.text:
        raise RuntimeError(f"the sum is wrong: {end.text}")
    used = end.usage
    return f"the sum of all files in work/stock: {used.requests} requests, {used.input_tokens:,} input tokens"


async def _inputs(url: str, root: Path, window: int) -> list[int]:
    """The input tokens of each turn of a long conversation."""
    conversation = Conversation(_agent(url, root, "talk", window))
    return [(await _end(conversation, str(number))).usage.input_tokens for number in range(_TURNS)]


async def _growth(url: str, root: Path) -> str:
    shown, everything = await _inputs(url, root, _SMALL_WINDOW), await _inputs(url, root, 10**7)
    turns = ", ".join(f"turn {n}: {shown[n - 1]:,} against {everything[n - 1]:,}" for n in (1, 10, 25, _TURNS))
    share = sum(shown) / sum(everything)
    return (
        f"{_TURNS} turns, a page of 4,000 characters read in each, window {_SMALL_WINDOW:,} against sending"
        f" everything, input tokens: {turns}; in all {sum(shown):,} against {sum(everything):,} ({share:.0%})"
    )


async def _at_once(url: str, root: Path) -> tuple[str, str]:
    """Many conversations at once, and what each keeps of memory when it is over and waits."""
    agent = _agent(url, root, "shop", 10**7)
    await asyncio.gather(*(_end(Conversation(agent), _QUESTION) for _ in range(_IDLE)))
    tracemalloc.start()
    waiting = [Conversation(agent) for _ in range(_IDLE)]
    ends = await asyncio.gather(*(_end(conversation, _QUESTION) for conversation in waiting))
    answered = sum(end.reason == "answered" and "128" in end.text for end in ends)
    del ends
    gc.collect()
    each = tracemalloc.get_traced_memory()[0] / len(waiting) / 1024
    tracemalloc.stop()
    return (
        f"{_IDLE} conversations at once in one process: {answered} answered, {_IDLE - answered} failed",
        f"memory of one idle conversation, after one stock task: {each:,.0f} KiB",
    )


async def _all(url: str, root: Path) -> None:
    shutil.copytree(_STOCK, root / "stock")
    (root / "pages").mkdir()
    for number in range(_TURNS):
        (root / "pages" / f"{number}.txt").write_text(f"Page {number}. " + "All work and no play. " * 180)
    print(await _stock(url, root), await _growth(url, root), *await _at_once(url, root), sep="\n", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asyncio.run(_all(sys.argv[1], Path(sys.argv[2])))
