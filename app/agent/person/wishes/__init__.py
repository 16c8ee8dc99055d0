"""What the person's own words ask for, what they forbid, and which files they name."""

from app.agent.person.wishes.asking.deciding import asks_for_change, files_meant
from app.agent.person.wishes.forbidding.finding import forbids_change
from app.agent.person.wishes.naming import names_file

__all__ = ["asks_for_change", "files_meant", "forbids_change", "names_file"]
