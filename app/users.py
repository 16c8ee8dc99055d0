"""Accounts for `AUTH=password`: `python -m app.users add NAME`, `password NAME`, `remove NAME`, `list`."""

import argparse
import getpass
import sys
from collections.abc import Sequence

from app.accounts import Accounts, AccountsError
from app.settings import SettingsError, load_settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line says; gives the exit status."""
    given = _parser().parse_args(arguments)
    try:
        accounts = Accounts(load_settings().accounts_file)
        if given.act == "list":
            print("\n".join(accounts.names()) or "No accounts yet: python -m app.users add NAME")
        elif given.act == "remove":
            accounts.remove(given.name)
            print(f"{given.name} can no longer sign in. The folder and the conversations are kept.")
        else:
            _set(accounts, given.name, given.act == "add")
    except (AccountsError, SettingsError) as error:
        print(f"folio: {error}.", file=sys.stderr)
        return 1
    return 0


def _set(accounts: Accounts, name: str, is_new: bool) -> None:
    if is_new == (name in accounts.names()):
        raise AccountsError(f"there is {'already an' if is_new else 'no'} account {name!r}")
    accounts.set(name, _password(name))
    print(f"{name} can sign in." if is_new else f"{name} has a new password, and is signed out everywhere.")


def _password(name: str) -> str:
    """The password, asked for twice; one line of standard input where that is no terminal."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass(f"Password for {name}: ")
    if getpass.getpass("Again: ") != password:
        raise AccountsError("the two passwords differ, so nothing was changed")
    return password


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m app.users", description="Accounts for AUTH=password.")
    acts = parser.add_subparsers(dest="act", required=True)
    for act, about in (("add", "a new account"), ("password", "a new password"), ("remove", "an account goes")):
        acts.add_parser(act, help=about).add_argument("name")
    acts.add_parser("list", help="all names")
    return parser


if __name__ == "__main__":
    sys.exit(main())
