"""Finds the browser for the tests; run as a program, it brings one if there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path() -> str | None:
    """The path of a Chromium on this machine, or None. CHROMIUM in the environment comes first."""
    named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    return named or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def bring_one() -> None:
    """Debian's package where it may be installed, else Playwright's own download."""
    if not _debian_package():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def _debian_package() -> bool:
    if not shutil.which("apt-get"):
        return False
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if may and not shutil.which("sudo"):
        return False
    commands = (["update", "-qq"], ["install", "-y", "-qq", "chromium", "fonts-noto-cjk"])
    return all(subprocess.run([*may, "apt-get", *c], stdout=subprocess.DEVNULL).returncode == 0 for c in commands)


if __name__ == "__main__":
    if chromium_path() is None:
        bring_one()
    if chromium_path() is None:
        sys.exit("No Chromium could be brought. Install one and name it in CHROMIUM.")
