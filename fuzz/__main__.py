"""`python -m fuzz`: fuzzes everything, or some targets, or repeats a finding."""

from __future__ import annotations

import argparse
import os
import random
import sys
from pathlib import Path

from fuzz.campaign import Campaign
from fuzz.targets import TARGETS


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"some of: {', '.join(TARGETS)}; else all")
    parser.add_argument("--seconds", type=float, default=300, help="time for all targets together")
    parser.add_argument("--seed", type=int, help="else a new one each time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--batches", type=int, help="so many batches of each target instead of a time")
    parser.add_argument("--batch", type=int, help="repeat this batch of one target")
    parser.add_argument("--case", type=int, help="repeat this case of the batch")
    parser.add_argument("--record", type=Path, metavar="FILE", help="add the counts to this file, as a JSON line")
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"), help="where inputs of faults go")
    given = parser.parse_args()
    unknown = [name for name in given.targets if name not in TARGETS]
    if unknown:
        parser.error(f"'{unknown[0]}' is no target; expected some of: {', '.join(TARGETS)}")
    if given.batch is not None and (len(given.targets) != 1 or given.seed is None):
        parser.error("--batch: name one target and the --seed")
    return given


def main() -> int:
    """Runs; the exit code is 1 if there were faults."""
    given = _arguments()
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    campaign = Campaign(seed, given.findings.resolve(), given.jobs)
    names = given.targets or list(TARGETS)
    if given.batch is not None:
        campaign.repeat(names[0], given.batch, given.case)
    elif given.batches is not None:
        for name in names:
            campaign.run_target(name, batches=given.batches)
    else:
        campaign.run(names, given.seconds)
    if given.record:
        campaign.record(given.record)
    print(campaign.summary())
    return 1 if len(campaign.findings) else 0


if __name__ == "__main__":
    sys.exit(main())
