"""The panel's addresses, over real HTTP: names, files, bytes, changes; and what is refused."""

import json
import os
import threading
import urllib.error
import urllib.request
from collections.abc import Generator, Iterable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from in_memory import folder_in_memory
from outside import SECRET, trapped
from page import running_app
from PIL import Image
from sample_documents import pdf, xlsx

pytestmark = pytest.mark.slow


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


class Client:
    """Somebody who has opened the page at `address`."""

    def __init__(self, address: str) -> None:
        self.address = f"{address}/folio/files"
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.take(address, accept="text/html")

    def take(self, url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        request = urllib.request.Request(
            url, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, _lower(answer.headers.items()), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _lower(error.headers.items()), error.read()

    def get(self, route: str, language: str = "en-US", **given: Any) -> tuple[int, dict[str, Any]]:
        url = f"{self.address}/{route}{'&' if '?' in route else '?'}{urlencode(given)}"
        status, _, body = self.take(url, accept_language=language)
        return status, json.loads(body)

    def raw(self, path: str) -> tuple[int, dict[str, str], bytes]:
        return self.take(f"{self.address}/raw?{urlencode({'path': path})}")

    def changes(self, *folders: str) -> Generator[list[str], None, None]:
        """What the address tells, event after event."""
        asked = urlencode([("path", folder) for folder in folders])
        with self._opener.open(f"{self.address}/changes?{asked}", timeout=60) as answer:
            for line in answer:
                if line.startswith(b"data: "):
                    yield json.loads(line[len(b"data: ") :])["folders"]


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    with folder_in_memory() as folder:
        yield filled(trapped(folder).root)


def filled(root: Path) -> Path:
    (root / "long.txt").write_text("".join(f"line {n}\n" for n in range(1, 12_001)))
    (root / "notes.md").write_text("# T\n\nkey:value ![x](http://e/x.png)\n")
    (root / "t.csv").write_text('name;price\n"Pear; big";"2\n00"\nA\u2028x\x0cy\x85;3\nB;4\n')
    (root / "b.xlsx").write_bytes(xlsx(_fill))
    (root / "two.pdf").write_bytes(pdf([["First page"], ["Second page"]]))
    (root / "page.html").write_text("<script>alert(1)</script>")
    (root / "x.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (root / "data.bin").write_bytes(bytes(range(256)) * 4_000)
    (root / "りんご 1.txt").write_text("赤い\n")
    (root / "bad\nname.txt").write_text("bad\n")
    Image.new("RGB", (4, 4)).save(root / "pic.png")
    for number in range(20_000):
        os.mknod(_made(root / "big") / f"f{number:06}.txt")
    return root


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def _fill(book: Any) -> None:
    sheet = book.add_worksheet("Stock")
    sheet.write_row("A1", ["Name", "Price"])
    sheet.write_row("A2", ["Pear", 200])
    sheet.write("E2", "far")


@pytest.fixture(scope="module")
def client(root: Path) -> Iterator[Client]:
    with running_app(root, root.parent / "app.log") as address:
        yield Client(address)


def test_a_folder_is_listed_a_page_at_a_time_folders_first(client: Client) -> None:
    status, told = client.get("list", limit=6)
    assert status == 200
    assert [name["name"] for name in told["names"]] == ["a..b", "big", "sub", "a.txt", "b.xlsx", "bad\\nname.txt"]
    assert told["total"] > 6 and told["path"] == ""
    assert [name["size"] for name in told["names"]][3:4] == [7]
    assert all(name["changed"] > 0 for name in told["names"])
    everything = client.get("list")[1]["names"]
    special = [name for name in everything if name["name"].startswith(("in_", "out_", "pipe"))]
    assert {name["name"]: (name["kind"], name.get("link")) for name in special} == {
        "in_dir": ("folder", True),
        "in_file": ("file", True),
        **dict.fromkeys(("out_file", "out_dir", "out_relative", "out_missing"), ("other", True)),
        "pipe": ("other", None),
    }  # fmt: skip


def test_a_page_of_many_thousand_names_is_bounded_and_the_last_one_is_there(client: Client) -> None:
    status, told = client.get("list", path="big", offset=19_600, limit=500)
    assert (status, told["total"], len(told["names"])) == (200, 20_000, 400)
    assert told["names"][-1]["name"] == "f019999.txt"
    assert client.get("list", path="big", limit=5_000)[0] == 422


def test_names_are_found_anywhere_and_bounded(client: Client) -> None:
    assert [name["path"] for name in client.get("find", text="B.T")[1]["names"]] == ["sub/b.txt"]
    told = client.get("find", text="f0")[1]
    assert (len(told["names"]), told["total"]) == (1_000, 20_000)


def test_a_text_is_shown_with_its_lines_and_where_to_go_on(client: Client) -> None:
    told = client.get("view", path="long.txt")[1]
    assert (told["kind"], told["first"], told["last"], told["total"], told["next"]) == (
        "text",
        1,
        500,
        12_000,
        [501, 1],
    )
    told = client.get("view?from=11999", path="long.txt")[1]
    assert (told["text"], told["next"]) == (["line 11999", "line 12000"], None)


def test_each_kind_is_told_as_what_it_is(client: Client) -> None:
    markdown = client.get("view", path="notes.md")[1]
    assert (markdown["kind"], markdown["rendered"]) == ("markdown", "# T\n\nkey\\:value \\!\\[x](http://e/x.png)\n")
    table = client.get("view", path="t.csv")[1]
    assert [(row["line"], *row["cells"]) for row in table["rows"]] == [
        (1, "name", "price"), (2, "Pear; big", "2\n00"), (4, "A\u2028x\x0cy\x85", "3"), (5, "B", "4"),
    ]  # fmt: skip
    sheets = client.get("view", path="b.xlsx")[1]
    assert [row.get("cells") for row in sheets["rows"]] == [
        None, {"A": "Name", "B": "Price"}, {"A": "Pear", "B": "200", "E": "far"},
    ]  # fmt: skip
    document = client.get("view", path="two.pdf")[1]
    assert (document["kind"], document["pages"]) == ("pages", [1, 2]) and "2 pages" in document["about"]
    assert document["text"] == ["[page 1]", "First page", "[page 2]", "Second page"]
    assert client.get("view", path="pic.png")[1]["kind"] == "picture"
    status, refused = client.get("view", path="data.bin")
    assert (status, refused["code"]) == (415, "file:binary")


@pytest.mark.parametrize("name", ["data.bin", "page.html", "x.svg", "りんご 1.txt", "bad\\nname.txt", "pic.png"])
def test_a_download_is_the_very_bytes_and_never_a_page(client: Client, root: Path, name: str) -> None:
    status, headers, body = client.raw(name)
    assert (status, body) == (200, (root / name.replace("\\n", "\n")).read_bytes())
    assert headers["content-type"] == ("image/png" if name == "pic.png" else "application/octet-stream")
    assert headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("route", ["list", "view", "raw", "changes"])
@pytest.mark.parametrize(
    "path",
    ["../outside", "../outside/secret.txt", "out_file", "out_dir", "out_dir/secret.txt", "out_relative/secret.txt",
     "/etc/passwd", "sub/../../outside/secret.txt", "proc", "loop_a", "pipe", "sock", "a.txt/x", "no such",
     "..\\outside", "a\x00b", "C:\\x", "file:///etc/passwd", "{around}/outside/secret.txt"],
)  # fmt: skip
def test_nothing_outside_is_told_and_no_path_of_the_machine(client: Client, root: Path, route: str, path: str) -> None:
    asked = path.format(around=root.parent)
    if route == "changes":
        assert next(client.changes(asked)) == []
        return
    status, _, body = client.take(f"{client.address}/{route}?{urlencode({'path': asked})}")
    assert status in (403, 404, 409, 415), body
    told = json.loads(body)
    assert SECRET not in told["said"]
    assert str(root.parent) not in told["said"] or asked in told["said"]


def test_a_refusal_is_a_sentence_in_the_readers_language(client: Client) -> None:
    assert client.get("view", path="no.txt") == (
        404,
        {"code": "path:not_found", "said": "no.txt cannot be shown: not found."},
    )
    assert client.get("list", "ja-JP", path="../x")[1]["said"] == "../x を表示できません：work フォルダの外です"


def test_without_a_sign_in_nothing_is_told(client: Client) -> None:
    for route in ("list", "view?path=a.txt", "raw?path=a.txt", "find?text=a", "changes?path="):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{client.address}/{route}", timeout=10)
        refused.value.close()
        assert refused.value.code == 401


def test_changes_on_disk_are_told_of_the_folders_that_are_shown_alone(client: Client, root: Path) -> None:
    heard = client.changes("sub", "big")
    assert next(heard) == []
    (root / "a..b" / "not-shown.txt").write_text("x")
    (root / "sub" / "new.txt").write_text("x")
    assert next(heard) == ["sub"]
    stop = threading.Event()
    writing = threading.Thread(target=_write_until, args=(root / "sub" / "new.txt", stop))
    writing.start()
    try:
        # The same names, another content: what a time stamp of the folder does not tell.
        assert next(heard) == ["sub"]
    finally:
        stop.set()
        writing.join()
    heard.close()


def _write_until(file: Path, stop: threading.Event) -> None:
    while not stop.wait(0.1):
        file.write_text("y")


def test_the_app_ends_at_once_though_somebody_listens(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    with running_app(tmp_path / "work", tmp_path / "app.log") as address:
        heard = Client(address).changes("")
        assert next(heard) == []
    # The block above fails when the app does not end within its grace time.
    assert list(heard) in ([], [[""]])
