"""samesame cluster with its default method: form letters, links, earlier clusters."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import samesame as ss

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
FERRY = (
    "Please keep the ferry to the island, because we need it every single day of the year, in summer and in winter.\n\n"
    "Our children go to school on it, and without it no doctor comes when one of us is ill at night or on a Sunday."
)
BRIDGE = (
    "I ask you to build the bridge at last, for boats are slow and wet and the tunnel was a lie of the last council."
)
ALONE = "Nobody has told me what the harbour tax is for."


def comment(id: str, text: str, day: int = 1) -> dict[str, str]:
    return {"id": id, "text": text, "time": f"2006-03-{day:02}T00:00:00Z"}


RECORDS = [
    *(comment(f"f{n}", FERRY, 9 - n) for n in range(7)),
    *(comment(f"b{n}", BRIDGE, 2 + n) for n in range(6)),
    comment("more", f"{FERRY}\n\nMy aunt has lived there since the war."),
    comment("alone", ALONE),
]


def members(path: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def links(folder: Path, *rows: str, name: str = "links.csv") -> Path:
    path = folder / name
    path.write_text("left,right,kind\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_campaigns_with_their_reference_copies(run: Run, lines: Lines, tmp_path: Path) -> None:
    out, campaigns = tmp_path / "members.jsonl", tmp_path / "campaigns.jsonl"
    done = run("cluster", lines("c.jsonl", RECORDS), "--out", out, "--clusters", campaigns)
    assert done.returncode == 0, done.stderr
    rows = members(out)
    assert {row["cluster"] for row in rows.values()} == {"f6", "b0", "alone"}
    assert (rows["f6"]["role"], rows["b0"]["role"], rows["alone"]["role"]) == ("reference", "reference", "singleton")
    more = rows["more"]
    assert (more["cluster"], more["rule"], more["held_by"], more["edit"]) == ("f6", "contains", "f6", "block_added")
    assert [RECORDS[13]["text"][one["start"] : one["end"]] for one in more["unique"]] == [
        "My aunt has lived there since the war."
    ]
    assert (rows["f0"]["rule"], rows["f0"]["held_by"], rows["f0"]["edit"]) == ("exact", None, "exact")
    told = [json.loads(line) for line in campaigns.read_text(encoding="utf-8").splitlines()]
    assert [(one["cluster"], one["size"], one["exact"], one["chosen"]) for one in told] == [
        ("f6", 8, 6, "exact_copies"),
        ("b0", 6, 5, "exact_copies"),
    ]
    assert not Path(f"{out}.constraints.csv").exists()


def test_a_run_over_no_documents_is_a_previous_one(run: Run, lines: Lines, tmp_path: Path) -> None:
    out, later = tmp_path / "members.jsonl", tmp_path / "later.jsonl"
    assert run("cluster", lines("none.jsonl", []), "--out", out).returncode == 0
    done = run("cluster", lines("c.jsonl", RECORDS), "--previous", out, "--out", later)
    assert (done.returncode, len(members(later))) == (0, len(RECORDS)), done.stderr


def test_the_users_links_hold_in_later_runs(run: Run, lines: Lines, tmp_path: Path) -> None:
    given = links(tmp_path, "more,f0,cannot", "alone,b3,must")
    out, later = tmp_path / "members.jsonl", tmp_path / "later.jsonl"
    assert run("cluster", lines("c.jsonl", RECORDS), "--constraints", given, "--out", out).returncode == 0
    rows = members(out)
    assert (rows["more"]["role"], rows["alone"]["cluster"]) == ("singleton", "b0")
    assert (rows["alone"]["rule"], rows["alone"]["held_by"]) == ("user", "b3")
    # Another letter arrives, earlier than all, in more copies than the others have.
    there = [record for record in RECORDS if record["id"] != "f1"]
    more = [*there, *(comment(f"a{n}", f"{ALONE} Tell me.") for n in range(9))]
    done = run("cluster", lines("d.jsonl", more), "--previous", out, "--out", later)
    assert done.returncode == 0, done.stderr
    rows = members(later)
    assert (rows["more"]["role"], rows["alone"]["cluster"], rows["alone"]["held_by"]) == ("singleton", "b0", "b3")
    assert (rows["f6"]["role"], rows["b0"]["role"], rows["a0"]["role"]) == ("reference",) * 3
    # And once more, with a link of its own; the stored ones are taken over again.
    assert run("cluster", lines("d.jsonl", more), "--previous", later, "--out", later).returncode == 0
    assert members(later)["alone"]["held_by"] == "b3"
    assert Path(f"{later}.constraints.csv").read_text(encoding="utf-8").count("\n") == 3


def test_a_cluster_keeps_its_id_when_its_reference_is_gone(lines: Lines, tmp_path: Path) -> None:
    out = tmp_path / "members.csv"
    ss.cluster(lines("c.jsonl", RECORDS)).write(out)
    rest = [record for record in RECORDS if record["id"] != "f6"]
    found = {member.id: member for member in ss.cluster(rest, previous=out)}
    assert (found["f5"].cluster, found["f5"].role, found["f0"].cluster) == ("f6", "reference", "f6")
    assert {one.cluster for one in ss.cluster(rest)} == {"f5", "b0", "alone"}


def test_an_earlier_reference_stays_though_an_earlier_copy_arrives(lines: Lines, tmp_path: Path) -> None:
    out = tmp_path / "members.parquet"
    ss.cluster(lines("c.jsonl", RECORDS)).write(out)
    more = [*RECORDS, {"id": "first", "text": FERRY, "time": "2001-01-01T00:00:00Z"}]
    found = {member.id: member for member in ss.cluster(more, previous=out)}
    assert (found["first"].cluster, found["first"].rule, found["f6"].role) == ("f6", "exact", "reference")
    assert {member.id: member for member in ss.cluster(more)}["f6"].cluster == "first"


def test_a_letter_of_one_shingle_is_covered_by_what_contains_it() -> None:
    letters = {f"copy{n}": "Please keep the ferry" for n in range(6)} | {"now": "Please keep the ferry now"}
    found = {member.id: member for member in ss.cluster(letters)}["now"]
    assert (found.edit, found.coverage_of_reference) == ("minor_change", 1.0)


def test_an_earlier_reference_stays_though_it_is_read_first(lines: Lines, tmp_path: Path) -> None:
    out = tmp_path / "members.jsonl"
    found = ss.cluster(sorted(RECORDS, key=lambda record: record["id"] != "f6"))
    found.write(out)
    assert next(iter(ss.cluster(RECORDS))).id == "f6"
    later = [{"id": "first", "text": FERRY, "time": "2001-01-01T00:00:00Z"}]
    again = ss.cluster(sorted([*RECORDS, *later], key=lambda record: record["id"] != "f6"), previous=out)
    assert {member.id: member.role for member in again if member.cluster == "f6"}["f6"] == "reference"


def test_two_campaigns_that_the_user_joins_are_one_cluster(lines: Lines, tmp_path: Path) -> None:
    given = links(tmp_path, "f6,b2,must", "b2,b0,must")
    found = {member.id: member for member in ss.cluster(RECORDS, constraints=given)}
    assert {member.cluster for member in found.values()} == {"f6", "alone"}
    assert (found["b0"].rule, found["b0"].held_by) == ("user", "b2")
    assert (found["b2"].rule, found["b2"].held_by) == ("user", "f6")
    assert (found["b5"].rule, found["b5"].held_by) == ("exact", "b0")


def test_a_contradiction_ends_the_run_and_shows_the_chain(run: Run, lines: Lines, tmp_path: Path) -> None:
    given = links(tmp_path, "alone,b3,must", "b3,f0,must", "f0,alone,cannot")
    done = run("cluster", lines("c.jsonl", RECORDS), "--constraints", given)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'alone' must 'b3' (links.csv:2)" in done.stderr and "but 'f0' cannot 'alone' (links.csv:4)" in done.stderr


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["nobody,f1,must"], "links.csv:2: no document has the id 'nobody'"),
        (["f1,f2,perhaps"], "links.csv:2: kind must be must, cannot or family"),
    ],
)
def test_bad_rows_end_the_run(run: Run, lines: Lines, tmp_path: Path, rows: list[str], expected: str) -> None:
    done = run("cluster", lines("c.jsonl", RECORDS), "--constraints", links(tmp_path, *rows))
    assert done.returncode == 2 and expected in done.stderr


def test_what_is_not_for_this_method_is_refused(run: Run, lines: Lines, tmp_path: Path) -> None:
    path = lines("c.jsonl", RECORDS)
    for arguments, expected in (
        (["find", path, "--method", "durian"], "'durian' is a method of 'cluster' only, not of 'find'"),
        (["dedup", path, "--method", "durian", "--out", tmp_path / "o.jsonl"], "not of 'dedup'"),
        (["cluster", path, "--kind", "stars"], "kind: the method 'durian' makes clusters of its own kind"),
        (["cluster", path, "--method", "overlap", "--previous", "x"], "previous: only the method 'durian' takes it"),
        (["cluster", path, "--engine", "steps"], "'durian' is carried out by the engine 'local' only"),
        (["cluster", path, "--previous", path], "has not the columns cluster, id, role and rule"),
    ):
        done = run(*arguments)
        assert done.returncode == 2 and expected in done.stderr, (arguments, done.stderr)
    with pytest.raises(ss.ParameterError, match=r"a window takes .*got 'durian'"):
        ss.Window(method="durian")


def test_the_plan_names_its_steps(run: Run, lines: Lines) -> None:
    plan = ss.explain(RECORDS, verb="cluster")
    assert [step.name for step in plan.steps] == ["letters", "references", "constrain", "gather", "edits", "write"]
    found = ss.run(plan)
    assert isinstance(found, ss.Clusters) and len(found) == len(RECORDS)
    done = run("cluster", lines("c.jsonl", RECORDS), "--explain")
    assert done.returncode == 0 and "The documents are read 2 times" in done.stdout


def test_documents_without_words_are_alone() -> None:
    found = ss.cluster({"a": "...", "b": "", "c": "..."})
    assert [(one.cluster, one.role) for one in found] == [("a", "singleton"), ("b", "singleton"), ("c", "singleton")]
    assert len(ss.cluster([])) == 0


def test_given_statistics_weigh_the_words() -> None:
    statistics = ss.Statistics.count([FERRY, BRIDGE, ALONE, "ferry ferry ferry"])
    own = {one.id: one for one in ss.cluster(RECORDS)}
    given = {one.id: one for one in ss.cluster(RECORDS, stats=statistics)}
    assert own["more"].distance != given["more"].distance
    assert {id: one.cluster for id, one in own.items()} == {id: one.cluster for id, one in given.items()}
