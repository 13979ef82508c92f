"""How a server begins and ends, who may reach it, and who may not."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from samesame.store import Desk
from tests.conftest import Result
from tests.service.conftest import Answer, Server

STORM = "Storm closes the port of Bozcaada until Monday, the ferry company said."


def test_sigterm_finishes_what_is_begun_and_exits_with_0(start: Callable[..., Server]) -> None:
    server = start().ready()
    answers: list[Answer] = []
    items = [{"id": f"d{at}", "text": " ".join(f"w{at * 31 + n}" for n in range(300))} for at in range(2000)]
    clients = [
        threading.Thread(target=lambda part=part: answers.append(server.post(items[part : part + 500])))
        for part in range(0, 2000, 500)
    ]
    port = server.port
    idle = socket.create_connection(("127.0.0.1", port))
    half = socket.create_connection(("127.0.0.1", port))
    half.sendall(b"POST /documents HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
    for client in clients:
        client.start()
    while server.ask("GET", "/metrics").text.find("samesame_waiting_documents 0.0") >= 0 and not answers:
        time.sleep(0.005)
    # The one who sent half a request, and the one who sent none, are not waited for.
    assert server.stop() == 0, server.said
    for client in clients:
        client.join()
    idle.close()
    half.close()
    # Nobody was left without an answer: what could not be finished in time is to be sent again.
    assert len(answers) == 4 and {answer.status for answer in answers} <= {200, 503}
    again = start().ready()
    told = [one for answer in answers if answer.status == 200 for one in answer.json]
    assert told and again.ask("GET", "/stats").json["stored"] >= len(told)
    assert again.post(items).json[0]["id"] == "d0" and again.ask("GET", "/stats").json["stored"] == 2000


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_restores_ends_it_too(start: Callable[..., Server], number: int) -> None:
    server = start()
    server.saying("serving")
    server.process.send_signal(number)
    assert server.wait() == 0


def test_a_second_server_is_refused_and_a_killed_one_leaves_no_lock(start: Callable[..., Server]) -> None:
    first = start().ready()
    second = start()
    assert second.wait() == 2
    assert "another process has this store open" in second.said[-1]
    first.kill()
    start().ready()


def test_ready_only_when_the_window_is_restored(start: Callable[..., Server], tmp_path: Path) -> None:
    """A store without a snapshot takes a while; until then all but health is 503 with a reason."""
    server = start().ready()
    for part in range(0, 6000, 500):
        server.post([{"id": f"d{at}", "text": f"{at} {STORM} " * 40} for at in range(part, part + 500)])
    server.kill()
    for snapshot in tmp_path.glob("state.db.window-*"):
        snapshot.unlink()
    again = start()
    seen = set()
    while True:
        health = again.ask("GET", "/healthz")
        if health.status == 200:
            break
        seen.add(health.text)
        answer = again.post({"id": "early", "text": STORM})
        assert answer.status == 503 or again.ask("GET", "/healthz").status == 200
    assert seen == {'{"status": "restoring"}\n'}
    assert again.ask("GET", "/stats").json["window"]["documents"] >= 6000


def test_beyond_this_machine_a_token_is_needed(run: Callable[..., Result]) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7"):
        done = run("serve", "--store", "state.db", "--host", host)
        assert done.returncode == 2 and "so a token is needed" in done.stderr
    assert not Path("state.db").exists()


@pytest.mark.parametrize("way", ["environment", "file"])
def test_with_a_token_only_who_has_it_gets_in(start: Callable[..., Server], tmp_path: Path, way: str) -> None:
    if way == "file":
        (tmp_path / "token").write_text("s3cret-Token\n")
        server = start("--host", "0.0.0.0", "--token-file", tmp_path / "token").ready()
    else:
        server = start("--host", "0.0.0.0", env={"SAMESAME_TOKEN": "s3cret-Token"}).ready()
    for headers in (
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": "s3cret-Token"},
        {"authorization": "Bearer "},
    ):
        for path in ("/stats", "/metrics", "/openapi.json", "/documents/x"):
            answer = server.ask("GET", path, headers=headers)
            assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert server.ask("POST", "/documents", {"id": "a", "text": "x"}).status == 401
    assert server.ask("GET", "/healthz").status == 200
    assert server.ask("GET", "/stats", headers={"authorization": "Bearer s3cret-Token"}).json["stored"] == 0


@pytest.mark.parametrize("token", ["", "two words", "tést", "line\nline"])
def test_a_token_that_is_none_is_refused(run: Callable[..., Result], folder: Path, token: str) -> None:
    (folder / "token").write_text(token)
    done = run("serve", "--store", "state.db", "--token-file", "token")
    assert done.returncode == 2 and "token: token holds none" in done.stderr


def test_a_port_that_is_taken_is_named(start: Callable[..., Server], run: Callable[..., Result]) -> None:
    server = start().ready()
    done = run("serve", "--store", "other.db", "--port", str(server.port))
    assert done.returncode == 2 and f"127.0.0.1:{server.port}: cannot listen there" in done.stderr


def test_a_damaged_store_is_named_and_the_next_start_does_not_begin_an_empty_one(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    server = start().ready()
    server.post([{"id": f"d{at}", "text": f"{STORM} {at}"} for at in range(400)])
    assert server.stop() == 0
    store = tmp_path / "state.db"
    data = bytearray(store.read_bytes())
    data[8192:] = os.urandom(len(data) - 8192)
    store.write_bytes(data)
    for reason in ("damaged .* it was set aside as state.db.damaged-", "was set aside as state.db.damaged-"):
        server = start()
        assert server.wait() == 2
        server.saying(reason)
    assert start("--new").ready().ask("GET", "/stats").json["stored"] == 0
    assert any(path.read_bytes() == data for path in tmp_path.glob("state.db.damaged-*"))


def test_other_settings_than_the_stores_are_refused(start: Callable[..., Server], tmp_path: Path) -> None:
    Desk.open(tmp_path / "state.db", hours=48).close()
    server = start("--window", "24h")
    assert server.wait() == 2
    server.saying("hours: the store was made with 48, got 24")
