"""Feeds over HTTP, from a local server: what is asked, what is bounded, what is known, what is down."""

from __future__ import annotations

import contextlib
import gzip
import json
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from samesame.store import Desk, StoreFull
from samesame.watch.feeds import Feed, Memory, Polled, poll
from samesame.watch.fetch import FeedDown, fetch
from samesame.watch.loop import Watch
from samesame.watch.settings import Settings
from tests.watch.conftest import FeedServer, Start, body, log_lines, rss, send, status, wait_for

STORM = "Storm closes the port of Bozcaada until Monday morning, the ferry company said."
COMET = "Nobody saw the comet that passed over the island on Sunday night."
ATOM = f"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><id>urn:1</id><title>Storm</title><updated>2026-03-02T10:00:00Z</updated>
<summary>short</summary><content type="html">&lt;p&gt;{STORM}&lt;/p&gt;</content></entry></feed>"""


def ask(url: str, memory: Memory | None = None, seconds: float = 20, size: int = 100_000) -> Polled:
    return poll(url, memory or Memory(), seconds=seconds, size=size)


def test_rss_and_atom_give_entries_with_plain_text(server: FeedServer) -> None:
    server.answers = {"/rss": body(rss(("g1", STORM), ("g2", "&lt;p&gt;Tea&lt;/p&gt;"))), "/atom": body(ATOM)}
    assert [(entry.key, entry.text) for entry in ask(server.url("/rss")).entries] == [("g1", STORM), ("g2", "Tea")]
    (entry,) = ask(server.url("/atom")).entries
    assert (entry.text, entry.title, entry.time) == (STORM, "Storm", "2026-03-02T10:00:00+00:00")


def test_what_has_not_changed_is_not_sent_again(server: FeedServer) -> None:
    def conditional(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("If-None-Match") == '"v1"' and handler.headers.get("If-Modified-Since") == "yesterday":
            send(handler, 304)
        else:
            send(handler, 200, rss(("g1", STORM)).encode(), ETag='"v1"', Last_Modified="yesterday")

    server.answers["/"] = conditional
    feed = Feed(server.url("/"), 300, None, lambda words: None)
    polled = ask(feed.url, feed.memory)
    assert len(feed.answered(polled)) == 1
    feed.take(polled.entries)
    note = feed.settle(polled)
    again = Feed(feed.url, 300, note, lambda words: None)
    second = ask(again.url, again.memory)
    assert second.fetched is not None and second.fetched.body is None and not second.is_down
    assert again.answered(second) == [] and again.settle(second) is None


def test_an_etag_of_any_bytes_is_sent_back_as_it_came(server: FeedServer) -> None:
    asked: list[str | None] = []

    def odd(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers.get("If-None-Match"))
        send(handler, 200, rss(("g1", STORM)).encode(), ETag='"caf\xe9"')

    server.answers["/"] = odd
    feed = Feed(server.url("/"), 300, None, lambda words: None)
    for _ in range(2):
        polled = ask(feed.url, feed.memory)
        assert not polled.is_down
        feed.take(feed.answered(polled))
        feed.settle(polled)
    assert asked == [None, '"caf\xe9"']


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        (5000, 4000, 5001),
        (-5000, 0, 0),
        ("99999999999", 86_400, 86_400),
        ("soon", 0, 0),
    ],
)
def test_a_feed_that_is_down_says_until_when(server: FeedServer, said: str | int, least: float, most: float) -> None:
    date = said if isinstance(said, str) else formatdate(time.time() + said, usegmt=True)
    server.answers["/"] = status(503, Retry_After=date)
    assert least <= ask(server.url("/")).retry <= most


def test_redirects_are_followed_to_an_end(server: FeedServer) -> None:
    server.answers = {
        "/old": status(301, Location="/new"),
        "/new": body(rss(("g1", STORM))),
        "/circle": status(302, Location="/circle"),
        "/file": status(302, Location="file:///etc/passwd"),
    }
    assert len(ask(server.url("/old")).entries) == 1
    assert ask(server.url("/circle")).trouble == "more than 5 redirects"
    assert ask(server.url("/file")).is_down


def test_a_feed_is_bounded_in_size_also_unpacked(server: FeedServer) -> None:
    large = rss(("g1", "x" * 200_000))
    server.answers = {"/large": body(large), "/packed": body(gzip.compress(large.encode()), Content_Encoding="gzip")}
    for path in ("/large", "/packed"):
        assert ask(server.url(path)).trouble == "larger than 100.0 kB (--max-size)"


def test_a_feed_is_bounded_in_time_however_it_drips(server: FeedServer) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        try:
            for _ in range(200):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.1)
        except OSError:
            handler.close_connection = True

    def drip_without_length(handler: BaseHTTPRequestHandler) -> None:
        # Whoever reads this sees an end where the connection ends.
        handler.close_connection = True
        handler.send_response(200)
        handler.end_headers()
        with contextlib.suppress(OSError):
            handler.wfile.write(rss(("g1", STORM)).encode())
            for _ in range(200):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.1)

    def drip_the_head(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        try:
            for _ in range(200):
                handler.wfile.write(b"x")
                handler.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass
        handler.close_connection = True

    def slow_circle(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.4)
        send(handler, 302, Location="/slow")

    def silent(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(3)
        handler.close_connection = True

    server.answers = {
        "/drip": drip,
        "/endless": drip_without_length,
        "/head": drip_the_head,
        "/silent": silent,
        "/slow": slow_circle,
    }
    for path in server.answers:
        assert ask(server.url(path), seconds=1).trouble == "not complete after 1 s"


def test_a_connection_that_is_cut_gives_nothing(server: FeedServer) -> None:
    def cut(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        handler.wfile.write(rss(("g1", STORM)).encode())
        handler.close_connection = True

    server.answers["/"] = cut
    with pytest.raises(FeedDown, match="closed connection"):
        fetch(server.url("/"), None, None, seconds=20, size=100_000)


def test_of_a_feed_that_ends_in_the_middle_all_but_the_last_entry_is_taken_until_it_is_whole(
    server: FeedServer,
) -> None:
    whole = rss(("g1", "one"), ("g2", "two"), ("g3", "three"))
    server.answers["/"] = body(whole[: whole.index("one")], ETag='"half"')
    said: list[str] = []
    feed = Feed(server.url("/"), 300, None, said.append)
    half = ask(feed.url, feed.memory)
    new = feed.answered(half)
    assert [entry.key for entry in new] == ["g2", "g3"]
    feed.take(new)
    feed.settle(half)
    assert feed.memory.etag is None
    server.answers["/"] = body(whole, ETag='"whole"')
    polled = ask(feed.url, feed.memory)
    assert [entry.key for entry in feed.answered(polled)] == ["g1"]
    assert len(said) == 2 and "ends in the middle" in said[0] and said[1].endswith("is back")


def test_a_feed_that_is_down_is_asked_less_and_less_and_said_once(server: FeedServer) -> None:
    server.answers["/"] = status(503, Retry_After="700")
    said: list[str] = []
    feed = Feed(server.url("/"), 10, None, said.append)
    waits: list[int] = []
    for _ in range(12):
        feed.answered(ask(feed.url) if not waits else Polled(None, [], "HTTP 503"))
        waits.append(round(feed.due - time.monotonic()))
    assert waits[0] == 700
    assert waits[1:] == [40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600]
    assert said == [f"{feed.name}: HTTP 503 Service Unavailable; it is asked again"]
    server.answers["/"] = body(rss(("g1", STORM)))
    assert len(feed.answered(ask(feed.url))) == 1 and round(feed.due - time.monotonic()) == 10
    assert said[1:] == [f"{feed.name}: is back"]


@pytest.mark.parametrize("content", ["", "<html><body>Login</body></html>", "\x00\x01", "http://127.0.0.1:9/", "{}"])
def test_what_is_no_feed_is_told(server: FeedServer, content: str) -> None:
    server.answers["/"] = body(content)
    assert ask(server.url("/")).trouble == "no feed: neither RSS nor Atom"


def test_entries_are_remembered_as_long_as_they_stand_in_the_feed_and_a_while_longer(server: FeedServer) -> None:
    feed = Feed("http://127.0.0.1/", 300, None, lambda words: None)
    for first in range(0, 5000, 100):
        server.answers["/"] = body(rss(*((f"g{number}", "text") for number in range(first, first + 200))))
        polled = ask(server.url("/"))
        new = feed.answered(polled)
        assert len(new) == (200 if first == 0 else 100)
        feed.take(new)
        feed.settle(polled)
    assert len(feed.memory.seen) == 1200


def stop_after_two(watch: Watch) -> None:
    wait_for(lambda: len(log_lines()) == 2)
    watch.stop()


def test_a_store_that_fails_for_a_while_loses_no_entry(
    server: FeedServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers["/"] = body(rss(("g1", STORM), ("g2", COMET)), ETag='"1"')
    monkeypatch.setattr("samesame.watch.loop.PAUSE", 0.05)
    settings = Settings(
        log=Path("log.jsonl"), store=Path("state.db"), feeds=(server.url("/"),), accepted=Path("out"), every=0.1
    )
    for failing in ("write_notes", "judge"):
        real, failures = getattr(Desk, failing), [0]

        def fails(*arguments: Any, real: Any = real, failures: list[int] = failures) -> Any:
            failures[0] += 1
            if failures[0] <= 2:
                raise StoreFull("no space left on device")
            return real(*arguments)

        with Desk.open(f"{failing}.db") as desk, monkeypatch.context() as patch:
            watch = Watch(desk, settings, lambda words: None)
            patch.setattr(Desk, failing, fails)
            stopper = threading.Thread(target=stop_after_two, args=(watch,))
            stopper.start()
            watch.run()
            stopper.join()
        assert failures[0] > 2 and [line["item"] for line in log_lines()] == ["g1", "g2"]
        Path("log.jsonl").unlink()


def test_the_command_judges_entries_once_and_writes_them_as_files(server: FeedServer, start: Start) -> None:
    server.answers["/a"] = body(rss(("g1", STORM), ("g2", COMET)))
    server.answers["/b"] = body(rss(("g1", STORM)))
    feeds = ("--feed", server.url("/a"), "--feed", server.url("/b"), "--every", "200ms")
    process = start(*feeds)
    wait_for(lambda: len(log_lines()) == 3)
    wait_for(lambda: len(server.asked) > 8)
    process.terminate()
    assert process.wait(30) == 0
    lines = log_lines()
    assert len(lines) == 3 and sorted(line["relation"] for line in lines) == ["exact", "new", "new"]
    (copy,) = [line for line in lines if line["relation"] == "exact"]
    assert copy["of"].startswith("g1") and copy["to"].startswith("dup/title-of-g1-")
    told = json.loads(Path(copy["to"]).read_text())
    assert told["text"] == STORM and told["feed"] == copy["source"] and told["title"] == "Title of g1"
    assert len(list(Path("out").iterdir())) == 2 and len(list(Path("dup").iterdir())) == 1
    # Another run knows them.
    server.answers["/a"] = body(rss(("g2", COMET), ("g3", "The council of the island votes on the budget.")))
    once = start(*feeds, "--once")
    assert once.wait(60) == 0
    assert [line["item"] for line in log_lines()[3:]] == ["g3"]


def test_a_feed_that_is_down_does_not_keep_the_others(server: FeedServer, start: Start) -> None:
    server.answers["/good"] = body(rss(("g1", STORM)))
    process = start("--feed", "http://127.0.0.1:9/", "--feed", server.url("/good"), "--once")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1 and said.count("it is asked again") == 1
    assert [line["item"] for line in log_lines()] == ["g1"]
