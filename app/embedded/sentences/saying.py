"""A sentence in both languages."""

from dataclasses import dataclass

from app.language import Language


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence in both languages; `{name}` stands for a fact."""

    en: str
    ja: str

    def told(self, language: Language, **facts: str | int) -> str:
        """The sentence in `language` with its facts."""
        return (self.ja if language == "ja" else self.en).format(**facts)
