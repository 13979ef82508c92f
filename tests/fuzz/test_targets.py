"""A short part of every fuzzer, always the same: `make fuzz` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.campaign import Campaign
from fuzz.targets import TARGETS

# How many batches take a second or two.
BATCHES = {
    "readers": 16,
    "columnar": 8,
    "round-trip": 3,
    "evaluate": 6,
    "pan": 4,
    "statistics": 4,
    "previous": 4,
    "index": 8,
    "window": 8,
    "store": 6,
    "texts": 4,
    "letters": 8,
    "clusters": 24,
    "verbs": 60,
    "command-line": 24,
    "kills": 12,
    "adders": 3,
    "disks": 12,
}


def test_every_target_has_its_short_part() -> None:
    assert BATCHES.keys() == TARGETS.keys()


@pytest.mark.parametrize("name", BATCHES)
def test_no_fault_in(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = Campaign(1, tmp_path, 1)
    campaign.run_target(name, batches=BATCHES[name])
    assert campaign.inputs[name]
    stories = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("*/FAULT.txt"))]
    assert not stories, "\n\n".join(stories)
