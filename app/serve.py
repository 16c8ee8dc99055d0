"""Starts the page on a free port: `python -m app.serve`, which `make run` calls."""

import os
import sys

from app.ports import chosen_port
from app.settings import PROJECT


def main() -> None:
    """Becomes `chainlit run`."""
    port = chosen_port(os.environ.get("PORT"))
    os.chdir(PROJECT)
    command = [sys.executable, "-m", "chainlit", "run", "app/chatbot.py", "--headless", "--port", str(port)]
    os.execv(sys.executable, command)


if __name__ == "__main__":
    main()
