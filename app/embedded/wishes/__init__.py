"""What a person asks for, understood from one message in English or Japanese."""

from app.embedded.wishes.longer_names import may_be_longer
from app.embedded.wishes.understanding import wish_in
from app.embedded.wishes.wish import Change, Kind, Lines, Wish

__all__ = ["Change", "Kind", "Lines", "Wish", "may_be_longer", "wish_in"]
