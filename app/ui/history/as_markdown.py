"""A conversation as Markdown: what was said, and each step with its arguments, its result and its time."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from chainlit.types import ThreadDict

from app.language import Language
from app.phrases import phrase
from app.ui.history.texts import shown_name
from app.ui.shown.markdown import fenced, safe_markdown
from app.usage import elapsed

Step = dict[str, Any]

_SAID = ("user_message", "assistant_message", "system_message")
_TOP, _DEEPEST = 2, 6


def markdown_of(thread: ThreadDict, exported: str, language: Language) -> str:
    """The whole conversation, in the order in which it went; `exported` is when."""
    return _Export(thread, language).text(exported)


class _Export:
    def __init__(self, thread: ThreadDict, language: Language) -> None:
        self._thread = thread
        self._language = language
        self._steps: list[Step] = [dict(step) for step in thread["steps"]]
        self._by_id = {step["id"]: step for step in self._steps}
        self._elements: list[dict[str, Any]] = [dict(element) for element in thread["elements"] or []]

    def text(self, exported: str) -> str:
        name = shown_name(self._thread["name"]) or phrase("export_unnamed", self._language)
        when = {"begun": _moment(self._thread["createdAt"]), "exported": _moment(exported)}
        zone = f"{_parsed(exported).astimezone():UTC%z}"
        about = (
            f"{phrase('export_about', self._language, **when)}  \n{phrase('export_times', self._language, zone=zone)}"
        )
        parts = [f"# {_line(name)}", about, *(part for step in self._steps for part in self._told(step))]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _told(self, step: Step) -> Iterator[str]:
        if step.get("type") == "run":
            # What holds a turn together; nothing of it is on the page.
            return
        if step.get("type") in _SAID:
            yield from self._said(step)
        else:
            yield from self._done(step)
        yield from self._files(step)

    def _said(self, step: Step) -> Iterator[str]:
        is_person = step["type"] == "user_message"
        who = phrase("export_you", self._language) if is_person else step.get("name") or ""
        yield f"{'#' * _TOP} {_line(who)} · {_moment(step.get('createdAt'))}"
        text = step.get("output") or ""
        yield safe_markdown(text) if is_person else text
        if feedback := step.get("feedback"):
            judged = phrase("export_good" if feedback["value"] else "export_bad", self._language)
            yield f"_{judged}_" if not feedback.get("comment") else f"_{judged}_: {_line(feedback['comment'])}"

    def _done(self, step: Step) -> Iterator[str]:
        yield f"{'#' * min(_DEEPEST, _TOP + self._depth(step))} {_line(step.get('name') or '')}"
        yield self._times(step)
        if step.get("input") and step.get("showInput"):
            yield f"{phrase('export_arguments', self._language)}\n\n{fenced(step['input'], 'json')}"
        if output := step.get("output"):
            # The page's own rule: a result with a language of its own is shown as a whole in a box.
            yield fenced(output, step["language"]) if step.get("language") else output

    def _times(self, step: Step) -> str:
        begun, ended = step.get("start") or step.get("createdAt"), step.get("end")
        parts = [_moment(begun)]
        if begun and ended:
            parts.append(elapsed((_parsed(ended) - _parsed(begun)).total_seconds(), self._language))
        else:
            parts.append(phrase("export_unfinished", self._language))
        if step.get("isError"):
            parts.append(f"**{phrase('export_failed', self._language)}**")
        return " · ".join(parts)

    def _files(self, step: Step) -> Iterator[str]:
        own = [element for element in self._elements if element.get("forId") == step["id"]]
        for element in own:
            if element.get("type") != "custom":
                yield f"- {phrase('export_file', self._language, name=_line(element.get('name') or ''))}"

    def _depth(self, step: Step) -> int:
        depth, above = 1, self._by_id.get(step.get("parentId") or "")
        while above is not None and above.get("type") != "run" and depth < _DEEPEST:
            depth, above = depth + 1, self._by_id.get(above.get("parentId") or "")
        return depth


def _line(text: str) -> str:
    return safe_markdown(" ".join(text.split()))


def _parsed(moment: str) -> datetime:
    return datetime.fromisoformat(moment.removesuffix("Z")).replace(tzinfo=UTC)


def _moment(moment: str | None) -> str:
    """In the time of this machine, which on a person's own is theirs."""
    return f"{_parsed(moment).astimezone():%Y-%m-%d %H:%M:%S}" if moment else ""
