"""The verb `evaluate`: matches or clusters against what is known to be true."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.assess.clusters import ClusterEvaluation, labels_of, measure_clusters
from samesame.assess.metrics import Evaluation, Families, Pairs, measure_families, measure_pairs, only
from samesame.assess.truth import columns_of, label_tables, load_pairs, opened, strings
from samesame.errors import ParameterError
from samesame.model import RELATIONS, Problem, Relation, Relations, asked_relations
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import STDIN, Input, resolve
from samesame.read.memory import is_table
from samesame.read.named_columns import STRING, TABLES, arrow_columns, first_fields, read_columns, text_of
from samesame.read.problems import Problems
from samesame.read.spool import spooled
from samesame.read.verb import open_documents


def evaluate(
    matches: Any,
    *,
    truth: Any,
    family: str | None = None,
    relation: Relations = None,
    id_field: str = "id",
    strict: bool = False,
    tell: Callable[[Problem], None] | None = None,
    relations: Sequence[Relation] | None = None,
) -> Any:  # Evaluation or ClusterEvaluation, by what the rows are
    """Compares matches with the truth: pairs by relation, or clusters.

    Of pairs precision, recall and F1 are told, by relation and over all, in an `ss.Evaluation`.

    `matches` is the result of `ss.find`, a file that `samesame find` wrote, a table with the columns left, right and
    relation, or an iterable of (left, right) or (left, right, relation). If the truth lists all pairs, use `find` with
    `all_pairs`, too: otherwise it links copies only to the first of their group.

    `truth` has the same forms: pairs, with or without relations. A pair of relation 'none' is not true, and neither is
    one that is not listed. Or it is a collection, and `family` is the field that says which documents belong together:
    all pairs of documents with the same value are true, and there are no relations.

    >>> import samesame as ss
    >>> truth = [("a", "b", "exact"), ("c", "a", "contained"), ("c", "d", "none")]
    >>> result = ss.evaluate([("b", "a", "exact"), ("a", "c", "contained"), ("c", "d", "near")], truth=truth)
    >>> result.all.recall, result.exact.f1, result.contained.recall, result.near.recall, result.reversed
    (1.0, 1.0, 0.0, None, 1)

    Pairs have no order, but `contained` has a direction: left is contained in right. A share of nothing is None. Bad
    rows are left out, listed in `problems` and passed to `tell` as they are met; with `strict` the first one raises.

    >>> letters = [{"id": "a", "text": "…", "letter": "ferry"}, {"id": "b", "text": "…", "letter": "ferry"}]
    >>> ss.evaluate([("a", "b"), ("a", "a")], truth=letters, family="letter").problems.count
    1

    What has the columns `id` and `cluster` instead of left and right, as `ss.cluster` gives, is compared with a truth
    of the same kind: id, cluster and perhaps edit, from a person or from another run. See `ss.ClusterEvaluation`.

    >>> members = ss.cluster({"a": "Keep the ferry.", "b": "keep the ferry!", "c": "No."}, method="exact")
    >>> ss.evaluate(members, truth=[{"id": one, "cluster": "ab".count(one)} for one in "abc"]).ac1
    1.0
    """
    asked = asked_relations(relation, relations)
    if all(isinstance(side, str) and side == STDIN for side in (matches, truth)):
        raise ParameterError("truth: standard input can be read once, and MATCHES is read from there; give a file")
    problems = Problems(strict=strict, tell=tell)
    known = nullcontext(truth) if family else opened(truth, problems)
    with opened(matches, problems) as found, known as true:
        # No rows at all are of the kind of the other side.
        columns = columns_of(found) or columns_of(true)
        if {"id", "cluster"} <= set(columns) and "left" not in columns:
            _refuse_for_clusters(family=family, relation=asked or None)
            return _evaluate_clusters(found, true, problems)
        pairs = load_pairs(found, "matches", problems)
        return _evaluate_pairs(pairs, true, family, asked, id_field, problems)


def _refuse_for_clusters(**options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise ParameterError(
                f"{name}: MATCHES has clusters, which are compared with those of the truth; leave it out"
            )


def _evaluate_clusters(source: Any, truth: Any, problems: Problems) -> ClusterEvaluation:
    found = labels_of(list(label_tables(source, "matches", problems)), problems)
    true = labels_of(list(label_tables(truth, "truth", problems)), problems)
    problems.settle()
    return measure_clusters(found, true, problems)


def _evaluate_pairs(
    found: Pairs, truth: Any, family: str | None, asked: Sequence[Relation], id_field: str, problems: Problems
) -> Evaluation:
    wanted = [name for name in RELATIONS if not asked or name in asked]
    if asked and found.relation is None:
        raise ParameterError("relation: the matches have no relations; give matches with the column relation")
    found = only(found, wanted)
    problems.settle()
    if family is not None:
        families = load_families(truth, family, id_field, problems)
        return Evaluation([measure_families(found, families)], problems=problems, notes=found.notes)
    true = only(load_pairs(truth, "truth", problems), wanted)
    rows, turned = measure_pairs(found, true, wanted)
    return Evaluation(rows, reversed=turned, problems=problems, notes=[*found.notes, *true.notes])


def load_families(source: Any, field: str, id_field: str, problems: Problems) -> Families:
    """The family of each document of a collection; texts are not needed."""
    tables = list(_labels(source, [id_field, field], problems))
    ids, families = (strings([table.column(i) for table in tables]) for i in (0, 1))
    families = pc.if_else(pc.equal(families, ""), pa.scalar(None, STRING), families)
    if families.null_count == len(families):
        raise ParameterError(f"family: expected a field of the truth's documents; no document has '{field}'")
    codes = families.dictionary_encode().combine_chunks().indices
    return Families(ids, pc.fill_null(codes, -1).to_numpy(zero_copy_only=False).astype(np.int64))


def _labels(source: Any, names: Sequence[str], problems: Problems) -> Iterator[pa.Table]:
    """Tables of ids and families."""
    if isinstance(source, str | os.PathLike):
        with spooled(resolve([source], None, problems)) as inputs:
            if any(one.format not in TABLES or "text" in first_fields(one) for one in inputs):
                options = ReadOptions(id_field=names[0], clean="none")
                yield from _of_documents(Documents(inputs, options, problems), names)
            else:
                yield from _of_lists((_file_labels(one, names, problems) for one in inputs), problems)
    elif is_table(source) and "text" not in (table := pa.table(source)).column_names:
        _require(names, table.column_names, "truth")
        yield from _of_lists([("truth", arrow_columns(table, names, "truth"))], problems)
    else:
        documents = open_documents(source, options=ReadOptions(id_field=names[0]), problems=problems)
        options = replace(documents.options, metadata=True)
        yield from _of_documents(Documents(documents.sources, options, problems), names)


def _file_labels(source: Input, names: Sequence[str], problems: Problems) -> tuple[str, pa.Table]:
    if source.format != "jsonl":
        _require(names, first_fields(source), source.name)
    return source.name, read_columns(source, names, problems)


def _require(names: Sequence[str], there: Sequence[str], where: str) -> None:
    for parameter, name in zip(("id_field", "family"), names, strict=True):
        if name not in there:
            raise ParameterError(f"{parameter}: {where}: expected the column '{name}'; there are: {', '.join(there)}")


def _of_lists(tables: Iterable[tuple[str, pa.Table]], problems: Problems) -> Iterator[pa.Table]:
    """Lists of ids and families without texts. Every id counts once."""
    ids = _core.Ids()
    places: list[str] = []
    for name, table in tables:
        places.append(name)
        empty = pc.equal(pc.fill_null(table.column(0), ""), "")
        for line in table["line"].filter(empty).to_pylist():
            problems.add(Problem(name, line, "the id is missing or empty; left out"))
        table = table.filter(pc.invert(empty)).combine_chunks()
        for batch in table.to_batches():
            files = pa.array(np.full(batch.num_rows, len(places) - 1, np.uint32))
            keep = np.ones(batch.num_rows, np.bool_)
            for row, file, line in ids.repeated(batch.column(0), files, batch.column("line")):
                keep[row] = False
                message = f"the id '{batch.column(0)[row]}' stands already at {places[file]}:{line}; left out"
                problems.add(Problem(name, batch.column("line")[row].as_py(), message))
            yield pa.table(batch).filter(pa.array(keep))


def _of_documents(documents: Documents, names: Sequence[str]) -> Iterator[pa.Table]:
    """Ids and families of documents, from their metadata."""
    for batch in documents.batches():
        places = zip(*(batch.column(name).to_pylist() for name in ("metadata", "file", "line")), strict=True)
        families = []
        for metadata, file, line in places:
            fields = json.loads(metadata or "{}", parse_int=str, parse_float=str)
            try:
                families.append(text_of(fields.get(names[1]), names[1]))
            except (TypeError, ValueError) as error:
                families.append(None)
                documents.problems.add(Problem(documents.file_name(file), line, f"{error}; without a family"))
        yield pa.table([batch.column("id"), pa.array(families, STRING)], list(names))
