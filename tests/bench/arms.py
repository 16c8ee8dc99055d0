"""Three loops that do the same work: by hand on the openai client, LangChain's create_agent, and this project's."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

Run = Callable[[str], Awaitable[str]]

SYSTEM = "You work on one folder. Look at files before you answer, and answer briefly."
QUESTION = "What is the sum of the counts of all files? Read every one."


def _list_directory(root: Path, dir_path: str) -> str:
    folder = root / dir_path
    return "\n".join(sorted(p.name for p in folder.iterdir())) if folder.is_dir() else f"no folder {dir_path}"


def _read_file(root: Path, file_path: str, delay: float) -> str:
    time.sleep(delay)
    path = (root / file_path).resolve()
    if not path.is_relative_to(root):
        return "outside the folder"
    return path.read_text(encoding="utf-8") if path.is_file() else f"no file {file_path}"


def bare(url: str, root: Path, delay: float) -> Run:
    """A loop by hand on AsyncOpenAI, with tools in threads."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=url, api_key="bench")
    tools: dict[str, Callable[..., str]] = {
        "list_directory": lambda dir_path: _list_directory(root, dir_path),
        "read_file": lambda file_path: _read_file(root, file_path, delay),
    }
    schemas: Any = [
        _schema(name, argument) for name, argument in (("list_directory", "dir_path"), ("read_file", "file_path"))
    ]

    async def run(model: str) -> str:
        messages: list[Any] = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
        while True:
            stream = await client.chat.completions.create(
                model=model, messages=messages, tools=schemas, stream=True, stream_options={"include_usage": True}
            )
            text: list[str] = []
            calls: dict[int, dict[str, str | None]] = {}
            async for chunk in stream:
                for choice in chunk.choices:
                    text.append(choice.delta.content or "")
                    for part in choice.delta.tool_calls or ():
                        known = calls.setdefault(part.index, {"id": part.id, "name": "", "arguments": ""})
                        if part.function is not None:
                            known["name"] = f"{known['name']}{part.function.name or ''}"
                            known["arguments"] = f"{known['arguments']}{part.function.arguments or ''}"
            if not calls:
                return "".join(text)
            done = await asyncio.gather(
                *(asyncio.to_thread(tools[str(c["name"])], **json.loads(str(c["arguments"]))) for c in calls.values())
            )
            asked = [
                {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}}
                for c in calls.values()
            ]
            messages.append({"role": "assistant", "content": "".join(text), "tool_calls": asked})
            messages += [
                {"role": "tool", "tool_call_id": call["id"], "content": result}
                for call, result in zip(calls.values(), done, strict=True)
            ]

    return run


def _schema(name: str, argument: str) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument]}
    return {"type": "function", "function": {"name": name, "description": name, "parameters": parameters}}


def create_agent(url: str, root: Path, delay: float) -> Run:
    """LangChain's own agent, streaming its messages."""
    from langchain.agents import create_agent as created
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    @tool
    def list_directory(dir_path: str) -> str:
        """The names in a folder."""
        return _list_directory(root, dir_path)

    @tool
    def read_file(file_path: str) -> str:
        """The text of a file."""
        return _read_file(root, file_path, delay)

    agents: dict[str, Any] = {}

    async def run(model: str) -> str:
        if model not in agents:
            chat = ChatOpenAI(model=model, base_url=url, api_key=SecretStr("bench"), stream_usage=True)
            agents[model] = created(chat, [list_directory, read_file], system_prompt=SYSTEM)
        answer = ""
        asked: Any = {"messages": [("user", QUESTION)]}
        async for message, _ in agents[model].astream(asked, {"recursion_limit": 2_000}, stream_mode="messages"):
            if message.type == "AIMessageChunk":
                answer += message.text
        return answer

    return run


def project(url: str, root: Path, delay: float) -> Run:
    """This project's conversation, as its front doors make it."""
    from app.agent import Agent, Conversation
    from app.assemble import agent_from, spare_the_collector
    from app.events import TurnEnded
    from app.settings import Settings

    agents: dict[str, Agent] = {}

    def agent_for(model: str) -> Agent:
        given = {"openai_base_url": url, "model": model, "work_dir": root, "data_dir": root.parent / "data"}
        limits = {"max_rounds": 1_000, "max_turn_tokens": 10**9, "context_window": 10**7}
        agent = agent_from(Settings.model_validate({**given, **limits}))
        return replace(agent, table=_slowed(agent.table, delay)) if delay else agent

    async def run(model: str) -> str:
        if model not in agents:
            agents[model] = agent_for(model)
            spare_the_collector()
        answer = ""
        async for event in Conversation(agents[model]).ask(QUESTION):
            answer = event.text if isinstance(event, TurnEnded) else answer
        return answer

    return run


def _slowed(table: Any, delay: float) -> Any:
    """The same table, whose read_file takes `delay` seconds longer."""
    from app.tools import Table

    def slow(run: Callable[..., Any]) -> Callable[..., Any]:
        def slowly(*given: Any) -> Any:
            time.sleep(delay)
            return run(*given)

        return slowly

    rows = [replace(row, run=slow(row.run)) if row.name == "read_file" else row for row in table.tools]
    return Table(rows, ThreadPoolExecutor(32), 30, 20_000, table._changes)


ARMS: dict[str, Callable[[str, Path, float], Run]] = {
    "bare": bare,
    "bare again": bare,
    "create_agent": create_agent,
    "project": project,
}
