"""What Spark's own log tells: nothing but counts comes to the driver, and no task reads much more than others."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import samesame as ss
from samesame.steps import join
from spark_events import Log, skews, totals

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FOOTER = " ".join(f"footer{number}" for number in range(20))


def with_footer(path: Path, count: int) -> Path:
    """Texts of 60 random words each, all with the same 20 words at the end; each tenth one is a near copy."""
    source = random.Random(5)
    with path.open("w") as file:
        body = ""
        for number in range(count):
            body = f"{body} more" if number % 10 == 9 else " ".join(f"w{source.randrange(10**6)}" for _ in range(60))
            file.write(json.dumps({"id": f"d{number:05}", "text": f"{body} {FOOTER}"}) + "\n")
    return path


def test_a_common_footer_lands_on_no_task_and_nothing_comes_here(
    tmp_path: Path, events: Path, session: SparkSession
) -> None:
    source, log = with_footer(tmp_path / "footer.jsonl", 4000), Log(events, session)
    found = ss.find(source, engine=ss.Spark(session, partitions=8))
    tasks = log.tasks()
    assert found.summary.relations == {"near": 400}
    told = totals(tasks)
    assert told["largest_result"] < 16 << 10
    assert told["shuffle_written"] < 4000 * 20_000
    uneven = skews(tasks)
    assert len(uneven) >= 4
    assert [one for one in uneven if one.bytes > 5 or one.records > 5] == []
    assert found.to_arrow().equals(ss.find(source).to_arrow())


def test_what_all_documents_have_is_not_sent(tmp_path: Path, events: Path, session: SparkSession) -> None:
    """A single word in every document, and many partitions: its rows alone would be many times those of others."""
    source = random.Random(6)
    path = tmp_path / "word.jsonl"
    with path.open("w") as file:
        for number in range(6000):
            text = " ".join([*(f"w{source.randrange(10**9)}" for _ in range(8)), "everywhere"])
            file.write(json.dumps({"id": f"d{number:05}", "text": text}) + "\n")
    log = Log(events, session)
    assert ss.find(path, engine=ss.Spark(session, partitions=48), size=1).summary.relations == {}
    assert [one for one in skews(log.tasks(), little=8 << 10) if one.bytes > 5] == []


@pytest.mark.parametrize("measure", ["coverage", "jaccard"])
def test_divided_features_give_the_same_rows(measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Features of a few documents are divided, as those of many thousands are."""
    source = random.Random(7)
    words = [f"w{number}" for number in range(12)]
    corpus = {f"d{number:03}": " ".join(source.sample(words, source.randrange(3, 12))) for number in range(120)}
    options = {"size": 1, "threshold": 0.8, "measure": measure, "all_pairs": True}
    expected = ss.find(corpus, **options).to_arrow()  # type: ignore[arg-type]
    monkeypatch.setattr(join, "MOST", 7)
    steps = ss.Steps(partitions=3, processes=False)
    assert ss.find(corpus, engine=steps, **options).to_arrow().equals(expected)  # type: ignore[arg-type]
    assert expected.num_rows > 100


def test_divided_nodes_give_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the nodes of a corpus tree."""
    source = random.Random(8)
    sentences = [f"The s{number:02} ship passed the l{number:02} light." for number in range(8)]
    corpus = {f"d{n:03}": " ".join(source.sample(sentences, source.randrange(1, 7))) for n in range(80)}
    expected = ss.find(corpus, method="codet", threshold=0.5, all_pairs=True).to_arrow()
    monkeypatch.setattr(join, "MOST", 5)
    steps = ss.Steps(partitions=3, processes=False)
    found = ss.find(corpus, engine=steps, method="codet", threshold=0.5, all_pairs=True)
    assert found.to_arrow().equals(expected)
    assert expected.num_rows > 100
