"""Steps, answers, Stop and errors in the page, with a scripted model behind the real client."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import Chat, chat, running_app
from playwright.sync_api import Browser, Locator
from replies import Answer, Json, Mark, Reply, calls, chunk, chunks, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("steps") / "work"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text(f"this is {name}\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted", MAX_ROUNDS="5") as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened


@pytest.fixture
def trap() -> Iterator[tuple[str, list[str]]]:
    """A web server that remembers what it is asked for: its address and the paths."""
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()
    server.server_close()


def test_a_step_opens_to_its_arguments_and_its_result(tab: Chat, model: ScriptedServer) -> None:
    model.play(calls(("read_file", {"file_path": "a.txt"})), say("It is short."))
    assert tab.ask("read a.txt") == "It is short."
    opened = tab.open_step(0)
    assert '"file_path": "a.txt"' in opened
    assert "this is a.txt" in opened


def test_a_change_is_named_with_its_size_and_opens_to_its_arguments(
    tab: Chat, model: ScriptedServer, work: Path
) -> None:
    model.play(calls(("write_file", {"file_path": "new.txt", "text": "hello"})), say("done", between=0.4))
    tab.send("write it")
    tab.steps.first.wait_for()
    tab.wait_until_idle()
    assert tab.rows()[0].startswith("Created new.txt, 5 bytes · ")
    assert '"text": "hello"' in tab.open_step(0)
    assert (work / "new.txt").read_text(encoding="utf-8") == "hello"


def test_thoughts_are_a_row_that_opens_to_a_box_of_their_own(tab: Chat, model: ScriptedServer) -> None:
    thought = [chunk({"reasoning_content": "I weigh it. "}) for _ in range(3)]
    model.play(chunks(*thought, chunk({"content": "It is short."}), chunk({}, "stop")))
    assert tab.ask("how long is it?") == "It is short."
    assert "I weigh it. I weigh it." in tab.open_step(0)
    header = tab.steps.first.locator(".rounded-lg > :first-child > span")
    assert header.evaluate("shown => getComputedStyle(shown, '::after').content") == '"Thoughts"'


def test_an_answer_that_broke_off_stands_whole_below_what_was_said_of_it(tab: Chat, model: ScriptedServer) -> None:
    begun = [chunk({"role": "assistant", "content": ""}), chunk({"content": "The wall is of "})]
    broken = chunks(*begun, Mark.DROP)
    model.play(broken, chunks(*begun, chunk({"content": "stone. "}), Mark.DROP), *[broken] * 8)
    asked = tab.page.locator('.step[data-step-type="user_message"]').count()
    tab.send("what is it made of?")
    tab.page.get_by_text("asked again").first.wait_for()
    tab.wait_until_idle()
    said = tab.page.locator('.step[data-step-type="assistant_message"]').all_inner_texts()
    assert asked == 0
    assert ["The wall is of" in text for text in said] == [False] * (len(said) - 1) + [True]
    assert all("asked again" in text for text in said[:-1]) and len(said) > 1
    assert "The wall is of stone." in said[-1] and "The reply broke off" in said[-1]


def test_what_is_said_of_an_answer_that_has_come_stands_below_it(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("This is the begin", finish=None))
    tab.ask("how does it go on?")
    answer, notice = tab.page.locator('.step[data-step-type="assistant_message"]').all_inner_texts()[-2:]
    assert answer.startswith("This is the begin") and "1 request" in answer
    assert "without saying that it was complete" in notice


def test_a_failed_step_is_marked_with_its_reason_and_hides_no_other(tab: Chat, model: ScriptedServer) -> None:
    wanted = [("read_file", {"file_path": name}) for name in ("a.txt", "nope.txt", "b.txt")]
    model.play(calls(*wanted), say("One was missing."))
    tab.ask("read them")
    rows = tab.rows()
    assert ["✗" in row for row in rows] == [False, True, False]
    assert "not found" in rows[1]


def test_parallel_steps_stand_side_by_side_and_finish_each_on_its_own(tab: Chat, model: ScriptedServer) -> None:
    wanted = [("read_file", {"file_path": name}) for name in ("a.txt", "b.txt", "c.txt")]
    model.play(calls(*wanted), say("Three files."))
    tab.ask("read all three")
    assert [row.split(" · ")[0] for row in tab.rows()] == [f"Read {name}.txt, 1 line" for name in "abc"]
    assert tab.page.locator('.step[data-step-type="tool"] .step[data-step-type="tool"]').count() == 0


def test_the_answer_loses_no_character(tab: Chat, model: ScriptedServer) -> None:
    text = "key:value C:dir path:line mailto:bob@x ::block std::x 10:30 http://127.0.0.1/a:b <b>x</b> un`closed ![i](j)"
    model.play(say(text, size=3))
    assert tab.ask("say it") == text


def test_the_end_of_a_fence_is_seen_where_the_page_sees_it(tab: Chat, model: ScriptedServer) -> None:
    model.play(
        say("- item\n\n  ```\n  code:x\n\nkey:value\n\n> ```\n> quo:ted\nC:dir\n\n- [x]: done\n\n```\nopen:fence")
    )
    answer = tab.ask("say it")
    assert [
        words for words in ("code:x", "key:value", "quo:ted", "C:dir", "[x]: done", "open:fence") if words not in answer
    ] == []
    assert "1 request" in tab.figures()


def test_formatting_of_an_answer_works(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("**bold**\n\n- one\n- two\n\n```py\nkey:value\n```\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n"))
    tab.ask("format")
    message = tab.page.locator('.step[data-step-type="assistant_message"]').last
    weight = message.get_by_text("bold", exact=True).evaluate("element => getComputedStyle(element).fontWeight")
    assert int(weight) >= 600
    assert message.locator("li").count() == 2
    assert message.locator("td").count() == 2
    assert "key:value" in message.locator("pre, code").first.inner_text()


def test_a_long_answer_streams_in_joined_flushes_and_arrives_whole(tab: Chat, model: ScriptedServer) -> None:
    text = " ".join(f"word{i}" for i in range(2000))
    model.play(say(text))
    tab.ask("a long one")
    tab.page.get_by_text("word1999").wait_for()
    assert tab.answer() == text


@pytest.mark.parametrize("where", ["file", "answer", "arguments"])
def test_an_image_in_a_text_is_never_fetched(
    tab: Chat, model: ScriptedServer, work: Path, trap: tuple[str, list[str]], where: str
) -> None:
    address, seen = trap
    image = f"![x]({address}/{where}.png)"
    hostile = f"```\n{image}\n```\n{image}\n`````\n<img src='{address}/tag.png'><b>bold</b>\n# heading\n"
    (work / "evil.txt").write_text(hostile, encoding="utf-8")
    path = {"file": "evil.txt", "answer": "a.txt", "arguments": hostile}[where]
    model.play(calls(("read_file", {"file_path": path})), say(hostile if where == "answer" else "Read."))
    answer = tab.ask("read it")
    opened = tab.open_step(0)
    tab.page.wait_for_timeout(500)
    assert seen == []
    assert tab.outside == []
    assert image in {"file": opened, "answer": answer, "arguments": opened}[where]
    assert tab.page.locator('.step[data-step-type="tool"] h1, .step[data-step-type="tool"] b').count() == 0


def test_a_big_result_is_bounded_and_says_how_much_more_there_is(
    browser: Browser, model: ScriptedServer, work: Path
) -> None:
    (work / "large.txt").write_text("0123456789\n" * 20_000, encoding="utf-8")
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted", "MAX_RESULT_CHARS": "200000"}
    model.play(calls(("read_file", {"file_path": "large.txt", "limit": 100_000})), say("Large."))
    with running_app(work, work.parent / "large.log", **settings) as url, chat(browser, url) as tab:
        tab.ask("read it")
        shown = tab.open_step(0)
    assert len(shown) < 60_000
    assert "more characters are not shown here" in shown


def test_stop_closes_the_request_and_the_next_question_is_answered(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("slow " * 400, between=0.2), say("A new answer."))
    tab.send("a long one")
    tab.page.get_by_text("slow").first.wait_for()
    tab.press_stop()
    assert tab.answer().endswith("Stopped.")
    assert tab.ask("again") == "A new answer."
    assert _soon(lambda: model.closed_early == 1)


def test_stop_before_the_first_word_says_so_in_the_questions_language(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("never", before=30.0), say("次の回答です。"))
    tab.send("これは長くかかります")
    tab.page.wait_for_timeout(700)
    tab.press_stop()
    assert tab.answer() == "停止しました。"
    assert tab.ask("次の質問です") == "次の回答です。"


def test_a_question_larger_than_a_socket_takes_by_default_is_answered(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("Long."))
    assert tab.ask("long " * 300_000) == "Long."


def test_a_second_message_from_elsewhere_waits_for_the_running_turn(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("first " * 10, between=0.1), say("second"))
    tab.send("one")
    tab.wait_until_idle()
    assert tab.ask("two") == "second"
    assert [m["role"] for m in model.requests[1].messages] == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            Answer(401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}),
            "OPENAI_API_KEY",
        ),
        (Answer(404, {"error": {"message": "The model `scripted` does not exist"}}), "MODEL"),
        (Answer(400, {"error": {"message": "scripted does not support tools"}}), "cannot call tools"),
        (say(""), "empty answer"),
    ],
)
def test_an_error_of_the_model_server_is_one_clear_sentence(
    tab: Chat, model: ScriptedServer, reply: Reply, words: str
) -> None:
    model.play(reply)
    answer = tab.ask("hello")
    assert words in answer
    assert "Traceback" not in answer and len(answer) < 400


def test_an_overflow_names_the_file_and_the_next_question_works(tab: Chat, model: ScriptedServer, work: Path) -> None:
    (work / "report.txt").write_text("word " * 3000, encoding="utf-8")
    overflow = Answer(400, {"error": {"message": "prompt is too long", "code": "context_length_exceeded"}})

    def reply(body: Json) -> Reply:
        if "word word word word" in str(body["messages"]):
            return overflow
        # Another test's server has refused tools, so that they are told in words from then on.
        explains = "did not fit into its context window" in body["messages"][0]["content"]
        return say("`report.txt` was too large.") if explains else say("Here.")

    model.play(calls(("read_file", {"file_path": "report.txt"})), reply)
    assert "report.txt" in tab.ask("read report.txt")
    assert tab.ask("and now?") == "Here."


def _soon(holds: object, seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if callable(holds) and holds():
            return True
        time.sleep(0.05)
    return False


def reads(*names: str) -> list[tuple[str, object]]:
    return [("read_file", {"file_path": f"{name}.txt"}) for name in names]


@pytest.fixture
def folder_of_eight(work: Path) -> list[str]:
    names = [f"n{number}" for number in range(8)]
    for name in names:
        (work / f"{name}.txt").write_text(f"this is {name}\n", encoding="utf-8")
    return names


def colour(tab: Chat, row: Locator) -> str:
    return str(row.evaluate("row => getComputedStyle(row).color"))


def test_more_than_five_calls_in_a_row_fold_under_a_row_that_counts_them(
    browser: Browser, address: str, model: ScriptedServer, folder_of_eight: list[str]
) -> None:
    model.play(calls(*reads(*folder_of_eight[:4])), calls(*reads(*folder_of_eight[4:], "nope")), say("Read."))
    with chat(browser, address, locale="ja-JP") as tab:
        tab.ask("read them all")
        assert tab.rows() == ["8 個のファイルを読みました：n0.txt、n1.txt、n2.txt ほか 5 個 · 1 件失敗"]
        group = tab.steps.first.locator("button").first
        assert group.get_attribute("aria-expanded") == "false"
        group.focus()
        tab.page.keyboard.press("Enter")
        tab.steps.nth(9).wait_for()
        rows = tab.rows()
        assert rows[1].startswith("n0.txt を読みました（1 行）") and len(rows) == 10
        assert rows[9].startswith("✗ nope.txt を読めませんでした：見つかりません")
        failed, other = (tab.steps.nth(number).locator("button").first for number in (9, 8))
        assert colour(tab, failed) != colour(tab, other)
        tab.page.keyboard.press("Tab")
        tab.page.keyboard.press("Enter")
        tab.page.get_by_text("this is n0").wait_for()
        tab.page.reload()
        tab.steps.first.wait_for()
        assert tab.rows() == ["8 個のファイルを読みました：n0.txt、n1.txt、n2.txt ほか 5 個 · 1 件失敗"]
        tab.steps.first.locator("button").first.click()
        tab.steps.nth(9).wait_for()
        assert tab.rows()[1:] == rows[1:]


def test_a_question_stands_beside_the_group_and_what_follows_it_is_counted_anew(
    tab: Chat, model: ScriptedServer, work: Path, folder_of_eight: list[str]
) -> None:
    (work / "a.txt").write_text("this is a.txt\n", encoding="utf-8")
    change = ("write_file", {"file_path": "a.txt", "text": "other\n"})
    model.play(calls(*reads(*folder_of_eight[:6]), change, *reads("b", "c")), say("Done."))
    tab.send("read them all")
    tab.page.get_by_role("button", name="Deny", exact=True).click()
    tab.wait_until_idle()
    assert [row.split(" · ")[0] for row in tab.rows()] == [
        "6 files read: n0.txt, n1.txt, n2.txt and 3 more",
        "⊘ Asked to overwrite a.txt: denied", "Read b.txt, 1 line", "Read c.txt, 1 line",
    ]  # fmt: skip


def test_texts_between_the_calls_keep_them_apart(tab: Chat, model: ScriptedServer) -> None:
    model.play(calls(*reads("a", "b", "c")), calls(*reads("b", "c", "a"), text="I look again."), say("Read."))
    tab.ask("read them twice")
    assert len(tab.rows()) == 6


def test_a_page_that_comes_back_has_each_row_once_and_in_its_group(
    browser: Browser, address: str, model: ScriptedServer, folder_of_eight: list[str]
) -> None:
    model.play(
        calls(*reads(*folder_of_eight[:3])),
        calls(*reads(*folder_of_eight[3:]), between=0.4),
        say("slow " * 99, between=0.2),
    )
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        tab.send("read them all")
        tab.steps.nth(2).wait_for()
        line.cut()
        tab.page.wait_for_timeout(6000)
        line.mend()
        tab.page.get_by_text("8 files read").wait_for(timeout=20_000)
        assert len(tab.rows()) == 1
        tab.steps.first.locator("button").first.click()
        tab.steps.nth(8).wait_for()
        assert [row.split(",")[0] for row in tab.rows()[1:]] == [f"Read {name}.txt" for name in folder_of_eight]
        tab.press_stop()


def test_the_row_of_long_arguments_is_the_calls_afterwards(tab: Chat, model: ScriptedServer, work: Path) -> None:
    (work / "wall.md").unlink(missing_ok=True)
    text = "\n".join(f"line {number} of the wall" for number in range(200))
    model.play(calls(("write_file", {"file_path": "wall.md", "text": text}), fragments=40, between=0.1), say("Done."))
    tab.send("write wall.md")
    tab.page.get_by_text("Done.").wait_for(timeout=60_000)
    tab.wait_until_idle()
    assert [row.split(" · ")[0] for row in tab.rows()] == ["Created wall.md, 4.1 kB"]
    assert tab.steps.first.locator("button").first.get_attribute("aria-expanded") == "false"
    assert (work / "wall.md").read_text(encoding="utf-8") == text


def test_long_arguments_grow_in_a_row_that_goes_if_the_call_is_not_run(
    tab: Chat, model: ScriptedServer, work: Path
) -> None:
    text = "".join(f"line {number} of a ghost\n" for number in range(400))
    # Slow enough that it cannot have come to its end before Stop.
    model.play(calls(("write_file", {"file_path": "ghost.md", "text": text}), fragments=60, between=1.0), say("Next."))
    tab.send("write ghost.md")
    tab.page.get_by_text("line 10 of a ghost").wait_for()
    assert tab.rows() == ["Writing ghost.md …"]
    tab.page.get_by_text("line 30 of a ghost").wait_for()
    tab.press_stop()
    assert (tab.rows(), (work / "ghost.md").exists()) == ([], False)
    assert tab.ask("and now?") == "Next."


def _asked(model: ScriptedServer, question: str) -> str:
    """What was sent in the request that ended with `question`."""
    return next(str(sent.messages) for sent in model.requests if sent.messages[-1]["content"] == question)


def test_a_result_is_left_out_and_shown_again_by_the_buttons_of_its_step(tab: Chat, model: ScriptedServer) -> None:
    model.play(calls(*reads("a", "b")), say("Read."), say("One."), say("Two."))
    tab.ask("read a.txt and b.txt")
    tab.open_step(0)
    foot = tab.page.locator(".folio-sight")
    assert "tokens · the model sees this" in foot.inner_text()
    button = foot.get_by_role("button", name="Leave out from now on")
    button.focus()
    tab.page.keyboard.press("Enter")
    tab.page.get_by_text("as you wished").wait_for()
    assert tab.page.evaluate("document.activeElement.innerText").endswith("as you wished")
    tab.ask("one?")
    # Whichever way the app has learnt meanwhile to speak to this model of tools.
    told = _asked(model, "one?")
    assert (told.count("as the person wished"), "this is a.txt" in told, "this is b.txt" in told) == (1, False, True)
    foot.get_by_role("button", name="Show again and keep").click()
    tab.page.get_by_text("and it is kept").wait_for()
    tab.ask("two?")
    assert "this is a.txt" in _asked(model, "two?")


def test_which_steps_are_shown_is_a_matter_of_the_page(tab: Chat, model: ScriptedServer) -> None:
    thought = chunk({"reasoning_content": "I weigh it. "})
    model.play(chunks(thought, *calls(*reads("a")).pieces), say("Read."))
    tab.ask("read a.txt")

    def seen(choice: str) -> list[bool]:
        tab.page.evaluate("choice => { document.documentElement.dataset.steps = choice; }", choice)
        return [step.is_visible() for step in tab.steps.all()]

    assert {choice: seen(choice) for choice in ("all", "tools", "none")} == {
        "all": [True, True], "tools": [False, True], "none": [False, False],
    }  # fmt: skip
