"""The history of the page, put in its place."""

import chainlit as cl

from app.settings import Settings
from app.ui.history.database import engine_at, url_of
from app.ui.history.layer import HistoryLayer
from app.ui.history.opening import make_ready
from app.ui.history.routes import serve_history
from app.ui.history.trouble import show_trouble, tell_that_it_is_not_kept


def install_history(settings: Settings) -> HistoryLayer:
    """Makes the database ready and has Chainlit keep conversations in it.

    Raises SettingsError with one sentence when the database cannot be used.
    """
    url = url_of(settings.history_url, settings.data_dir)
    make_ready(url)
    layer = HistoryLayer(engine_at(url), settings.data_dir / "elements", tell_that_it_is_not_kept, show_trouble)
    cl.data_layer(lambda: layer)
    serve_history(layer)
    return layer
