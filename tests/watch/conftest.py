"""What the tests of watch share: the real command as a process, and a server with feeds."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., subprocess.Popen[str]]
Answer = Callable[[BaseHTTPRequestHandler], None]
PLACES = ("--accepted", "out", "--duplicates", "dup", "--log", "log.jsonl", "--store", "state.db")


@pytest.fixture
def start(folder: Path, program: Path) -> Iterator[Start]:
    """Starts `samesame watch` with places for everything; what still runs at the end is killed."""
    running: list[subprocess.Popen[str]] = []

    def started(*arguments: str) -> subprocess.Popen[str]:
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        process = subprocess.Popen(
            [program, "watch", *PLACES, *arguments], stderr=subprocess.PIPE, text=True, env=environment
        )
        running.append(process)
        return process

    yield started
    for process in running:
        process.kill()
        process.communicate()


def drop(name: str, text: str, inbox: str = "inbox") -> None:
    """Puts a whole file into the inbox: written elsewhere, and old, so that it is read at once."""
    Path(inbox).mkdir(exist_ok=True)
    hidden = Path(inbox) / f".{name}"
    hidden.write_text(text)
    os.utime(hidden, (time.time() - 60,) * 2)
    hidden.rename(Path(inbox) / name)


def log_lines() -> list[dict[str, Any]]:
    path = Path("log.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Waits until something holds; a machine under load takes its time."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


class FeedServer:
    """A local server whose answers the tests set, by path; `asked` has the headers of each request."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        ours = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                ours.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                ours.answers.get(self.path, status(404))(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def send(handler: BaseHTTPRequestHandler, code: int, body: bytes = b"", **headers: str) -> None:
    handler.send_response(code)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def status(code: int, **headers: str) -> Answer:
    return lambda handler: send(handler, code, b"", **headers)


def body(content: bytes | str, **headers: str) -> Answer:
    return lambda handler: send(handler, 200, content if isinstance(content, bytes) else content.encode(), **headers)


def rss(*entries: tuple[str, str]) -> str:
    """A feed of entries: what each is called, and its text. The newest stand first, as in real ones."""
    items = "".join(
        f"<item><guid>{key}</guid><title>Title of {key}</title><description>{text}</description></item>"
        for key, text in reversed(entries)
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{items}</channel></rss>'


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FeedServer]:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    server = FeedServer()
    yield server
    server.close()
