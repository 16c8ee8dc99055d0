"""A conversation as the model knows it, always in a state that any server accepts."""

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from app.agent.model.reply import Reply, sendable
from app.tools import Outcome

NOT_RUN = Outcome("tool:cancelled", "not run: stopped by the user")


class History:
    """Every message of a conversation, tool results included; nothing is ever removed.

    `left_out` holds the indexes of messages of which the model is shown only a stub, and
    messages before `first_shown` are not shown at all. `sources` are the outcomes
    that brought in what is in a file or folder, each with the index of its message.
    """

    def __init__(self) -> None:
        self.messages: list[BaseMessage] = []
        self.left_out: set[int] = set()
        self.first_shown = 0
        self.sources: list[tuple[int, Outcome]] = []
        self._notes: set[int] = set()
        self._ids: set[str] = set()

    @property
    def used_ids(self) -> frozenset[str]:
        return frozenset(self._ids)

    def ask(self, question: str) -> int:
        """Adds a question and gives its index, where its turn begins."""
        self.messages.append(HumanMessage(question))
        return len(self.messages) - 1

    def add_reply(self, reply: Reply) -> None:
        """Adds a reply that calls tools."""
        self._ids.update(call.id for call in reply.calls)
        self.messages.append(reply.message)

    def add_result(self, call_id: str, outcome: Outcome) -> None:
        """Adds the result of a call that the last reply made."""
        if outcome.chars or outcome.files:
            self.sources.append((len(self.messages), outcome))
        status = "success" if outcome.ok else "error"
        self.messages.append(ToolMessage(sendable(outcome.shown), tool_call_id=call_id, status=status))

    def questions(self) -> list[str]:
        """All that the person has said, in order; not what the app noted in their place."""
        said = enumerate(self.messages)
        return [m.text for index, m in said if isinstance(m, HumanMessage) and index not in self._notes]

    def files_read(self) -> list[str]:
        """The files of whose content the model was shown something, the last ones first."""
        return list(dict.fromkeys(path for _, source in reversed(self.sources) for path in source.files))

    def shown_sources(self) -> list[Outcome]:
        """What the model is still shown the content of."""
        return [s for index, s in self.sources if index >= self.first_shown and index not in self.left_out]

    def note(self, said: str, done: str) -> None:
        """Adds something that happened between two turns, as a question and its answer."""
        self._notes.add(len(self.messages))
        self.messages += [HumanMessage(said), AIMessage(sendable(done))]

    def settle(self, text: str) -> None:
        """Ends a turn: calls without a result get one, and `text` stands as the answer."""
        for call_id in self._unanswered():
            self.add_result(call_id, NOT_RUN)
        if not self.messages or isinstance(self.messages[-1], AIMessage):
            return
        self.messages.append(AIMessage(sendable(text)))

    def _unanswered(self) -> list[str]:
        answered = set()
        for message in reversed(self.messages):
            if isinstance(message, ToolMessage):
                answered.add(message.tool_call_id)
            elif isinstance(message, AIMessage):
                return [str(call["id"]) for call in message.tool_calls if call["id"] not in answered]
            else:
                break
        return []
