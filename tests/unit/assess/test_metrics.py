"""The measures, by hand."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import samesame as ss
from samesame.assess import metrics
from samesame.sample import sample_documents, sample_truth

TRUTH = [("a", "b", "exact"), ("c", "a", "contained"), ("d", "e", "partial"), ("a", "e", "none")]


def test_each_relation_by_hand() -> None:
    matches = [("b", "a", "exact"), ("a", "b", "exact"), ("c", "a", "near"), ("a", "e", "near")]
    result = ss.evaluate(matches, truth=TRUTH)
    assert list(result) == [
        metrics.Measure("exact", 1, 1, 1, 1.0, 1.0, 1.0),
        metrics.Measure("near", 2, 0, 0, 0.0, None, 0.0),
        metrics.Measure("contained", 0, 1, 0, None, 0.0, 0.0),
        metrics.Measure("partial", 0, 1, 0, None, 0.0, 0.0),
        metrics.Measure("all", 3, 3, 2, 2 / 3, 2 / 3, 2 / 3),
    ]
    assert result.all == list(result)[-1] and result.exact.f1 == 1.0


def test_the_direction_of_contained_counts() -> None:
    result = ss.evaluate([("a", "c", "contained"), ("d", "a", "contained")], truth=TRUTH)
    assert (result.contained.found, result.contained.correct, result.all.correct, result.reversed) == (2, 0, 1, 1)
    result = ss.evaluate([("c", "a", "contained"), ("a", "c", "contained")], truth=TRUTH)
    assert (result.contained.found, result.contained.correct, result.all.found, result.reversed) == (2, 1, 1, 1)
    both = [("a", "c", "contained"), ("c", "a", "contained")]
    assert ss.evaluate(both, truth=both).reversed == 0


def test_nothing_has_no_share() -> None:
    assert list(ss.evaluate([], truth=[("a", "b")])) == [metrics.Measure("all", 0, 1, 0, None, 0.0, 0.0)]
    assert list(ss.evaluate([("a", "b")], truth=[]))[-1] == metrics.Measure("all", 1, 0, 0, 0.0, None, 0.0)
    assert ss.evaluate([], truth=[]).all == metrics.Measure("all", 0, 0, 0, None, None, None)


def test_relations_restrict_both_sides() -> None:
    result = ss.evaluate([("a", "b", "exact"), ("c", "a", "near")], truth=TRUTH, relations=["partial", "exact"])
    assert [(row.relation, row.found, row.true) for row in result] == [
        ("exact", 1, 1),
        ("partial", 0, 1),
        ("all", 1, 2),
    ]
    result = ss.evaluate([("a", "b", "exact"), ("c", "a", "near")], truth=[("a", "b"), ("a", "c")], relations=["near"])
    assert [(row.relation, row.found, row.true, row.correct) for row in result] == [("all", 1, 2, 1)]


def test_a_row_that_is_not_there_says_which_are() -> None:
    result = ss.evaluate([("a", "b")], truth=TRUTH)
    with pytest.raises(AttributeError, match="'exact'; the rows are: all"):
        _ = result.exact
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        _ = result.magic


def test_the_result_is_a_table_as_others_are() -> None:
    result = ss.evaluate([("a", "b", "exact")], truth=TRUTH)
    fields = ["relation", "found", "true", "correct", "precision", "recall", "f1"]
    table, frame, polars = result.to_arrow(), result.to_pandas(), result.to_polars()
    assert isinstance(table, pa.Table) and isinstance(frame, pd.DataFrame) and isinstance(polars, pl.DataFrame)
    assert table.column_names == list(frame.columns) == polars.columns == fields
    assert len(result) == len(list(result)) == table.num_rows == len(frame) == len(polars) == 5
    assert repr(result) == "Evaluation(5 rows)"


def test_a_large_family_is_counted_not_listed() -> None:
    count = 200_000
    ids = [str(i) for i in range(count)]
    labels = pa.table({"id": ids, "letter": pa.array(["same"] * count).dictionary_encode()})
    links = pa.table({"left": ids[:1] * (count - 1), "right": ids[1:]})
    row = ss.evaluate(links, truth=labels, family="letter").all
    assert (row.found, row.true, row.correct) == (count - 1, count * (count - 1) // 2, count - 1)


def test_the_sample_by_hand() -> None:
    # The truth lists 15 exact, 14 near, 40 contained, 10 partial, and others that are not copies. A group of four
    # copies is linked by three pairs, not by six.
    result = ss.evaluate(ss.find(sample_documents(), method="exact", all_pairs=True), truth=sample_truth())
    assert [(row.relation, row.found, row.true, row.correct) for row in result] == [
        ("exact", 15, 15, 15),
        ("near", 0, 14, 0),
        ("contained", 0, 40, 0),
        ("partial", 0, 10, 0),
        ("all", 15, 79, 15),
    ]
    assert ss.evaluate(ss.find(sample_documents(), method="exact"), truth=sample_truth()).exact.recall == 12 / 15
