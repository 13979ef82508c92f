"""datatrove: its minhash pipeline on its local executor, with its default bands (14 x 8), up to its clusters."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from datatrove.executor import LocalPipelineExecutor  # type: ignore[import-not-found]
from datatrove.pipeline.dedup import (  # type: ignore[import-not-found]
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupSignature,
)
from datatrove.pipeline.dedup.minhash import MinhashConfig  # type: ignore[import-not-found]
from datatrove.pipeline.readers import JsonlReader  # type: ignore[import-not-found]
from datatrove.utils.logging import logger  # type: ignore[import-not-found]
from datatrove.utils.word_tokenizers import WordTokenizer  # type: ignore[import-not-found]

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness


class NoTokenizer(WordTokenizer):  # type: ignore[misc]
    """Stands in for a tokenizer that would be loaded and never used."""

    def word_tokenize(self, text: str) -> list[str]:
        raise NotImplementedError

    def sent_tokenize(self, text: str) -> list[str]:
        raise NotImplementedError

    def span_tokenize(self, text: str) -> list[tuple[int, int]]:
        raise NotImplementedError


class Signature(MinhashDedupSignature):  # type: ignore[misc]
    """Its first step with the shingles that all peers have; its own would come from a slower tokenizer."""

    def get_shingles(self, text: str) -> Any:
        found = harness.shingles(text, self.config.n_grams)
        return np.fromiter((self._hash_func(shingle) for shingle in found), dtype=np.uint64).reshape(-1, 1)


def find(arguments: argparse.Namespace, clock: harness.Clock) -> tuple[list[str], harness.Pairs]:
    """Reading and shingling are inside its first step, `sign`: it reads each file in a task of its own."""
    config = MinhashConfig(n_grams=arguments.size)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        for number, path in enumerate(arguments.inputs):
            (folder / "in" / f"{number:05d}.jsonl").symlink_to(path.resolve())
        with clock.stage("sign"):
            reader = JsonlReader(str(folder / "in"), glob_pattern="*.jsonl")
            sign = Signature(str(folder / "signatures"), config, language=NoTokenizer())
            execute([reader, sign], len(arguments.inputs), folder / "log1")
        with clock.stage("query"):
            buckets = MinhashDedupBuckets(str(folder / "signatures"), str(folder / "buckets"), config=config)
            execute([buckets], config.num_buckets, folder / "log2")
            cluster = MinhashDedupCluster(str(folder / "buckets"), str(folder / "out"), config, save_cluster_id=True)
            execute([cluster], 1, folder / "log3")
        clock.stop()  # what follows turns its answer into pairs of ids, which is not its work
        ids, first = numbered(arguments.inputs)
        return ids, harness.expanded(clusters(folder / "out", first))


def execute(pipeline: list[Any], tasks: int, log: Path) -> None:
    """Runs the tasks of one step on all cores."""
    workers = min(tasks, os.cpu_count() or 1)
    LocalPipelineExecutor(pipeline, tasks=tasks, workers=workers, logging_dir=str(log), start_method="fork").run()


def numbered(paths: list[Path]) -> tuple[list[str], list[int]]:
    """All ids, and where each file's ids begin: it knows documents by file and line."""
    ids: list[str] = []
    first = []
    for path in paths:
        first.append(len(ids))
        ids += [name for name, _ in harness.records([path])]
    return ids, first


def clusters(folder: Path, first: list[int]) -> list[list[int]]:
    """Its clusters of documents, from its files of document and cluster numbers."""
    members: dict[int, list[int]] = defaultdict(list)
    for path in folder.glob("*.clusters"):
        start = first[int(path.name.split(".")[0])]
        for document, cluster in np.fromfile(path, dtype="<u4").reshape(-1, 2).tolist():
            members[cluster].append(start + document)
    return list(members.values())


if __name__ == "__main__":
    logger.remove()
    harness.say(harness.run("datatrove", harness.parser(__doc__).parse_args(), find))
