"""What a server takes on: bodies, batches and work beyond its limits are refused, with a reason, and cost nothing."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from tests.service.conftest import PATIENCE, Server


def resident(server: Server) -> int:
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096


def test_a_body_beyond_the_limit_is_413_with_its_length_or_without(shared: Server) -> None:
    body = json.dumps({"id": "large", "text": "x" * 3_000_000}).encode()
    answer = shared.post(body)
    assert answer.status == 413 and "more than 2,097,152 bytes" in answer.json["error"]
    connection = shared.connect()
    connection.putrequest("POST", "/documents")
    connection.putheader("transfer-encoding", "chunked")
    connection.endheaders()
    try:
        for at in range(0, len(body), 50_000):
            part = body[at : at + 50_000]
            connection.send(b"%x\r\n%s\r\n" % (len(part), part))
    except (BrokenPipeError, ConnectionResetError):
        pass  # refused before all was sent
    # The refusal may be lost with the connection, as more was still coming.
    with contextlib.suppress(ConnectionResetError, http.client.RemoteDisconnected, BrokenPipeError):
        assert connection.getresponse().status == 413
    connection.close()
    assert shared.ask("GET", "/documents/large").status == 404


def test_a_batch_beyond_the_limit_is_422(shared: Server) -> None:
    answer = shared.post([{"id": f"batch-{at}", "text": "x"} for at in range(501)])
    assert answer.status == 422 and answer.json["error"] == "body: 501 documents; at most 500 at a time"
    assert shared.ask("GET", "/documents/batch-0").status == 404


def test_more_at_a_time_than_allowed_is_429_and_all_that_was_taken_is_answered(start: Callable[..., Server]) -> None:
    server = start("--max-requests", "4").ready()
    before = resident(server)
    text = "word " * 2000
    statuses: list[int] = []

    def client(number: int) -> None:
        for at in range(6):
            body = [{"id": f"c{number}-{at}-{item}", "text": f"{number} {at} {item} {text}"} for item in range(20)]
            answer = server.post(body)
            statuses.append(answer.status)
            assert answer.status == 200 or "at a time; try again" in answer.json["error"]
            if answer.status == 429:
                assert answer.headers["retry-after"] == "1"

    threads = [threading.Thread(target=client, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) == {200, 429}, set(statuses)
    assert server.ask("GET", "/stats").json["stored"] == 20 * statuses.count(200)
    assert server.ask("GET", "/healthz").status == 200
    assert resident(server) - before < 400 << 20


def test_slow_clients_hold_nobody_up(start: Callable[..., Server]) -> None:
    """Connections without a request, with half a head, with half a body, and one that takes no answer."""
    server = start().ready()
    server.post([{"id": f"d{at}", "text": f"{'word ' * 400}{at}"} for at in range(300)])
    halves = [b"", b"POST /docu", b"POST /documents HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n{"]
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
    for at, connection in enumerate(slow):
        connection.sendall(halves[at % 3])
    greedy = socket.create_connection(("127.0.0.1", server.port))
    greedy.sendall(b"GET /matches?limit=1000 HTTP/1.1\r\nhost: x\r\n\r\n" * 200)
    for at in range(20):
        assert server.post({"id": f"n{at}", "text": f"another text {at}"}).status == 200
    for connection in [*slow, greedy]:
        connection.close()
    assert server.stop() == 0


def test_a_head_without_an_end_is_cut(shared: Server) -> None:
    connection = socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE)
    sent = 0
    connection.sendall(b"GET /healthz HTTP/1.1\r\n")
    try:
        while sent < 64 << 20:
            sent += connection.send(b"x-filler: " + b"y" * 1000 + b"\r\n")
    except (BrokenPipeError, ConnectionResetError):
        pass
    connection.close()
    assert sent < 16 << 20
    assert shared.ask("GET", "/healthz").status == 200
