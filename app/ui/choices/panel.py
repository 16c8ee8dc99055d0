"""The settings panel: what of the settings a person sees and can change."""

from collections.abc import Sequence
from dataclasses import dataclass

import chainlit as cl
from chainlit.input_widget import InputWidget, NumberInput, Select, TextInput

from app.language import Language
from app.phrases import phrase
from app.settings import Settings
from app.ui.choices.choices import POLICIES, Choices, Refusal

_LABELS = {
    "model": "choice_model",
    "temperature": "choice_temperature",
    "max_rounds": "choice_max_rounds",
    "max_turn_tokens": "choice_max_turn_tokens",
    "approval": "choice_approval",
    "answer_language": "choice_answer_language",
    "steps": "choice_steps",
}
_OPTIONS = {
    "approval": {
        "ask": "choice_approval_ask",
        "auto": "choice_approval_auto",
        "read_only": "choice_approval_read_only",
    },
    "answer_language": {
        "as_asked": "choice_answer_language_as_asked",
        "en": "choice_answer_language_en",
        "ja": "choice_answer_language_ja",
    },
    "steps": {"all": "choice_steps_all", "tools": "choice_steps_tools", "none": "choice_steps_none"},
}


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of one session. `base` is what the app allows there, `models` what the server has to choose from."""

    base: Settings
    choices: Choices
    models: Sequence[str]
    language: Language

    def form(self) -> cl.ChatSettings:
        """Every setting with the value that holds."""
        holding = self.choices.applied(self.base)
        return cl.ChatSettings(
            [
                *(self._of_model(holding) if self.base.connected else ()),
                self._number("max_rounds", holding.max_rounds),
                self._number("max_turn_tokens", holding.max_turn_tokens),
                self._select("approval", holding.approval, POLICIES[: POLICIES.index(self.base.approval) + 1]),
                self._select("answer_language", holding.answer_language, tuple(_OPTIONS["answer_language"])),
                self._select("steps", self.choices.steps, tuple(_OPTIONS["steps"])),
            ]
        )

    def told(self, before: Choices) -> str:
        """Which settings are otherwise than `before`, in one line; "" for none."""
        was, now = before.applied(self.base), self.choices.applied(self.base)
        values = {name: getattr(now, name) for name in _LABELS if name != "steps"}
        changed = [name for name, value in values.items() if value != getattr(was, name)]
        return ("、" if self.language == "ja" else ", ").join(self._said(name, values[name]) for name in changed)

    def refused(self, refusals: Sequence[Refusal]) -> str:
        """What was not taken, and why."""
        reasons = [
            phrase("choice_refused", self.language, name=self._label(refusal.name), reason=self._reason(refusal))
            for refusal in refusals
        ]
        return phrase("choices_refused", self.language, reasons=" ".join(reasons))

    def _of_model(self, holding: Settings) -> list[InputWidget]:
        # Chainlit's own input for numbers shows 0 for none.
        temperature = TextInput(
            id="temperature",
            label=self._label("temperature"),
            initial="" if holding.temperature is None else f"{holding.temperature:g}",
            placeholder=phrase("choice_not_sent", self.language),
            description=phrase("choice_temperature_about", self.language),
        )
        return [*self._model(holding.model), temperature]

    def _model(self, name: str) -> list[InputWidget]:
        about = phrase("choice_model_about", self.language)
        if not self.models:
            return [TextInput(id="model", label=self._label("model"), initial=name, description=about)]
        names = [*dict.fromkeys([*([name] if name not in self.models else []), *self.models])]
        other = phrase("choice_other_model", self.language)
        other_about = phrase("choice_other_model_about", self.language)
        return [
            Select(id="model", label=self._label("model"), values=names, initial_value=name, description=about),
            TextInput(id="other_model", label=other, initial="", description=other_about),
        ]

    def _number(self, name: str, value: int) -> InputWidget:
        return NumberInput(id=name, label=self._label(name), initial=value)

    def _select(self, name: str, value: str, options: Sequence[str]) -> InputWidget:
        items = {phrase(_OPTIONS[name][option], self.language): option for option in options}
        return Select(id=name, label=self._label(name), items=items, initial_value=value)

    def _label(self, name: str) -> str:
        return phrase(_LABELS[name], self.language)

    def _said(self, name: str, value: object) -> str:
        return phrase("choice_said", self.language, name=self._label(name), value=self._shown(name, value))

    def _shown(self, name: str, value: object) -> str:
        if value is None:
            return phrase("choice_not_sent", self.language)
        if name in _OPTIONS:
            return phrase(_OPTIONS[name][str(value)], self.language)
        return f"{value:,}" if isinstance(value, int) else str(value)

    def _reason(self, refusal: Refusal) -> str:
        if refusal.key == "choice_looser":
            return phrase(refusal.key, self.language, most=self._shown("approval", refusal.values["most"]))
        return phrase(refusal.key, self.language, **refusal.values)
