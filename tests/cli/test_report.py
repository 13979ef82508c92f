"""samesame report."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
LETTER = "Please keep the ferry to the island, because we need it every single day of the year."
RECORDS = [
    {"id": "a", "text": LETTER},
    {"id": "b", "text": f"{LETTER} My mother lives there."},
    {"id": "c", "text": "Close the port."},
]


def test_a_page_is_written_to_a_file_or_to_standard_output(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    assert run("cluster", path, "--method", "overlap", "--out", "m.csv").returncode == 0
    done = run("report", "m.csv", "--texts", path, "--out", "page.html", "--title", "Ferry")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "samesame: wrote page.html: 1 campaigns, 1 documents alone\n"
    html = Path("page.html").read_text(encoding="utf-8")
    assert "<h1>Ferry</h1>" in html and "My mother lives there." in html
    piped = run("report", "m.csv", "--texts", path, "--title", "Ferry")
    assert piped.returncode == 0 and piped.stdout == html


def test_what_is_wrong_is_told_and_no_page_is_left(call: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    assert call("cluster", path, "--method", "overlap", "--out", "m.jsonl").returncode == 0
    assert call("find", path, "--out", "pairs.csv").returncode == 0
    lines("empty.jsonl", [])
    for arguments, words in (
        (["pairs.csv"], "has matches, of which there is no report"),
        (["a.jsonl"], "has no column cluster and no column role"),
        (["empty.jsonl"], "has no column cluster"),
        (["nothing.jsonl"], "nothing.jsonl"),
        (["m.jsonl", "--order", "size"], "order: expected longest or date; got 'size'"),
        (["m.jsonl", "--max-size", "1k"], "max_size: expected at least 200,000 bytes, got 1,000"),
        (["m.jsonl", "--text-field", "body"], "body"),
    ):
        done = call("report", *arguments, "--texts", path, "--out", "page.html")
        assert done.returncode == 2 and words in done.stderr, done.stderr
        assert not Path("page.html").exists()
    for out in ("a.jsonl", "m.jsonl"):
        done = call("report", "m.jsonl", "--texts", path, "--out", out)
        assert done.returncode == 2 and "out: " in done.stderr and "is one of the inputs" in done.stderr


def test_bad_rows_and_missing_texts_are_named_and_cost_only_themselves(call: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    members = [
        {"cluster": "a", "id": "a", "role": "reference"},
        {"cluster": "a", "id": "b", "role": "leader"},
        "{broken",
        {"cluster": "c", "id": "c", "role": "singleton", "unique": [{"start": 5, "end": 1}]},
        {"cluster": "a", "id": "gone", "role": "member"},
    ]
    done = call("report", lines("m.jsonl", members), "--texts", path, "--out", "page.html")
    assert done.returncode == 1 and Path("page.html").exists()
    for words in ("m.jsonl:2: no member of a cluster: the role", "m.jsonl:3", "m.jsonl:4", "lack 1 members: gone"):
        assert words in done.stderr, done.stderr
