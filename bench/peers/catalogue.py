"""Who is compared: a script, its requirements and options, the words it sees and what it promises to find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Peer:
    """One row of the comparison. `promise`: which truth its precision is measured against."""

    name: str
    script: str
    requirements: str | None
    options: tuple[str, ...] = ()
    words: Literal["regex", "samesame"] = "regex"
    promise: Literal["near", "contained"] = "near"


def ours(name: str, measure: str, promise: Literal["near", "contained"]) -> Peer:
    """samesame runs in the environment that runs the comparison, and makes its own words."""
    return Peer(name, "samesame_peer.py", None, ("--measure", measure), "samesame", promise)


REFERENCE = "samesame"
PEERS = (
    ours(REFERENCE, "coverage", "contained"),
    ours("samesame-jaccard", "jaccard", "near"),
    Peer("rensa-16x8", "rensa_peer.py", "rensa", ("--bands", "16")),
    Peer("rensa-32x4", "rensa_peer.py", "rensa", ("--bands", "32")),
    Peer("datasketch", "datasketch_peer.py", "datasketch", ("--hash", "default")),
    Peer("datasketch-xxhash", "datasketch_peer.py", "datasketch"),
    Peer("gaoya", "gaoya_peer.py", "gaoya"),
    Peer("datatrove", "datatrove_peer.py", "datatrove"),
    Peer("text-dedup", "text_dedup_peer.py", "text-dedup"),
    Peer("setsimilaritysearch", "setsimilaritysearch_peer.py", "setsimilaritysearch"),
)


def chosen(names: str | None) -> list[Peer]:
    """The peers named, with commas between; a name may also be the beginning of several, as `rensa`."""
    if names is None:
        return list(PEERS)
    wanted = names.split(",")
    unknown = [name for name in wanted if not any(peer.name.startswith(name) for peer in PEERS)]
    if unknown:
        raise SystemExit(f"--only: expected some of {', '.join(peer.name for peer in PEERS)}; got '{unknown[0]}'")
    return [peer for peer in PEERS if any(peer.name.startswith(name) for name in wanted)]
