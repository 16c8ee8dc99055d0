"""The history of the page, put in its place."""

import chainlit as cl

from app.settings import Settings
from app.ui.history.database import engine_at, url_of
from app.ui.history.layer import HistoryLayer, Tell
from app.ui.history.opening import make_ready
from app.ui.history.routes import serve_history
from app.ui.history.trouble import show_trouble, tell_that_it_is_not_kept


def install_history(settings: Settings, leave: Tell) -> HistoryLayer:
    """Makes the database ready and has Chainlit keep conversations in it; `leave` is told of those that are deleted.

    Raises SettingsError with one sentence when the database cannot be used.
    """
    url = url_of(settings.history_url, settings.data_dir)
    make_ready(url)
    files = settings.data_dir / "elements"
    layer = HistoryLayer(engine_at(url), files, tell_that_it_is_not_kept, show_trouble, leave)
    cl.data_layer(lambda: layer)
    serve_history(layer)
    return layer
