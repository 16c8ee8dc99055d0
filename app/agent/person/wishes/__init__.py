"""What the person's own words ask for: whether anything is to be changed, and which files they name."""

from app.agent.person.wishes.asking import asks_for_change
from app.agent.person.wishes.naming import names_file

__all__ = ["asks_for_change", "names_file"]
