"""Each limit of the memory works: what is beyond it goes to disk, so without a temporary folder the run fails.

The folder is missing during one stage only, in which only one thing is too much for the memory. So each case fails if
its own limit is lifted, whatever the other limits are.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import samesame as ss
from samesame.engines.base import Live, Outcome
from samesame.engines.local import LocalEngine, job
from samesame.engines.sides import open_sides

MEGA = 1 << 20


def long_texts(count: int, words: int, *, copied: int = 0) -> dict[str, str]:
    """Texts of random words; some of them again, with another word at their end."""
    random = Random(1)
    texts = [" ".join(f"w{random.randrange(1 << 30)}" for _ in range(words)) for _ in range(count)]
    texts += [f"{text} end" for text in texts[:copied]]
    return {f"d{i}": text for i, text in enumerate(texts)}


def near_copies(count: int) -> dict[str, str]:
    """Short texts of which each two are near."""
    words = [f"word{i}" for i in range(40)]
    return {f"d{i}": " ".join([*words[: i % 40], f"x{i}", *words[i % 40 + 1 :]]) for i in range(count)}


def sentences(count: int) -> dict[str, str]:
    """Texts that share four sentences and have two of their own."""
    shared = "The ferry left late. Storms closed the harbour. The pier was mended. Nobody came to the fair."
    return {f"d{i}": f"Number {i} is number x{i}. {shared} Signed by y{i} and z{i}." for i in range(count)}


@dataclass(frozen=True, slots=True)
class Limit:
    """What goes to disk in a stage, if the memory is so small."""

    what: str
    stage: str
    memory: int
    texts: Callable[[], dict[str, str]]
    options: dict[str, Any]
    verb: str = "find"


NEAR: dict[str, Any] = {"threshold": 0.7}
LIMITS = [
    Limit("texts of exact copies", "read and sign", MEGA, lambda: long_texts(200, 1_000), {"method": "exact"}),
    Limit("texts beside signatures", "read and sign", 8 * MEGA, lambda: long_texts(100, 1_000), {"method": "minhash"}),
    Limit("features to join", "match", 4 * MEGA, lambda: long_texts(300, 2_000), {}),
    Limit("pairs of sets", "match", 8 * MEGA, lambda: near_copies(400), NEAR),
    Limit("pairs of paths", "match", 8 * MEGA, lambda: sentences(400), {"method": "codet", "threshold": 0.2}),
    Limit("pairs of bands", "match", 8 * MEGA, lambda: near_copies(400), {"method": "minhash", "threshold": 0.5}),
    Limit("pairs of fingerprints", "match", 8 * MEGA, lambda: near_copies(400), {"method": "simhash", "threshold": 63}),
    Limit("features to verify", "verify", MEGA, lambda: long_texts(40, 2_000, copied=40), {"method": "minhash"}),
    Limit("features to measure", "measure", MEGA, lambda: long_texts(40, 2_000, copied=40), {"size": 5}),
    Limit(
        "features to measure removals", "measure", MEGA, lambda: long_texts(40, 2_000, copied=40), {"size": 5}, "dedup"
    ),
    Limit("rows", "report", 2 * MEGA, lambda: near_copies(400), NEAR),
    Limit("texts to align", "align", MEGA, lambda: long_texts(40, 2_000, copied=40), {"spans": True}),
    Limit("words of passages", "read and sign", MEGA, lambda: long_texts(200, 1_000), {}, "passages"),
    Limit("places of passages", "locate", MEGA, lambda: long_texts(20, 1_000, copied=20), {}, "passages"),
    Limit("passages", "report", MEGA, lambda: long_texts(60, 1_000, copied=60), {}, "passages"),
]


def run(limit: Limit, memory: int, at: Callable[[str | None], None]) -> Outcome:
    plan = ss.explain(limit.texts(), verb=limit.verb, memory=memory, **limit.options)
    return LocalEngine().run(plan, Live(stage=at))


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_what_is_beyond_the_memory_goes_to_disk(limit: Limit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = str(tmp_path / "gone")

    def vanish(stage: str | None) -> None:
        folder = gone if stage == limit.stage else str(tmp_path)
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", folder)

    with pytest.raises(ss.InputError, match="No such file or directory"):
        run(limit, limit.memory, vanish)
    assert run(limit, 1 << 30, vanish).figures["documents"] == len(limit.texts()), "it fits, and needs no folder"


@pytest.fixture
def no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no folder for temporary files."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))


@pytest.mark.usefixtures("no_disk")
def test_features_of_an_index_beyond_the_memory_go_to_disk(tmp_path: Path) -> None:
    texts, more = long_texts(100, 1_000), {f"e{i}": text for i, text in enumerate(long_texts(100, 1_000).values())}
    more = {id_: f"{text} end" for id_, text in more.items()}
    with pytest.raises(ss.InputError, match="No such file or directory"):
        ss.build_index(tmp_path / "i", texts, memory="1MiB")
    ss.build_index(tmp_path / "i", texts, memory="1GiB")
    with pytest.raises(ss.InputError, match="No such file or directory"):
        ss.add_to_index(tmp_path / "i", more, memory="1MiB")
    assert ss.add_to_index(tmp_path / "i", more, memory="1GiB") == len(more)


@pytest.mark.parametrize("method", ["overlap", "spotsigs", "codet", "imatch"])
def test_an_index_is_the_same_whatever_the_memory(tmp_path: Path, method: str) -> None:
    texts = {**near_copies(300), **sentences(300)}
    for memory in (0, "1MiB", "1GiB"):
        ss.build_index(tmp_path / str(memory), dict(list(texts.items())[:200]), method=method, memory=memory)
        ss.add_to_index(tmp_path / str(memory), dict(list(texts.items())[200:]), memory=memory)
    files = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("0", "1MiB", "1GiB")]
    assert files[0] == files[1] == files[2]


@pytest.mark.parametrize("memory", [MEGA, 1 << 30])
def test_documents_beyond_their_share_are_read_again(memory: int, lines: Callable[..., Path]) -> None:
    # The file changes after its words were counted: who reads it again sees what is there now.
    texts = long_texts(40, 1_000)
    path = lines("a.jsonl", [{"id": name, "text": text} for name, text in texts.items()])

    def change(stage: str | None) -> None:
        if stage == "read and sign":
            path.write_text('{"id":"other","text":"another text"}\n')

    plan = ss.explain(path, method="imatch", memory=memory)
    read = LocalEngine().run(plan, Live(stage=change)).figures["documents"]
    assert read == (1 if memory == MEGA else len(texts))


def test_words_that_were_counted_are_kept_in_their_share_only() -> None:
    texts = long_texts(2, 10)

    def kept(memory: int) -> bool:
        plan = ss.explain(texts, method="codet", memory=memory)
        return job.counted(plan, Live(), open_sides(plan, Live()))._kept is not None

    assert (kept(0), kept(MEGA)) == (False, True)


def test_dedup_refuses_to_choose_from_more_pairs_than_the_memory_holds() -> None:
    texts = near_copies(460)
    options: dict[str, Any] = {"method": "simhash", "threshold": 63}
    with pytest.raises(ss.InputError, match="more than 100000 pairs pass, more than the memory holds"):
        ss.dedup(texts, memory=0, **options)
    assert len(ss.dedup(texts, **options)) < 460


@pytest.mark.parametrize("method", ["overlap", "simhash"])
def test_clusters_refuse_to_choose_from_more_pairs_than_the_memory_holds(method: str) -> None:
    texts = near_copies(460)
    options: dict[str, Any] = {"method": method, "threshold": 63 if method == "simhash" else 0.3}
    with pytest.raises(ss.InputError, match=r"as many as the memory holds|more than the memory holds"):
        ss.cluster(texts, memory=0, **options)
    assert ss.cluster(texts, **options).roles()["reference"] == 1


def test_sequences_beyond_the_memory_are_refused() -> None:
    texts = sentences(460)
    options: dict[str, Any] = {"method": "pdc", "idf_least": 0, "common": None}
    with pytest.raises(ss.ParameterError, match="more than 100000 pairs of documents share a sequence of sentences"):
        ss.find(texts, memory=0, **options)
    assert len(ss.find(texts, **options)) == 460 * 459 // 2


def test_an_index_is_read_and_written_in_blocks_of_a_few_megabytes(tmp_path: Path) -> None:
    index = ss.build_index(tmp_path / "index", long_texts(20, 50_000))
    blocks = list(index.batches())
    assert sum(block.num_rows for block in blocks) == 20
    assert len(blocks) > 1 and all(block.column("features").nbytes <= 4 * MEGA for block in blocks)
