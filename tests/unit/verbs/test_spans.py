"""`find` with spans: every method, both sides in order, whatever the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

import samesame as ss
from samesame.methods import METHODS


def texts_of(source: Path) -> dict[str, str]:
    return {document.id: document.text for document in ss.read(source)}


@pytest.mark.parametrize("method", [name for name in sorted(METHODS) if not METHODS[name].kind.clusters])
def test_every_method_tells_where(sample: Path, method: str) -> None:
    texts = texts_of(sample)
    matches = list(ss.find(sample, method=method, spans=True))
    assert matches
    for match in matches:
        assert match.spans
        covered = sum(span.left_end - span.left_start for span in match.spans)
        # pdc locates by whole sentences, and what it located stays.
        share = match.left_score if method == "pdc" else match.left_coverage
        assert covered >= 0.5 * share * len(texts[match.left].strip())
        for span in match.spans:
            assert 0 <= span.left_start < span.left_end <= len(texts[match.left])
            assert 0 <= span.right_start < span.right_end <= len(texts[match.right])
        if match.relation == "exact":
            assert [span.kind for span in match.spans] == ["identical"]


def test_memory_threads_and_relations_change_nothing(sample: Path) -> None:
    whole = ss.find(sample, threshold=0.5, spans=True).to_arrow()
    assert ss.find(sample, threshold=0.5, spans=True, memory="1MiB", threads=1).to_arrow() == whole
    contained = ss.find(sample, threshold=0.5, spans=True, relations=["contained"]).to_arrow()
    rows = [row for row in whole.to_pylist() if row["relation"] == "contained"]
    assert contained.to_pylist() == rows


def test_across_two_collections_and_all_pairs() -> None:
    note = "The ferry to the island leaves at ten every morning."
    here, there = {"z": f"Note: {note}", "y": note}, {"a": note, "b": note.upper(), "c": f"{note} It is blue."}
    for match in ss.find(here, against=there, threshold=0.6, spans=True, all_pairs=True):
        texts = {**here, **there}
        assert match.spans is not None
        [span] = match.spans
        left = texts[match.left][span.left_start : span.left_end]
        right = texts[match.right][span.right_start : span.right_end]
        assert left.lower() == right.lower() == note.lower()


def test_without_spans_there_are_none(sample: Path) -> None:
    assert all(match.spans is None for match in ss.find(sample))


def test_an_index_keeps_no_texts(folder: Path, sample: Path) -> None:
    ss.build_index("known.index", sample)
    with pytest.raises(ss.ParameterError, match="spans: an index keeps no texts"):
        ss.find(sample, against="known.index", spans=True)
