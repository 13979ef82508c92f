"""Documents over HTTP: judged, told again, replaced, removed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

import samesame as ss
from tests.service.conftest import Server

STORM = "Storm closes the port of Bozcaada until Monday, the ferry company said on its page."


def test_an_object_gives_an_object_and_the_same_again_the_first_verdict(shared: Server) -> None:
    first = shared.post({"id": "one", "text": STORM, "source": "wire", "metadata": {"desk": [1, None]}})
    assert first.status == 200 and first.json["relation"] == "new" and first.json["matches"] == []
    copy = shared.post({"id": "two", "text": STORM + "!"})
    assert (copy.json["relation"], copy.json["matches"][0]["id"], copy.json["group"]) == (
        "exact",
        "one",
        first.json["group"],
    )
    again = shared.post({"id": "one", "text": STORM})
    assert (again.status, again.json) == (200, first.json)


def test_an_array_gives_an_array_in_order_with_errors_per_item(shared: Server) -> None:
    items = [
        {"id": "array-1", "text": "Nobody saw the comet last night, because of the clouds."},
        {"id": "array-1", "text": "Other"},
        {"id": "array-2", "text": "Nobody saw the comet last night, because of the clouds!", "time": "2026-03-01"},
        {"id": "array-3"},
        {"id": "array-4", "text": "a", "html": "b"},
        {"id": "array-5", "text": "a", "titel": "b"},
        {"id": 6, "text": "a"},
        "seven",
        {"id": "array-8", "text": "x", "time": "yesterday"},
        {"id": "array-1", "text": "Nobody saw the comet last night, because of the clouds."},
    ]
    answer = shared.post(items)
    assert answer.status == 200
    told = answer.json
    assert [one.get("status", 200) for one in told] == [200, 409, 200, 422, 422, 422, 422, 422, 422, 200]
    assert told[9] == told[0]
    assert [one["error"].partition(":")[0] for one in told[3:9]] == [
        "text",
        "text",
        "'titel'",
        "id",
        "document",
        "time",
    ]
    assert [one["id"] for one in told[3:9]] == ["array-3", "array-4", "array-5", None, None, "array-8"]
    assert shared.post([]).json == []


def test_another_text_is_409_or_replaces(shared: Server) -> None:
    shared.post({"id": "corrected", "text": "The mayor resigns on Sunday, says the paper."})
    refused = shared.post({"id": "corrected", "text": "The mayor stays, says the paper today."})
    assert refused.status == 409 and "the id is taken by another text" in refused.json["error"]
    replaced = shared.post({"id": "corrected", "text": "The mayor stays, says the paper today."}, "?replace=true")
    assert (replaced.status, replaced.json["relation"]) == (200, "new")
    assert shared.ask("GET", "/documents/corrected").json["text"] == "The mayor stays, says the paper today."
    assert shared.post({"id": "corrected", "text": "x"}, "?replace=perhaps").status == 422


@pytest.mark.parametrize(
    "id_", ["https://news.example/a/b?c=1&d=2#e", "a//b", "İstanbul haberleri %20", "..", "x" * 4096]
)
def test_ids_are_any_text_also_addresses(shared: Server, id_: str) -> None:
    sent = shared.post({"id": id_, "text": f"A text for {id_[:40]} alone.", "source": "s", "metadata": {"k": 1}})
    assert sent.status == 200
    found = shared.ask("GET", f"/documents/{quote(id_, safe='/:')}")
    assert found.status == 200
    assert (found.json["id"], found.json["source"], found.json["metadata"]) == (id_, "s", {"k": 1})
    assert found.json["verdict"] == sent.json
    assert shared.ask("DELETE", f"/documents/{quote(id_, safe='/:')}").status == 204
    for method in ("GET", "DELETE"):
        assert shared.ask(method, f"/documents/{quote(id_, safe='/:')}").status == 404


def test_a_page_is_judged_by_its_main_text(shared: Server) -> None:
    text = "The library of the old town opens again on Thursday after two years of repairs to its roof."
    page = f"<html><body><nav>Home</nav><article><p>{text}</p></article></body></html>"
    shared.post({"id": "plain", "text": text})
    assert shared.post({"id": "page", "html": page}).json["matches"][0]["id"] == "plain"


def test_verdicts_are_those_of_a_window(start: Callable[..., Server]) -> None:
    """The naive twin: a window in this process, asked one by one."""
    chance = random.Random(5)
    words = [f"word{at}" for at in range(40)]
    texts = [" ".join(chance.choices(words, k=12)) for _ in range(30)]
    texts += [chance.choice(texts) + chance.choice(("", "!", " and more")) for _ in range(60)]
    items = [{"id": f"d{at}", "text": text, "time": "2026-03-02T12:00:00Z"} for at, text in enumerate(texts)]
    window = ss.Window(hours=48, method="overlap", threshold=0.6)
    naive = [window.add(ss.Document(item["id"], item["text"], item["time"])).to_dict() for item in items]  # type: ignore[arg-type]
    server = start("--window", "2d", "--clock", "document", "--method", "overlap", "--threshold", "0.6").ready()
    told = server.post(items[:40]).json + [server.post(item).json for item in items[40:]]
    assert told == naive


def test_documents_are_judged_as_of_their_arrival_unless_the_clock_is_theirs(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    items = [
        {"id": "a", "text": STORM, "time": "2020-05-01T12:00:00Z", "metadata": {"k": 1}},
        {"id": "b", "text": STORM, "time": "2020-06-01T12:00:00Z"},
    ]
    arrival = start(store=tmp_path / "arrival.db").ready()
    first, second = arrival.post(items).json
    assert (first["clock"], first["time"] > "2026", second["relation"]) == ("arrival", True, "exact")
    # What was sent is kept.
    assert arrival.ask("GET", "/documents/a").json["metadata"] == {"time": "2020-05-01T12:00:00+00:00", "k": 1}
    theirs = start("--clock", "document", store=tmp_path / "document.db").ready()
    first, second = theirs.post(items).json
    assert (first["clock"], first["time"][:10], second["relation"]) == ("document", "2020-05-01", "new")


def test_the_fast_way_and_fastapis_give_the_same(start: Callable[..., Server], tmp_path: Path) -> None:
    """POST /documents is answered before the router; a query that only FastAPI understands takes the other way."""
    bodies: list[object] = [
        {"id": "a", "text": STORM, "time": 0},
        [{"id": "b", "text": "x", "time": 1}, 7],
        {"id": "c"},
        b"{",
        7,
        [],
    ]
    servers = [start("--clock", "document", store=tmp_path / f"{name}.db").ready() for name in "ab"]
    fast, slow = (
        [server.post(body, query) for body in bodies] for server, query in zip(servers, ("", "?replace=0"), strict=True)
    )
    assert [(one.status, one.text) for one in fast] == [(one.status, one.text) for one in slow]


def test_compare_tells_how_two_texts_are_related(shared: Server) -> None:
    answer = shared.ask("POST", "/compare", {"left": STORM, "right": f"News of the day. {STORM}"})
    assert answer.status == 200
    assert (answer.json["relation"], answer.json["left_coverage"]) == ("contained", 1.0)
    span = answer.json["spans"][0]
    assert f"News of the day. {STORM}"[span["right_start"] : span["right_end"]] == STORM
    shared.post({"id": "stored", "text": STORM})
    assert shared.ask("POST", "/compare", {"left": {"id": "stored"}, "right": STORM}).json["relation"] == "exact"
    assert shared.ask("POST", "/compare", {"left": {"id": "none"}, "right": STORM}).status == 404
    for wrong in ({"left": STORM}, {"left": 1, "right": STORM}, [STORM, STORM], {"left": "\ud800", "right": ""}):
        assert shared.ask("POST", "/compare", wrong).status == 422
    large = {"left": "word " * 150_000, "right": "word " * 150_000}
    assert shared.ask("POST", "/compare", large).status == 413


def test_matches_groups_and_stats_are_told_in_pages(start: Callable[..., Server]) -> None:
    server = start().ready()
    text = "The ferry to the island leaves at ten every morning, not at noon."
    server.post([{"id": f"d{at}", "text": text, "source": "wire" if at % 2 else "blog"} for at in range(5)])
    rows, after = [], ""
    while True:
        page = server.ask("GET", f"/matches?limit=3&after={after}").json
        rows += [(row["id"], row["of"], row["relation"]) for row in page["matches"]]
        if page["next"] is None:
            break
        after = page["next"]
    assert rows == [(f"d{at}", f"d{other}", "exact") for at in range(5) for other in range(at)]
    (group,) = server.ask("GET", "/groups").json["groups"]
    assert (group["origin"], group["joined"], group["members"]) == ("d0", 5, [f"d{at}" for at in range(5)])
    stats = server.ask("GET", "/stats").json
    assert (stats["judged"], stats["sources"]["blog"], stats["window"]["documents"]) == (5, {"exact": 2, "new": 1}, 5)
    for wrong in ("/matches?limit=0", "/matches?after=x", "/groups?after=-1", "/groups?limit=x", "/matches?relation=y"):
        assert server.ask("GET", wrong).status == 422


def test_metrics_are_those_of_prometheus(start: Callable[..., Server]) -> None:
    server = start().ready()
    server.post([{"id": "a", "text": STORM}, {"id": "b", "text": STORM}, {"id": "a", "text": "x"}])
    answer = server.ask("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    lines = answer.text.splitlines()
    for line in (
        'samesame_documents_total{kind="judged"} 2.0',
        'samesame_documents_total{kind="conflict"} 1.0',
        'samesame_relations_total{relation="exact"} 1.0',
        'samesame_requests_total{route="/documents",status="200"} 1.0',
        "samesame_window_documents 2.0",
        "samesame_ready 1.0",
    ):
        assert line in lines
