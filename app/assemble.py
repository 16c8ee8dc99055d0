"""Settings in, agent out: the one place where the parts are put together."""

import gc
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile

from langchain_core.utils.function_calling import convert_to_openai_tool

from app.agent import Agent
from app.agent.parts.means import Means
from app.agent.spending.allowed import Allowed, Most
from app.chain import agent_chains, agent_system, combining_chain, explainer_chain, noting_chain
from app.ledger import ONE_PERSON, Account, Ledger
from app.models import ChosenModel, chosen_model
from app.settings import Settings, SettingsError
from app.tokens import estimated_tokens
from app.tools import Outcome, Table, WholeText, file_tools, refused
from app.workspace import Limits, Workspace, WorkspaceError

logger = logging.getLogger(__name__)

# Tools wait for the disk, not for the processor: more threads than cores.
_TOOL_THREADS = 32
_SHARE_OF_TIME = 0.8
# Tokens that a model takes at once, if nothing better is known.
_USUAL_WINDOW = 128_000


def agent_from(settings: Settings) -> Agent:
    """The agent that `settings` describe. Raises SettingsError when the model or the folder cannot be used."""
    model = chosen_model(settings)
    workspace = workspace_from(settings)
    pool = ThreadPoolExecutor(_TOOL_THREADS, thread_name_prefix="tool")
    room = min(settings.max_result_chars, model.most_result_chars or settings.max_result_chars)
    rows = file_tools(workspace, room, read_only=settings.approval == "read_only")
    table = Table(rows, pool, settings.tool_timeout, room, workspace.changes)
    bound = [tool.bound for tool in table.tools]
    schema = json.dumps([convert_to_openai_tool(tool) for tool in bound], ensure_ascii=False)
    system = agent_system(settings.answer_language)
    asking, answering = agent_chains(model.chat, bound, settings.tool_protocol, system)
    return Agent(
        asking=asking,
        answering=answering,
        explaining=explainer_chain(model.chat),
        parts=_means_of_parts(settings, model, workspace),
        table=table,
        endpoint=model.endpoint,
        embedded=model.embedded,
        approval=settings.approval,
        answer_language=settings.answer_language,
        names_in=workspace.names_in,
        max_rounds=settings.max_rounds,
        max_turn_tokens=settings.max_turn_tokens,
        allowed=_allowed(settings, model),
        window=_window(settings, model),
        answer_tokens=model.answer_tokens,
        fixed_tokens=estimated_tokens(schema) + estimated_tokens(system),
    )


def spare_the_collector() -> None:
    """For a front door that has been put together: what is there stays, so the garbage collector need not look at it.

    With 200 conversations at once the collector would take a quarter of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def ledger_from(settings: Settings) -> Ledger | None:
    """Where it is kept what each person spends in a day; None where no limit depends on it."""
    if settings.max_day_tokens is None and settings.max_day_cost is None:
        return None
    return Ledger(settings.data_dir / "spent.db")


def account_from(settings: Settings) -> Account | None:
    """Where it is kept what whoever is at the terminal spends in a day; None where no limit depends on it."""
    ledger = ledger_from(settings)
    return ledger.of(ONE_PERSON) if ledger else None


def _allowed(settings: Settings, model: ChosenModel) -> Allowed:
    """What may be spent. Of the built-in helper, which costs nothing, only a turn is limited."""
    asks = settings.at_limit == "ask"
    turn = Most("turn", "tokens", settings.max_turn_tokens)
    if model.embedded:
        return Allowed((turn,), asks, is_free=True)
    others = (
        Most("turn", "cost", settings.max_turn_cost or 0),
        Most("conversation", "tokens", settings.max_conversation_tokens or 0),
        Most("conversation", "cost", settings.max_conversation_cost or 0),
        Most("day", "tokens", settings.max_day_tokens or 0),
        Most("day", "cost", settings.max_day_cost or 0),
    )
    limits = (turn, *(most for most in others if most.amount))
    if model.endpoint.price is None and (unkept := [most.setting for most in limits if most.unit == "cost"]):
        logger.warning(
            "%s cannot be kept: no price is known for %s (MODEL_PRICE says it)", ", ".join(unkept), model.endpoint.model
        )
    return Allowed(limits, asks)


def _means_of_parts(settings: Settings, model: ChosenModel, workspace: Workspace) -> Means:
    def opened(path: str) -> WholeText | Outcome:
        try:
            return workspace.text_of(path)
        except WorkspaceError as error:
            return refused(error)

    return Means(noting_chain(model.chat), combining_chain(model.chat), opened, _window(settings, model))


def _window(settings: Settings, model: ChosenModel) -> int:
    """Tokens that one request may have, its answer included, as far as is known."""
    profile = model.chat.profile or {}
    window = settings.context_window or profile.get("max_input_tokens") or _USUAL_WINDOW
    if not model.embedded:
        return window
    from app.embedded import CONTEXT_WINDOW

    return min(window, CONTEXT_WINDOW)


def workspace_from(settings: Settings) -> Workspace:
    """The folder that `settings` name. Raises SettingsError when it, or what the app keeps, cannot be used."""
    _require_writable(settings.data_dir)
    if not settings.work_dir.exists():
        logger.warning("WORK_DIR %s did not exist and is made", settings.work_dir)
    try:
        limits = Limits(settings.undo_max_mb * 1_000_000, settings.undo_max_days)
        # A search or a document that takes too long is to say what it found before the call is given up.
        workspace = Workspace(settings.work_dir, settings.data_dir, limits, settings.tool_timeout * _SHARE_OF_TIME)
    except OSError as error:
        raise SettingsError(f"WORK_DIR {str(settings.work_dir)!r} cannot be used: {error.strerror}") from None
    if settings.approval != "read_only":
        workspace.changes.clear_uploads()
    return workspace


def _require_writable(folder: Path) -> None:
    """Raises SettingsError when the app can keep nothing there: every change would be refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise SettingsError(f"DATA_DIR {str(folder)!r} cannot be used: {error.strerror}") from None
