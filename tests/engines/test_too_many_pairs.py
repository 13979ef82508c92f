"""dedup with methods that choose from pairs: too many of them are refused while they are found, not after."""

from __future__ import annotations

from typing import Any

import pytest

import samesame as ss

WORDS = " ".join(f"word{i}" for i in range(200))
# 124,750 pairs, and 100,000 are allowed whatever the memory.
COPIES = {f"d{i:03}": f"{WORDS} end{i}" for i in range(500)}


@pytest.mark.parametrize(
    ("method", "options"), [("simhash", {"threshold": 20}), ("minhash", {"threshold": 0.5})], ids=["simhash", "minhash"]
)
def test_too_many_pairs_are_refused_with_the_way_out(method: str, options: dict[str, Any]) -> None:
    with pytest.raises(ss.InputError, match=r"more than 100000 pairs pass.*--memory.*'overlap'"):
        ss.dedup(COPIES, method=method, memory="1MiB", **options)
    assert len(ss.dedup(COPIES, method=method, memory="64MiB", **options).removed) == 499
    # `find` tells them all.
    assert len(ss.find(COPIES, method=method, memory="1MiB", **options)) == 124_750
