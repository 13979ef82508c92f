"""Plans: frozen data that pickle, explain themselves, and say how often the documents are read."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import samesame as ss
from samesame.methods import METHODS
from samesame.plan.explain import passes, readings
from samesame.read.documents import Documents

STORY = "Storms closed the harbour on Monday night. Two ferries waited outside for hours. Nobody was hurt at all."
NEWS = {
    "a": STORY,
    "b": f"{STORY} Schools open again tomorrow.",
    "c": STORY.replace("Nobody", "Somebody"),
    "d": "A comet was seen above the mountains.",
}
Lines = Callable[..., Path]


@pytest.fixture
def news(lines: Lines) -> Path:
    return lines("news.jsonl", [{"id": id_, "text": text} for id_, text in NEWS.items()])


def test_the_last_step_of_dedup_says_what_is_copied(news: Path) -> None:
    copied = [ss.explain(news, verb="dedup", out="o.jsonl", mark=mark).steps[-1].does for mark in (False, True)]
    assert copied == ["copy the documents that stay", "copy all documents, each with a mark whether it stays"]


@pytest.mark.parametrize("method", [name for name in METHODS if not METHODS[name].kind.clusters])
@pytest.mark.parametrize("verb", ["find", "dedup"])
def test_a_plan_pickles_to_an_equal_one_and_is_frozen(news: Path, method: str, verb: str) -> None:
    plan = ss.explain(news, verb=verb, method=method)
    assert pickle.loads(pickle.dumps(plan)) == plan != ss.explain(news, verb=verb, method=method, memory="1GiB")
    with pytest.raises(FrozenInstanceError):
        plan.verb = "find"  # type: ignore[misc]


@pytest.mark.parametrize(
    "source",
    [
        NEWS,
        list(NEWS.values()),
        pa.table({"id": list(NEWS), "text": list(NEWS.values())}),
        pd.DataFrame({"id": list(NEWS), "text": list(NEWS.values())}),
    ],
    ids=["mapping", "texts", "arrow", "pandas"],
)
def test_documents_in_memory_go_along(source: Any) -> None:
    plan = ss.explain(source, verb="find")
    sent = pickle.loads(pickle.dumps(plan))
    assert sent == plan
    assert ss.run(sent).to_arrow().equals(ss.find(source).to_arrow())  # type: ignore[union-attr]


def test_an_index_goes_along_by_its_name(news: Path, tmp_path: Path) -> None:
    ss.build_index(tmp_path / "news.index", news)
    with ss.Index(tmp_path / "news.index") as index:
        plan = ss.explain(news, verb="find", against=index)
        again = pickle.loads(pickle.dumps(plan))
        assert again == plan and f"{again}" == f"{plan}"
        rows = [ss.run(one).to_arrow() for one in (again, plan)]  # type: ignore[union-attr]
        assert rows[0] == rows[1] == ss.find(news, against=index).to_arrow() != rows[0].slice(0, 0)


def test_statistics_go_along(news: Path) -> None:
    statistics = ss.Statistics.count(NEWS, options=ss.CoDet(language="en").words())
    plan = ss.explain(news, verb="find", method="codet", language="en", stats=statistics)
    sent = pickle.loads(pickle.dumps(plan))
    assert sent == plan and sent.statistics == statistics
    assert "count" not in [step.name for step in plan.steps]
    assert plan != ss.explain(news, verb="find", method="codet", language="en")


def test_a_plan_as_json(news: Path) -> None:
    plan = ss.explain(news, verb="dedup", keep="longest", threshold=0.7)
    record = json.loads(plan.to_json())
    assert record["verb"] == "dedup" and record["method"]["threshold"] == 0.7 and record["options"]["keep"] == "longest"
    assert record["sides"][0]["documents"] == [{"path": "news.jsonl", "format": "jsonl"}]
    assert [step["name"] for step in record["steps"]] == [step.name for step in plan.steps]
    assert json.loads(ss.explain(NEWS).to_json())["sides"][0]["documents"] == [{"memory": 4}]


@pytest.mark.parametrize("method", [name for name in METHODS if not METHODS[name].kind.clusters])
@pytest.mark.parametrize("verb", ["find", "find with spans", "dedup"])
def test_the_documents_are_read_as_often_as_the_plan_says(
    news: Path, method: str, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0
    batches = Documents.batches

    def counted(self: Documents, **options: Any) -> Iterator[pa.RecordBatch]:
        nonlocal read
        read += 1
        yield from batches(self, **options)

    # Without memory nothing is held for another reading.
    options: dict[str, Any] = {"method": method, "memory": 0, "threads": 1, "verb": verb.split()[0]}
    if method in ("ffp", "dsc", "imatch", "simhash", "codet"):
        options["language"] = "en"
    if "threshold" in (one.name for one in METHODS[method].parameters):
        options["threshold"] = {"simhash": 30, "codet": 0.2}.get(method, 0.3)
    if "spans" in verb:
        options["spans"] = True
    plan = ss.explain(news, **options)
    monkeypatch.setattr(Documents, "batches", counted)
    result = ss.run(plan)
    # Where no pair is found, nothing need be read again; nor where the method itself has located all passages.
    pairs = len(result.removed if isinstance(result, ss.Deduplication) else result)  # type: ignore[arg-type]
    assert 0 < read <= readings(plan) and (read == readings(plan) or not pairs or method == "pdc"), (
        read,
        readings(plan),
    )


def test_what_is_explained_to_people(news: Path) -> None:
    shown = str(ss.explain(news, verb="find", method="codet", language="en", spans=True))
    assert "method     codet: threshold 0.5" in shown and "in         news.jsonl (" in shown
    assert "key, group, sign, join in one pass (reads the documents)" in shown
    assert "The documents are read 4 times by the engine 'local'." in shown
    assert [len(steps) for steps in passes(ss.explain(news))] == [4, 1, 1, 1, 1]


def test_a_wish_that_cannot_be_met_is_refused_before_anything_is_read() -> None:
    with pytest.raises(
        ss.ParameterError, match="verb: expected one of find, dedup, cluster, passages, index; got 'steal'"
    ):
        ss.explain(NEWS, verb="steal")
    with pytest.raises(ss.ParameterError, match="threshold: expected a number above 0 and up to 1, got 2"):
        ss.explain("nowhere.jsonl", threshold=2)
    with pytest.raises(ss.ParameterError, match="engine: 'hadoop' is not known; expected one of: local, steps"):
        ss.find(NEWS, engine="hadoop")
    with pytest.raises(ss.ParameterError, match="partitions: expected a whole number from 1, got 0"):
        ss.Steps(partitions=0)
    with pytest.raises(ss.ParameterError, match="an index is written by the engine 'local' only"):
        ss.run(ss.explain(NEWS, verb="index", path="never"), engine="steps")
    assert not Path("never").exists()


def test_what_goes_wrong_in_a_process_of_its_own_is_told_here() -> None:
    with pytest.raises(ss.ParameterError, match="distance: expected 1 to 64, got 100"):
        ss.find(NEWS, method="simhash", threshold=100, engine=ss.Steps(partitions=2))


def test_explain_on_the_command_line_does_nothing(run: Callable[..., Any], news: Path) -> None:
    for verb, options in (("find", []), ("dedup", ["--out", "o.jsonl"]), ("passages", [])):
        done = run(verb, news, *options, "--explain")
        assert done.returncode == 0 and done.stdout.startswith(f"{verb}\n  in "), done.stderr
        told = run(verb, news, *options, "--explain", "--json")
        assert json.loads(told.stdout)["verb"] == verb
    assert [path.name for path in Path().iterdir()] == [news.name]


def test_a_plan_runs_over_sources_that_are_handed_to_it(news: Path) -> None:
    table = pa.table({"key": ["p", "q"], "body": ["Close the port at once.", "close the port, at once"]})
    plan = ss.explain(news, verb="find", id_field="key", text_field="body")
    for engine in ("local", ss.Steps(processes=False)):
        result = ss.run(pickle.loads(pickle.dumps(plan)), table, engine=engine)
        assert [(match.left, match.right) for match in result] == [("p", "q")]  # type: ignore[union-attr]
    across = ss.explain(NEWS, verb="find", against=NEWS)
    other = {"x": STORY}
    given = ss.run(across, NEWS, other).to_arrow()  # type: ignore[union-attr]
    assert given.equals(ss.find(NEWS, against=other).to_arrow()) and len(given) == 2
    with pytest.raises(ss.ParameterError, match=r"more of them .2. than collections of the plan .1."):
        ss.run(plan, table, table)
