"""Kill -9 at any moment: what was acknowledged is there, is judged once, and its copies are recognised."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.service.conftest import Server

KILLS = 22
# Posts from another process until the server is gone, and prints each answer when it has it: what was acknowledged.
CLIENT = """
import http.client, json, sys
port, begin, batch = map(int, sys.argv[1:])
connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
number = begin
while True:
    items = [{"id": f"d{at}", "text": sys_text(at)} for at in range(number, number + batch)]
    try:
        connection.request("POST", "/documents", json.dumps(items if batch > 1 else items[0]))
        answer = connection.getresponse()
        body = json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError):
        break
    assert answer.status == 200, body
    print(json.dumps(body if batch > 1 else [body]), flush=True)
    number += batch
"""
# Every third text is a copy of an earlier one.
TEXT = """
def sys_text(at):
    at -= at % 3 == 2 and at % 2 + 1
    words = ("storm", "closes", "port", "until", "monday", "ferry")
    return " ".join(f"{word}{at * 7919 % 1009}" for word in words) + f" {at}"
"""
scope: dict[str, Any] = {}
exec(TEXT, scope)
text_of: Callable[[int], str] = scope["sys_text"]


def load(server: Server, begin: int, batch: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", TEXT + CLIENT, str(server.port), str(begin), str(batch)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_nothing_that_was_acknowledged_is_lost_or_judged_twice(start: Callable[..., Server]) -> None:
    chance = random.Random(17)
    told: dict[str, dict[str, Any]] = {}
    begin = 0
    for kill in range(KILLS):
        server = start()
        if kill % 5 != 3:
            server.ready()
        # Some are killed while they restore, some at once, most while they judge; two clients send.
        clients = [load(server, begin, 1), load(server, begin + 500_000, 20)] if kill % 5 != 3 else []
        # On a busy machine a client may need long until it sends: every other time its first answer is waited for.
        first = [client.stdout.readline() for client in clients if client.stdout is not None and kill % 2]
        time.sleep(chance.uniform(0.02, 0.6))
        server.kill()
        for client in clients:
            assert client.stdout is not None
            for line in (*filter(None, first), *client.stdout):
                told |= {verdict["id"]: verdict for verdict in json.loads(line)}
            client.stdout.close()
            assert client.wait() == 0
        begin += 10_000
    assert len(told) > 10 * KILLS, len(told)
    check(start().ready(), told)


def check(server: Server, told: dict[str, dict[str, Any]]) -> None:
    """The promise, for every document that a client got an answer for."""
    ids = sorted(told)
    for at in range(0, len(ids), 400):
        items = [{"id": id_, "text": text_of(int(id_[1:]))} for id_ in ids[at : at + 400]]
        assert server.post(items).json == [told[item["id"]] for item in items]
    copies = [{"id": f"copy of {id_}", "text": text_of(int(id_[1:]))} for id_ in ids[:300]]
    for copy, id_ in zip(server.post(copies).json, ids, strict=False):
        assert copy["relation"] == "exact" and copy["group"] == told[id_]["group"], (copy, told[id_])
    stats = server.ask("GET", "/stats").json
    assert stats["judged"] == stats["stored"] >= len(told) + len(copies)


def test_a_snapshot_that_is_cut_by_a_kill_is_not_used(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start().ready()
    told = {one["id"]: one for one in server.post([{"id": f"d{at}", "text": text_of(at)} for at in range(200)]).json}
    assert server.stop() == 0
    (snapshot,) = tmp_path.glob("state.db.window-*")
    # As if the next one had been cut: a partial file, and one that the database does not name.
    (tmp_path / ".state.db.window-0123456789ab.0123456789abcdef.partial").write_bytes(b"half")
    (tmp_path / "state.db.window-0123456789ab").write_bytes(snapshot.read_bytes()[:1000])
    check(start().ready(), told)
    assert [path.name for path in tmp_path.glob("state.db.window-*")] == [snapshot.name]
