"""The real server as a process, and a small client for it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conftest import PROGRAM

# Longer than anything takes, also on a machine that does much else.
PATIENCE = 90.0


class Answer(NamedTuple):
    status: int
    text: str
    headers: Mapping[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Server:
    """A server as a process. What it says is collected, so that its pipe never fills."""

    def __init__(
        self, store: Path, *options: str | Path, env: Mapping[str, str] | None = None, limit: Any = None
    ) -> None:
        self.store = store
        command = [PROGRAM, "serve", "--store", store, "--port", "0", *options]
        self.process = subprocess.Popen(
            list(map(str, command)),
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(env or {})},
            preexec_fn=limit,
        )
        self.said: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line.rstrip("\n"))

    def saying(self, pattern: str) -> str:
        """Waits until it says something."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in list(self.said):
                if found := re.search(pattern, line):
                    return found[0]
            if self.process.poll() is not None and not self._reader.is_alive():
                break
            time.sleep(0.01)
        raise AssertionError(f"{pattern!r} is not in {self.said}")

    @property
    def port(self) -> int:
        return int(self.saying(r"http://\S+:(\d+)").rpartition(":")[2])

    def ready(self) -> Server:
        self.saying("ready: ")
        return self

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: bytes | Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """One request over a connection of its own. What is not bytes is sent as JSON."""
        connection = self.connect()
        try:
            raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, raw, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, answer.read().decode(), {k.lower(): v for k, v in answer.getheaders()})
        finally:
            connection.close()

    def post(self, body: Any, query: str = "") -> Answer:
        return self.ask("POST", f"/documents{query}", body)

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Asks it to end, as a service manager does."""
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def wait(self) -> int:
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join()
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers, by default on one store; all are ended afterwards."""
    with ExitStack() as started:

        def begin(*options: str | Path, store: Path = tmp_path / "state.db", **more: Any) -> Server:
            server = Server(store, *options, **more)
            started.callback(_end, server)
            return server

        yield begin


def _end(server: Server) -> None:
    if server.process.poll() is None:
        server.kill()
    else:
        server.wait()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module that do not mind the others."""
    server = Server(tmp_path_factory.mktemp("shared") / "state.db", "--max-body", "2MiB", "--max-batch", "500").ready()
    try:
        yield server
    finally:
        assert server.stop() == 0, server.said
