"""Whatever is sent, the answer says what is wrong, and the next client is served."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.conftest import PATIENCE, Server

DEEP = 100_000
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{id: 1}",
    "cut": b'{"id": "a", "text": "x',
    "two values": b'{"id": "a", "text": "x"} {"id": "b"}',
    "no UTF-8": b'{"id": "a", "text": "\xff\xfe"}',
    "UTF-16": '{"id": "a", "text": "x"}'.encode("utf-16"),
    "NaN": b'{"id": "a", "text": "x", "time": NaN}',
    "infinite": b'{"id": "a", "text": "x", "time": -Infinity}',
    "huge number": b'{"id": "a", "text": "x", "time": ' + b"9" * 100_000 + b"}",
    "deep array": b"[" * DEEP + b"]" * DEEP,
    "deep object": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "deep metadata": b'{"id": "a", "text": "x", "metadata": ' + b'{"a":' * DEEP + b"1" + b"}" * (DEEP + 1),
    "null": b"null",
    "a text": b'"x"',
    "true": b"true",
    "id null": b'{"id": null, "text": "x"}',
    "id object": b'{"id": {}, "text": "x"}',
    "id empty": b'{"id": "", "text": "x"}',
    "text array": b'{"id": "a", "text": ["x"]}',
    "text true": b'{"id": "a", "text": true}',
    "metadata array": b'{"id": "a", "text": "x", "metadata": []}',
    "source number": b'{"id": "a", "text": "x", "source": 7}',
    "time object": b'{"id": "a", "text": "x", "time": {}}',
    "time too far": b'{"id": "a", "text": "x", "time": 1e300}',
    "time too early": b'{"id": "a", "text": "x", "time": "0000-00-00"}',
    "lone surrogate": b'{"id": "a", "text": "\\ud800"}',
    "lone surrogate in id": b'{"id": "\\udfff", "text": "x"}',
    "lone surrogate in a name": b'{"id": "a", "text": "x", "\\ud800": 1}',
    "lone surrogate in metadata": b'{"id": "a", "text": "x", "metadata": {"\\ud800": 1}}',
    "replace in the body": b'{"id": "a", "text": "x", "replace": true}',
}


@pytest.mark.parametrize("name", BODIES)
def test_a_bad_body_is_422_with_a_reason(shared: Server, name: str) -> None:
    answer = shared.post(BODIES[name])
    assert answer.status == 422, answer
    assert answer.json["error"] and len(answer.json["error"]) < 400
    assert shared.ask("POST", "/compare", BODIES[name]).status == 422
    assert shared.ask("GET", "/documents/a").status == 404


def test_in_an_array_a_bad_item_costs_itself_only(shared: Server) -> None:
    records = [
        raw for name, raw in BODIES.items() if name not in ("huge number", "no UTF-8", "UTF-16") and len(raw) < 200
    ]
    good = [raw for raw in records if _parses(raw)]
    body = b"[" + b",".join(raw for one in good for raw in (one, b'{"id": "between", "text": "Good."}')) + b"]"
    told = shared.post(body).json
    assert [one.get("status", 200) for one in told] == [422, 200] * len(good)
    assert len(good) > 15


def _parses(raw: bytes) -> bool:
    try:
        json.loads(raw, parse_constant=lambda name: 1 / 0)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def test_odd_texts_are_texts(shared: Server) -> None:
    texts = ["\0", "a\0b", "", " ", "\n" * 1000, "￿", "\U0010ffff" * 100, "e" + "́" * 10_000, "‮abc", "a" * 1_000_000]
    items = [
        {"id": f"odd\0{at}", "text": text, "metadata": {"\0": "\0"}, "source": "\0"} for at, text in enumerate(texts)
    ]
    assert [one.get("status", 200) for one in shared.post(items).json] == [200] * len(items)
    for at, text in enumerate(texts):
        found = shared.ask("GET", f"/documents/odd%00{at}").json
        assert (found["text"], found["metadata"], found["source"]) == (text, {"\0": "\0"}, "\0")


def test_clocks_that_jump_lose_nothing(start: Callable[..., Server]) -> None:
    """Times of the past, of 2099, in no order: each is judged, and a copy within the same hours is recognised."""
    server = start("--clock", "document").ready()
    times = ["2026-03-01T10:00:00Z", "2099-01-01", "1970-01-01", "9999-12-31T23:59:59Z", "0001-01-01", -1e10, 4e9, None]
    chance = random.Random(3)
    items = [
        {"id": f"d{at}", "text": f"Storm number {at % 9} closes the port.", "time": chance.choice(times)}
        for at in range(200)
    ]
    told = server.post(items).json
    assert all(one["id"] == item["id"] and "relation" in one for one, item in zip(told, items, strict=True))
    assert {one["clock"] for one in told} == {"document", "arrival", "ahead"}
    server.kill()
    again = start("--clock", "document").ready()
    assert again.post(items).json == told
    late = again.post({"id": "late", "text": "Storm number 3 closes the port."}).json
    assert late["relation"] == "exact"


@pytest.mark.parametrize(
    "raw",
    [
        b"\r\n\r\n",
        b"\0" * 1000,
        b"GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /documents/%ff%fe HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /documents/\xff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"POST /documents HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /documents HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999999\r\n\r\n",
        b"POST /documents HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"POST /documents HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}",
        b"BREW /documents HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET / HTTP/9.9\r\nhost: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n\r\n",
        random.Random(1).randbytes(5000),
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_what_is_no_http_ends_its_connection_only(shared: Server, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
        assert not answer.startswith(b"HTTP/1.1 5"), answer
    assert shared.ask("GET", "/healthz").status == 200


def test_other_addresses_and_methods_are_named(shared: Server) -> None:
    assert "no such address; /docs tells" in shared.ask("GET", "/nowhere").json["error"]
    refused = shared.ask("PUT", "/documents", {})
    assert (refused.status, refused.json) == (405, {"error": "method: PUT is not for this address; expected POST"})
    assert shared.ask("GET", "/documents").status == 405


def test_a_misspelt_query_is_refused_by_name(shared: Server) -> None:
    shared.post({"id": "misspelt", "text": "Storm closes the port."})
    for query in ("replcae=true", "replace=true&x=1"):
        refused = shared.ask("POST", f"/documents?{query}", {"id": "misspelt", "text": "Nobody saw the comet."})
        assert refused.status == 422 and "no such query; expected replace" in refused.json["error"]
    assert shared.ask("GET", "/documents/misspelt").json["text"] == "Storm closes the port."
    assert shared.ask("GET", "/matches?page=2").json == {
        "error": "'page': no such query; expected after, limit, relation"
    }
    assert "there are none here" in shared.ask("GET", "/stats?verbose=1").json["error"]


def test_the_page_for_people_tells_every_address_and_loads_nothing(shared: Server) -> None:
    page = shared.ask("GET", "/docs")
    assert page.status == 200 and page.headers["content-type"].startswith("text/html")
    document = shared.ask("GET", "/openapi.json").json
    told = page.text
    for path, verbs in document["paths"].items():
        for verb in verbs:
            assert f"<code>{verb.upper()} {path}</code>" in told
    assert "?replace" in told and "<script" not in told and "src=" not in told


def test_schemathesis_finds_nothing_that_the_openapi_document_does_not_say(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    server = start().ready()
    program = Path(sys.executable).with_name("schemathesis")
    url = f"http://127.0.0.1:{server.port}/openapi.json"
    command = [program, "run", url, "--max-examples", "40", "--seed", "7", "--phases", "coverage,fuzzing", "--no-color",
               "--checks", "all", "--request-timeout", "60", "--generation-database", "none"]  # fmt: skip
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, cwd=tmp_path, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr + "\n".join(server.said)
    assert server.stop() == 0
