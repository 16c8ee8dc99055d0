"""What a person can choose, put into the page: the settings panel, profiles, commands and first questions."""

import asyncio
from typing import Literal

import chainlit as cl

from app.language import Language, reader_language
from app.models.listing import Listing, listing_for
from app.phrases import phrase
from app.ui.choices.checking import show_check
from app.ui.choices.choices import Choices
from app.ui.choices.commands import Said, attempted, no_command, offered, understood
from app.ui.choices.comparing import show_comparison
from app.ui.choices.kept import keep
from app.ui.choices.panel import Panel
from app.ui.choices.profiles import profiles, with_profile
from app.ui.choices.starters import starters_for
from app.ui.choices.wordless import word_commands
from app.ui.people.folders import folder_of, the_settings
from app.ui.people.person import id_of, person_of
from app.ui.session.current import allowed, choices, choices_file, model_name, page, person, reader
from app.ui.session.signals import on_settings
from app.ui.shown.markdown import safe_markdown
from app.ui.turn.gauge import show_gauge
from app.workspace import WorkspaceError

# asyncio knows its tasks by weak references only.
_listings: set[asyncio.Task[None]] = set()


def offer_choices() -> None:
    """Adds them all to the app."""
    cl.set_chat_profiles(_profiles)
    cl.set_starters(_starters)
    on_settings(_take)
    word_commands()


async def _profiles(user: cl.User | None, language: str | None) -> list[cl.ChatProfile]:
    settings, reader = person_of(id_of(user), the_settings()).settings, reader_language(language or "")
    shown = profiles(settings, reader)
    for profile in shown:
        if with_profile(settings, profile.name).approval == "read_only":
            profile.starters = await starters_for(folder_of(id_of(user)), reader, read_only=True)
    return shown


async def _starters(user: cl.User | None, language: str | None) -> list[cl.Starter]:
    read_only = the_settings().approval == "read_only"
    return await starters_for(folder_of(id_of(user)), reader_language(language or ""), read_only)


async def show_choices() -> None:
    """Brings a page that was opened, or opened again, up to date with what can be chosen and is, by whom."""
    await _show_model(reader())
    await cl.context.emitter.set_commands(offered(reader()))
    await _show_steps(choices())
    await show_gauge(page().conversation)
    await _show_panel()


async def show_defaults() -> None:
    """Puts what the app was set up with into the panel, for the person to confirm or not."""
    listing = listing_for(allowed())
    await Panel(allowed(), Choices(), listing.known if listing else (), reader()).form().send()


async def asked_in(message: cl.Message, language: Language) -> str | None:
    """The question that a message comes to; None where it was a command that the app has carried out."""
    said = understood(message.command, message.content, language)
    if (word := attempted(said.question or "")) and not await _is_there(word):
        said = Said(reply=no_command(word, language))
    if said.reply:
        await _say(said.reply, language)
    if said.act == "export":
        address = f"/folio/export/{cl.context.session.thread_id}"
        await _say(phrase("export_links", language, address=address), language)
    if said.act == "check":
        await show_check(message, language)
    if said.act == "compare":
        await show_comparison(message, said.words, language)
    return said.question


async def _is_there(name: str) -> bool:
    """Whether anything in the folder has this name."""
    try:
        await asyncio.to_thread(folder_of(person().id).kind, name)
    except WorkspaceError as error:
        return error.code != "path:not_found"
    return True


async def _show_panel() -> None:
    listing = listing_for(allowed())
    known = listing.known if listing else ()
    await _panel(known).form().send()
    if listing and not listing.is_fresh:
        waiting = asyncio.create_task(_show_when_listed(listing, known))
        _listings.add(waiting)
        waiting.add_done_callback(_listings.discard)


async def _show_when_listed(listing: Listing, known: tuple[str, ...]) -> None:
    """Shows the panel again with the server's models: nobody waits for a server that does not answer."""
    if (names := await listing.names()) != known:
        await _panel(names).form().send()


def _panel(models: tuple[str, ...]) -> Panel:
    return Panel(allowed(), choices(), models, reader())


async def _take(sent: object) -> None:
    """Takes in what the panel sent, says what that changes and what was refused, and shows what holds."""
    if not isinstance(sent, dict):
        return
    before = choices()
    now, refusals = before.changed(allowed(), sent)
    cl.user_session.set("choices", now)
    await _show_panel()
    panel = _panel(())
    if now != before:
        await _tell(panel, before)
    if refusals:
        # At once and above all else, for the dialog has closed; nothing has changed that the conversation would tell.
        await cl.context.emitter.send_toast(panel.refused(refusals), "warning")


async def _tell(panel: Panel, before: Choices) -> None:
    """Says what is otherwise than `before`, and brings the page up to date with it."""
    language, now = panel.language, panel.choices
    if said := panel.told(before):
        await _show_model(language)
        key = "choices_changed" if _is_talking() else "choices_saved"
        await _notify(phrase(key, language, choices=said), "success", language)
    if now.steps != before.steps:
        await _show_steps(now)
    if not keep(choices_file(), now):
        await _notify(phrase("choices_not_kept", language), "warning", language)


def _is_talking() -> bool:
    return bool(cl.context.session.has_first_interaction)


async def _notify(text: str, kind: Literal["success", "warning"], language: Language) -> None:
    """Says something of the choices: in the conversation, if there is one, for it goes on with them."""
    if _is_talking():
        await _say(safe_markdown(text), language)
    else:
        await cl.context.emitter.send_toast(text, kind)


async def _show_model(language: Language) -> None:
    # Who is alone on their machine has no account to see or to leave.
    has_account = the_settings().auth != "local"
    told = {"type": "folio-model", "name": model_name(language), "account": has_account}
    # What is uploaded names the session that it is a change of.
    await cl.send_window_message({**told, "session": cl.context.session.id})


async def _show_steps(chosen: Choices) -> None:
    await cl.send_window_message({"type": "folio-steps", "shown": chosen.steps})


async def _say(text: str, language: Language) -> None:
    await cl.Message(text, author=model_name(language)).send()
