"""A conversation as the model knows it, always in a state that any server accepts."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
    message_to_dict,
    messages_from_dict,
)
from pydantic import PlainSerializer, PlainValidator

from app.agent.model.reply import Reply, sendable
from app.agent.model.stubs import arguments, is_large, stub
from app.tokens import estimated_tokens
from app.tools import Outcome

# Without it a model may drop the question for what was added to it.
_ADDED = "Also, for the question above:\n{text}"
_ROUNDS_GONE = (
    "[Left out, as they did not fit: the first {number} results for this question, and the calls that asked for them."
    " Call again what is needed.]"
)
_CALL_CHARS = 150
NOT_RUN = Outcome("tool:cancelled", "not run: stopped by the user")

Sight = Literal["whole", "kept", "cut", "stub", "left_out", "dropped"]
"""What the model is shown of a result: all of it, and that for as long as there is room (kept); its beginning
(cut); a line that says what it was, for want of room (stub) or as the person wished (left_out); nothing (dropped)."""


Saved = Annotated[
    BaseMessage,
    PlainSerializer(message_to_dict),
    PlainValidator(lambda saved: messages_from_dict([saved])[0]),
]
"""A message, with the form in which it outlasts the process."""


def tokens_of(message: BaseMessage) -> int:
    """The estimated tokens of a message."""
    return estimated_tokens(message.text) + estimated_tokens(arguments(message)) + 4


@dataclass(eq=False)
class History:
    """Every message of a conversation, tool results included; nothing is ever removed.

    In place of some messages the model is shown a stand-in, and nothing of those before
    `first_shown` or of the rounds left out; `shown_tokens` estimates what it is shown, `left_out_tokens` what
    it is not. `sources` are the outcomes that
    brought in what is in a file or folder, each with the index of its message.
    """

    messages: list[Saved] = field(default_factory=list)
    first_shown: int = 0
    shown_tokens: int = 0
    left_out_tokens: int = 0
    sources: list[tuple[int, Outcome]] = field(default_factory=list)
    _stand_ins: dict[int, Saved] = field(default_factory=dict)
    _stubs: set[int] = field(default_factory=set)
    _hidden: set[int] = field(default_factory=set)
    _tokens: list[int] = field(default_factory=list)
    _turns: list[int] = field(default_factory=list)
    _notes: set[int] = field(default_factory=set)
    _additions: set[int] = field(default_factory=set)
    _calls: dict[str, str] = field(default_factory=dict)
    _results: dict[str, int] = field(default_factory=dict)
    _kept: set[int] = field(default_factory=set)
    _unwanted: set[int] = field(default_factory=set)

    @property
    def is_sound(self) -> bool:
        """Whether what is kept beside the messages belongs to them, as far as that can be seen."""
        sourced = (index for index, _ in self.sources)
        beside = (*self._stand_ins, *self._stubs, *self._hidden, *self._turns, *self._notes, *self._additions)
        results = (*self._results.values(), *self._kept, *self._unwanted)
        places, count = (self.first_shown, *beside, *sourced, *results), len(self.messages)
        return len(self._tokens) == count and all(0 <= place <= count for place in places)

    @property
    def used_ids(self) -> frozenset[str]:
        return frozenset(self._calls)

    def ask(self, question: str) -> int:
        """Adds a question and gives its index, where its turn begins."""
        self._turns.append(len(self.messages))
        self._append(HumanMessage(question))
        return len(self.messages) - 1

    def add_to_question(self, text: str) -> None:
        """Adds something to the question that is being worked on; after results, before the next reply."""
        self._additions.add(len(self.messages))
        self._append(HumanMessage(_ADDED.format(text=text)))

    @property
    def has_new_results(self) -> bool:
        """Whether the newest message is a result, so that the person may speak next."""
        return isinstance(self.messages[-1], ToolMessage)

    def add_reply(self, reply: Reply) -> None:
        """Adds a reply that calls tools."""
        self._calls.update((call.id, f"{call.name} {call.arguments}"[:_CALL_CHARS]) for call in reply.calls)
        self._append(reply.message)

    def add_result(self, call_id: str, outcome: Outcome) -> None:
        """Adds the result of a call that the last reply made."""
        if outcome.chars or outcome.files:
            self.sources.append((len(self.messages), outcome))
        self._results[call_id] = len(self.messages)
        status = "success" if outcome.ok else "error"
        self._append(ToolMessage(sendable(outcome.shown), tool_call_id=call_id, status=status))

    def questions(self) -> list[str]:
        """All that the person has said, each question with what was added to it; not what the app noted for them."""
        said: list[str] = []
        for index, message in enumerate(self.messages):
            if isinstance(message, HumanMessage) and index not in self._notes:
                before = [said.pop()] if index in self._additions else []
                said.append("\n".join([*before, message.text]))
        return said

    def files_read(self) -> list[str]:
        """The files of whose content the model was shown something, the last ones first."""
        return list(dict.fromkeys(path for _, source in reversed(self.sources) for path in source.files))

    def shown_sources(self) -> list[Outcome]:
        """What the model is still shown the content of."""
        return [s for index, s in self.sources if self._is_shown(index) and index not in self._stand_ins]

    def shown(self) -> list[BaseMessage]:
        """The messages to send."""
        if not self._stand_ins:
            return self.messages[self.first_shown :]
        start, stand_ins, hidden = self.first_shown, self._stand_ins, self._hidden
        return [stand_ins.get(i, m) for i, m in enumerate(self.messages[start:], start) if i not in hidden]

    def new_tokens(self) -> int:
        """The estimated tokens of what no request has shown yet: the newest reply, and what has come since."""
        tokens = 0
        for index in range(len(self.messages) - 1, self.first_shown - 1, -1):
            tokens += self._tokens[index]
            if isinstance(self.messages[index], AIMessage):
                break
        return tokens

    def tokens_at(self, index: int) -> int:
        """The estimated tokens of a message as it is shown."""
        return self._tokens[index]

    def large(self, kind: type[BaseMessage], before: int, kept: bool = False) -> list[int]:
        """The shown messages of a kind before `before`, oldest first, of which a stub would be much shorter.

        With `kept` those that the person wants kept, else the others.
        """
        found = ((i, self.messages[i]) for i in range(self.first_shown, before) if self._is_shown(i))
        known = [i for i, m in found if isinstance(m, kind) and i not in self._stubs and is_large(m)]
        return [i for i in known if (i in self._kept) is kept]

    def leave_out(self, index: int) -> None:
        """Shows only a stub of a message from now on."""
        self._stubs.add(index)
        unwanted = index in self._unwanted
        self.show_instead(index, stub(self.messages[index], self._call_of(self.messages[index]), unwanted))

    def sight(self, call_id: str) -> Sight | None:
        """What the model is shown of the result of a call; None when there is no such result."""
        index = self._results.get(call_id)
        if index is None:
            return None
        if not self._is_shown(index):
            return "dropped"
        if index in self._unwanted:
            return "left_out"
        if index in self._stand_ins:
            return "stub" if index in self._stubs else "cut"
        return "kept" if index in self._kept else "whole"

    def leave_result_out(self, call_id: str) -> bool:
        """Shows only a stub of a call's result from now on, as the person wishes. False where it cannot be."""
        index = self._results.get(call_id)
        if index is None or not self._is_shown(index):
            return False
        self._kept.discard(index)
        self._unwanted.add(index)
        self.leave_out(index)
        return True

    def keep_result(self, call_id: str) -> bool:
        """Shows all of a call's result for as long as there is room, also where it was left out. False if it cannot."""
        index = self._results.get(call_id)
        if index is None or not self._is_shown(index):
            return False
        self._unwanted.discard(index)
        self._stubs.discard(index)
        self._kept.add(index)
        if self._stand_ins.pop(index, None) is not None:
            self._count(index, tokens_of(self.messages[index]))
        return True

    def show_instead(self, index: int, stand_in: BaseMessage) -> None:
        """Shows `stand_in` in the place of a message from now on."""
        self._stand_ins[index] = stand_in
        if self._is_shown(index):
            self._count(index, tokens_of(stand_in))

    def turns_shown(self) -> list[int]:
        """Where the turns begin that are shown, the oldest first."""
        return [index for index in self._turns if index >= self.first_shown]

    def show_from(self, index: int) -> None:
        """Shows nothing before the turn that begins at `index` from now on."""
        going = sum(self._tokens[self.first_shown : index])
        self.shown_tokens -= going
        self.left_out_tokens += going
        self.first_shown = index

    def replies_shown(self, since: int) -> list[int]:
        """Where the replies from `since` on are that are shown, the oldest first."""
        found = range(since, len(self.messages))
        return [i for i in found if isinstance(self.messages[i], AIMessage) and self._is_shown(i)]

    def leave_rounds_out(self, question: int, before: int) -> int:
        """Shows nothing any more of the rounds of a question that come before `before`; how many results that were.

        What was added to the question meanwhile is shown together with it.
        """
        going = [index for index in range(question + 1, before) if self._is_shown(index)]
        for index in going:
            self._count(index, 0)
        self._hidden.update(going)
        gone = self.messages[question + 1 : before]
        asked = [message.text for message in (self.messages[question], *gone) if isinstance(message, HumanMessage)]
        note = _ROUNDS_GONE.format(number=sum(isinstance(message, ToolMessage) for message in gone))
        self.show_instead(question, HumanMessage("\n\n".join([*asked, note])))
        return sum(isinstance(self.messages[index], ToolMessage) for index in going)

    def newest_results(self) -> list[int]:
        """Where the results are that no reply has followed yet, the oldest first."""
        since = max((i for i, m in enumerate(self.messages) if isinstance(m, AIMessage)), default=0)
        return [i for i in range(since, len(self.messages)) if isinstance(self.messages[i], ToolMessage)]

    def _is_shown(self, index: int) -> bool:
        return index >= self.first_shown and index not in self._hidden

    def _count(self, index: int, tokens: int) -> None:
        self.shown_tokens += tokens - self._tokens[index]
        self.left_out_tokens += self._tokens[index] - tokens
        self._tokens[index] = tokens

    def _append(self, message: BaseMessage) -> None:
        self.messages.append(message)
        self._tokens.append(tokens_of(message))
        self.shown_tokens += self._tokens[-1]

    def _call_of(self, result: BaseMessage) -> str:
        """The call that `result` answers, as a stub names it."""
        return self._calls.get(getattr(result, "tool_call_id", ""), "a call")

    def note(self, said: str, done: str) -> None:
        """Adds something that happened between two turns, as a question and its answer."""
        self._notes.add(len(self.messages))
        self.ask(said)
        self._append(AIMessage(sendable(done)))

    def settle(self, text: str) -> None:
        """Ends a turn: calls without a result get one, and `text` stands as the answer."""
        for call_id in self.unanswered():
            self.add_result(call_id, NOT_RUN)
        if not self.messages or isinstance(self.messages[-1], AIMessage):
            return
        self._append(AIMessage(sendable(text)))

    def tool_of(self, call_id: str) -> str:
        """The name of the tool that a call of this id asks for, as the model wrote it."""
        return self._calls.get(call_id, "").partition(" ")[0]

    def unanswered(self) -> list[str]:
        """The calls of the newest reply that have no result yet, in their order."""
        answered = set()
        for message in reversed(self.messages):
            if isinstance(message, ToolMessage):
                answered.add(message.tool_call_id)
            elif isinstance(message, AIMessage):
                return [str(call["id"]) for call in message.tool_calls if call["id"] not in answered]
            else:
                break
        return []
