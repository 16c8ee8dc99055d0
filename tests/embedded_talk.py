"""A talk with the built-in helper over a real folder: its replies, the real tools, and what they did."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.agent.claims import unsupported
from app.embedded.conversation import conversation_in
from app.embedded.plan import reply_to
from app.embedded.protocol import Call, ChatRequest
from app.events import Receipt
from app.language import language_of
from app.tools import Outcome, Plan, file_tools
from app.tools.attempt import made
from app.workspace import Limits, Seen, Workspace, WorkspaceError

ROOM = 9_600
REFUSED = "The person did not allow it; nothing was changed. Their reason: not today Do not call it again; say what was"


@dataclass(slots=True)
class Talk:
    """One conversation. `calls` are those of the last question, in order; `receipts` what they changed."""

    around: Path
    messages: list[dict[str, Any]] = field(default_factory=list)
    calls: list[tuple[str, Any]] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    tools: dict[str, Any] = field(init=False)
    seen: Seen = field(default_factory=Seen)

    def __post_init__(self) -> None:
        self.root.mkdir(exist_ok=True)
        workspace = Workspace(self.root, self.around / "data", Limits(), 20)
        self.tools = {tool.name: tool for tool in file_tools(workspace, ROOM)}

    @property
    def root(self) -> Path:
        return self.around / "work"

    def ask(self, question: str, allowed: bool = True) -> str:
        """The answer; what changes a file that is there is `allowed`, or refused."""
        self.messages.append({"role": "user", "content": question})
        self.calls, self.receipts = [], []
        for _ in range(20):
            reply = reply_to(conversation_in(self._request()))
            if not reply.calls:
                self.messages.append({"role": "assistant", "content": reply.text})
                assert unsupported(reply.text, self.receipts, language_of(question)) == ""
                return reply.text
            self._run(reply.calls, allowed)
        raise AssertionError("the helper goes on and on")

    def names(self) -> list[str]:
        """Everything in the folder."""
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*"))

    def _request(self) -> ChatRequest:
        offered = [{"type": "function", "function": {"name": name}} for name in self.tools]
        return ChatRequest.model_validate({"messages": self.messages, "tools": offered})

    def _run(self, calls: tuple[Call, ...], allowed: bool) -> None:
        ids = [f"c{len(self.messages)}_{number}" for number, _ in enumerate(calls)]
        made = [
            {"id": id, "type": "function", "function": {"name": call.name, "arguments": call.json}}
            for id, call in zip(ids, calls, strict=True)
        ]
        self.messages.append({"role": "assistant", "content": None, "tool_calls": made})
        for id, call in zip(ids, calls, strict=True):
            self.calls.append((call.name, json.loads(call.json)))
            content = self._result(call, allowed).shown
            self.messages.append({"role": "tool", "tool_call_id": id, "content": content})

    def _result(self, call: Call, allowed: bool) -> Outcome:
        tool = self.tools[call.name]
        try:
            outcome = tool.run(tool.arguments.model_validate(call.arguments), self.seen)
            if not isinstance(outcome, Plan):
                assert isinstance(outcome, Outcome)
                return outcome
            if outcome.touches and not allowed:
                return Outcome("tool:denied", f"{REFUSED} not done.")
            done = made(outcome.carry_out)()
        except WorkspaceError as error:
            return Outcome(error.code, error.text)
        assert isinstance(done, Outcome)
        assert done.receipt is not None
        self.receipts.append(done.receipt)
        return done
