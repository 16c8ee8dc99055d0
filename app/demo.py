"""The front door of the demo: `python -m app.demo`, which `make demo` calls.

Starts the page with the built-in helper on a copy of the folder, opens it, and lets it play
the prepared conversation. DEMO_LANGUAGE is en or ja, else the browser's; DEMO_SPEED is how fast
it goes, 1 as usual. PORT is where the page is, as for `make run`.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from urllib.parse import urlencode

from app.language import reader_language
from app.phrases import phrase
from app.ports import chosen_port
from app.settings import PROJECT, SettingsError, load_settings

# What the conversation is about.
_NEEDED = ("paper1.txt", "paper2.txt", "paper3.txt", "sales.csv")
# In a place that the demo has made, and may make anew.
_MARK = ".made-for-the-demo"
_MOST_FILES = 1_000
_MOST_BYTES = 5_000_000
_START_SECONDS = 90
_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ALONE = ("--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-sync")


def main() -> int:
    """The exit status: that of the page's own process, 2 for settings or a folder that cannot be used."""
    language = reader_language(os.environ.get("LC_ALL") or os.environ.get("LANG") or "")
    try:
        os.environ["DEMO"] = "false"
        folder = load_settings().work_dir
        os.environ["DEMO"] = "true"
        settings = load_settings()
    except SettingsError as error:
        print(f"folio: {error}", file=sys.stderr)
        return 2
    source = with_needed(folder)
    if source is None:
        print(phrase("demo_lacks", language, names=", ".join(_NEEDED), folder=folder), file=sys.stderr)
        return 2
    place = settings.work_dir.parent
    if not is_for_the_demo(place):
        print(phrase("demo_taken", language, place=place), file=sys.stderr)
        return 2
    files = copied(source, settings.work_dir)
    print(phrase("demo_copied", language, files=files, folder=source, copy=settings.work_dir), flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return _run(place / "browser", phrase("demo_not_up", language))


def with_needed(folder: Path) -> Path | None:
    """The folder that is talked to, if it has what the conversation is about; else the project's own."""
    places = (folder, PROJECT / "work")
    return next((place for place in places if all((place / name).is_file() for name in _NEEDED)), None)


def is_for_the_demo(place: Path) -> bool:
    """Whether `place` is not there, or was made by a demo: nothing else is ever removed."""
    return not place.is_symlink() and (not place.exists() or (place / _MARK).is_file())


def copied(source: Path, copy: Path) -> int:
    """Makes `copy` anew, and all beside it, with the plain files of `source`, and gives their number."""
    shutil.rmtree(copy.parent, ignore_errors=True)
    copy.mkdir(parents=True)
    (copy.parent / _MARK).touch()
    files = list(islice(_plain_files(source), _MOST_FILES))
    for file in files:
        place = copy / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    return len(files)


def _plain_files(folder: Path) -> Iterator[Path]:
    """Files that anybody would look at: no links, nothing hidden, nothing huge; those nearest to the top first."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in sorted(Path(place, name) for name in names if not name.startswith(".")):
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= _MOST_BYTES:
                yield path


def _run(profile: Path, not_up: str) -> int:
    port = chosen_port(os.environ.get("PORT"))
    with subprocess.Popen(
        [sys.executable, "-m", "app.serve"], cwd=PROJECT, env={**os.environ, "PORT": str(port)}
    ) as page:
        try:
            if not _is_up(page, port):
                page.terminate()
                print(not_up, file=sys.stderr)
                return 1
            _open(f"http://localhost:{port}/{_how()}", profile)
            return page.wait()
        except KeyboardInterrupt:
            page.terminate()
            return 0


def _is_up(page: "subprocess.Popen[bytes]", port: int) -> bool:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and page.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
            return True
        time.sleep(0.1)
    return False


def _how() -> str:
    """What the page is told with its address."""
    wanted = {name: os.environ.get(f"DEMO_{name.upper()}", "").strip() for name in ("language", "speed")}
    given = {name: value for name, value in wanted.items() if value}
    return f"?{urlencode(given)}" if given else ""


def _open(url: str, profile: Path) -> None:
    """Opens a window of Chromium without tabs, in the demo's language; without Chromium, the default browser."""
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _CHROMIUMS)), None)
    if chromium is None:
        webbrowser.open(url)
        return
    language = os.environ.get("DEMO_LANGUAGE", "").strip()
    spoken = [f"--lang={language}", f"--accept-lang={language}"] if language else []
    command = [chromium, f"--app={url}", f"--user-data-dir={profile}", "--start-maximized", *_ALONE, *spoken]
    with suppress(OSError):
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


if __name__ == "__main__":
    sys.exit(main())
