"""The fuzzer itself: whatever goes wrong in a case is found, and told with the case that did it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fuzz.campaign import Campaign
from fuzz.case import Case
from fuzz.findings import Findings
from fuzz.pool import Pool
from fuzz.seeds import Seeds
from fuzz.targets import TARGETS
from fuzz.worker import Done, Failure, target_at


def run(target: str, batches: int = 3) -> list[Done]:
    return list(Pool(f"tests.fuzz.faulty:{target}", 7, 1).run(batches=batches))


@pytest.mark.parametrize(
    ("target", "what"),
    [
        ("Faulty", "Fault: it went wrong"),
        ("Crashing", "the process died: SIGSEGV"),
        ("Leaving", "the process died: exit code 3"),
        ("Panicking", "Fault: a panic at src/some.rs:1:2:"),
        ("Hanging", "took more than 1 s of the processor"),
        ("Hungry", "took more than 0.7 GB of memory"),
    ],
)
def test_the_case_that_goes_wrong_is_found_and_the_others_are_run(target: str, what: str) -> None:
    done = run(target)
    (failure,) = [failure for one in done for failure in one.failures]
    assert (failure.number, failure.case, failure.what) == (1, 2, what)
    assert failure.input.files["in.bin"] == target_at(f"tests.fuzz.faulty:{target}").batch(7, 1)[2].files["in.bin"]
    assert len(done) == 3 and sum(one.count for one in done) >= 11


def test_what_only_goes_wrong_together_is_told_as_the_batch() -> None:
    (failure,) = [failure for one in run("Together") for failure in one.failures]
    assert (failure.number, failure.case) == (1, -1)
    assert len(failure.input.files) == 4


def test_a_finding_can_be_repeated_alone() -> None:
    pool = Pool("tests.fuzz.faulty:Crashing", 7, 1)
    assert [failure.case for failure in pool.repeat(1, 2).failures] == [2]
    assert pool.repeat(1, 1).failures == []


def test_a_finding_is_written_with_its_command_and_told_once_per_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    findings = Findings(tmp_path, 7)
    for number in range(5):
        findings.add(
            "readers", Failure(number, 2, f"Fault: {number} rows", "", Case({"in.csv": b"x"}, {"clean": "none"}))
        )
    assert len(findings) == 5
    assert capsys.readouterr().out.count("FAULT") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"readers-7-{number}-2" for number in range(3)]
    assert (tmp_path / "readers-7-0-2" / "in.csv").read_bytes() == b"x"
    assert (
        "python -m fuzz readers --seed 7 --batch 0 --case 2" in (tmp_path / "readers-7-0-2" / "FAULT.txt").read_text()
    )


def test_a_campaign_counts_and_records(tmp_path: Path) -> None:
    campaign = Campaign(7, tmp_path, 1)
    campaign.run_target("texts", batches=1)
    campaign.record(tmp_path / "runs.jsonl")
    campaign.record(tmp_path / "runs.jsonl")
    first, second = (json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines())
    assert first["inputs"] == first["targets"]["texts"] == 64
    assert (first["seed"], first["faults"]) == (7, 0) and second["inputs"] == 64
    assert campaign.summary() == "64 inputs, 0 faults, seed 7"


def test_the_same_seed_gives_the_same_inputs(tmp_path: Path) -> None:
    assert Seeds(3).by_suffix == Seeds(3).by_suffix
    for name in ("readers", "columnar", "evaluate", "pan", "verbs"):
        batches = []
        for i in range(2):
            target = target_at(TARGETS[name])
            (tmp_path / f"{name}{i}").mkdir()
            target.prepare(3, tmp_path / f"{name}{i}")
            batches.append([repr(case) for case in target.batch(3, 5)])
        assert batches[0] == batches[1], name
