"""What a chat can be begun with: the connected model, the built-in helper, or nothing that may be changed."""

from functools import lru_cache

import chainlit as cl

from app.language import Language
from app.models import chosen_model
from app.phrases import phrase
from app.settings import Settings

_TOLD = {
    "connected": ("profile_connected", "profile_connected_about"),
    "helper": ("profile_helper", "profile_helper_about"),
    "read_only": ("profile_read_only", "profile_read_only_about"),
}


def profiles(settings: Settings, language: Language) -> list[cl.ChatProfile]:
    """The profiles that `settings` leave to choose from, the usual one first."""
    return [_profile(id, language, default=not index) for index, id in enumerate(_offered(settings))]


def with_profile(settings: Settings, profile: str | None) -> Settings:
    """`settings` as a chat with this profile has them; one that is not offered changes nothing."""
    match profile if profile in _offered(settings) else None:
        case "helper":
            own = Settings.model_fields["model"].default
            return settings.model_copy(update={"openai_api_key": None, "openai_base_url": None, "model": own})
        case "read_only":
            return settings.model_copy(update={"approval": "read_only"})
        case _:
            return settings


def _offered(settings: Settings) -> list[str]:
    connected = ["connected"] if _has_model(settings) else []
    return [*connected, "helper", *(["read_only"] if settings.approval != "read_only" else [])]


@lru_cache(64)
def _has_model(settings: Settings) -> bool:
    """Whether another than the built-in helper answers: over a server, or by a provider that MODEL names."""
    return not chosen_model(settings).embedded


def _profile(id: str, language: Language, default: bool) -> cl.ChatProfile:
    name, about = _TOLD[id]
    return cl.ChatProfile(
        name=id,
        display_name=phrase(name, language),
        # Without an icon: one would stand in place of the welcome. The style sheet draws it in the list.
        markdown_description=phrase(about, language),
        default=default,
    )
