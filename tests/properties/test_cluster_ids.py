"""The cluster of each document that `find` and `dedup` write, told again from their rows."""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.report.cluster_ids import CLUSTER_SCHEMA

from .test_dedup import Documents, any_collection
from .test_steps_sets import METHODS

ENGINES = ["local", ss.Steps(partitions=3, processes=False)]
some_relations = st.sampled_from([None, "exact", "near,contained"])


def rows(documents: Documents, cluster: dict[str, str]) -> list[dict[str, str]]:
    """The rows, given the cluster of each document."""
    sizes = Counter(cluster.values())

    def role(id: str) -> str:
        return "member" if cluster[id] != id else "reference" if sizes[id] > 1 else "singleton"

    ids = sorted(cluster, key=lambda id: (-sizes[cluster[id]], cluster[id], cluster[id] != id, id))
    return [{"id": id, "cluster": cluster[id], "role": role(id)} for id in ids]


def joined(documents: Documents, matches: ss.Matches) -> dict[str, str]:
    """As many clusters as are left when each match joins two, each named by its smallest id."""
    of = {document.id: {document.id} for document in documents}
    for match in matches:
        both = of[match.left] | of[match.right]
        of.update(dict.fromkeys(both, both))
    return {id: min(ids) for id, ids in of.items()}


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=15)
@given(any_collection, some_relations, st.booleans(), st.booleans())
def test_find_writes_the_components_of_its_rows(
    engine: Any, documents: Documents, relation: Any, all_pairs: bool, spans: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.parquet"
        options: Any = {"threshold": 0.4, "relation": relation, "all_pairs": all_pairs, "spans": spans}
        matches = ss.find(documents, clusters=path, engine=engine, **options)
        table = pq.read_table(path)
    assert table.schema.equals(CLUSTER_SCHEMA)
    assert table.to_pylist() == rows(documents, joined(documents, matches))


@pytest.mark.parametrize("name", ["exact", *METHODS])
@settings(max_examples=5)
@given(st.data(), any_collection)
def test_any_method_has_components(name: str, data: st.DataObject, documents: Documents) -> None:
    method = {"method": "exact"} if name == "exact" else data.draw(METHODS[name])
    if method.get("bits") == 160:
        method["hash"] = "sha1"
    engines: list[Any] = ENGINES
    with tempfile.TemporaryDirectory() as folder:
        tables: list[pa.Table] = []
        for number, engine in enumerate(engines):
            path = Path(folder) / f"{number}.parquet"
            matches = ss.find(documents, clusters=path, engine=engine, **method)
            tables.append(pq.read_table(path))
            assert tables[-1].to_pylist() == rows(documents, joined(documents, matches))
    assert tables[0].equals(tables[1])


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=15)
@given(any_collection, st.sampled_from(["overlap", "exact"]), st.booleans())
def test_dedup_writes_who_stays_for_whom(engine: Any, documents: Documents, method: str, mark: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.parquet"
        clean = ss.dedup(documents, clusters=path, method=method, mark=mark, engine=engine)
        table = pq.read_table(path)
    kept = {document.id: document.id for document in documents}
    kept.update({removal.id: removal.kept for removal in clean.removed})
    assert table.to_pylist() == rows(documents, kept)


def test_a_plan_knows_its_file_and_writes_it_where_it_is_run(tmp_path: Path) -> None:
    notes = {"b": "Keep the ferry.", "a": "keep the ferry", "c": "Close it."}
    for verb in ("find", "dedup"):
        path = tmp_path / f"{verb}.csv"
        plan = ss.explain(notes, verb=verb, clusters=path)
        assert not path.exists() and plan.to_record()["options"]["clusters"] == path
        ss.run(plan)
        groups = defaultdict(list)
        for line in path.read_text().splitlines()[1:]:
            id, cluster, role = line.split(",")
            groups[cluster].append((id, role))
        kept = "a" if verb == "find" else "b"
        other = "b" if verb == "find" else "a"
        assert dict(groups) == {kept: [(kept, "reference"), (other, "member")], "c": [("c", "singleton")]}


def test_what_cannot_be_written_is_refused_before_anything_is(tmp_path: Path) -> None:
    notes = {"a": "Keep the ferry."}
    verbs: list[Any] = [ss.find, ss.dedup]
    for verb in verbs:
        with pytest.raises(ss.ParameterError, match=r"clusters: only for one collection; leave 'against' out"):
            verb(notes, against={"b": "x"}, clusters=tmp_path / "c.csv")
        with pytest.raises(ss.ParameterError, match=r"clusters: .* tells no format"):
            verb(notes, clusters=tmp_path / "c.txt")
        (tmp_path / "in.csv").write_text("id,text\na,b\n")
        with pytest.raises(ss.ParameterError, match=r"clusters: .*in.csv' is one of the inputs"):
            verb(tmp_path / "in.csv", clusters=tmp_path / "in.csv")
    assert not (tmp_path / "c.csv").exists()
