"""What reading in parts is done with."""

from collections.abc import Callable
from dataclasses import dataclass

from app.agent.model.asking import Chain
from app.tools import Outcome, WholeText

Open = Callable[[str], WholeText | Outcome]


@dataclass(frozen=True, slots=True)
class Means:
    """The chains that make notes on a part and put notes together, and how a file's text is opened.

    `open` blocks; it gives an outcome that says why where there is no text. `window` is the tokens that
    one request of the model may have, its answer included, as far as is known beforehand.
    """

    noting: Chain
    combining: Chain
    open: Open
    window: int
