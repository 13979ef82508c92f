"""Signatures carry how they were made; what was made differently refuses to meet."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.sign.signatures import KEY, Signatures

TABLE = pa.table({"id": ["a", "b"], "signature": [7, 8]})
MONDAY, TUESDAY = "1f0e2d3c4b5a", "99aabbccddee"


def test_alike_signatures_join_into_one_table() -> None:
    other = pa.table({"id": ["c"], "signature": [9]})
    joined = Signatures(TABLE, "imatch", MONDAY).join(Signatures(other, "imatch", MONDAY))
    assert joined.table["id"].to_pylist() == ["a", "b", "c"]
    assert (joined.method, joined.statistics) == ("imatch", MONDAY)


def test_methods_without_statistics_join_too() -> None:
    assert len(Signatures(TABLE, "overlap").join(Signatures(TABLE, "overlap")).table) == 4


@pytest.mark.parametrize(("left", "right"), [(MONDAY, TUESDAY), (MONDAY, None), (None, TUESDAY)])
def test_different_statistics_refuse_to_meet_by_a_named_error(left: str | None, right: str | None) -> None:
    with pytest.raises(ss.StatisticsMismatch, match="made under different statistics"):
        Signatures(TABLE, "imatch", left).join(Signatures(TABLE, "imatch", right))


def test_real_statistics_of_different_collections_refuse_to_meet() -> None:
    monday, tuesday = (ss.Statistics.count([text]).fingerprint for text in ("the ferry", "the sea"))
    with pytest.raises(ss.StatisticsMismatch, match=f"{monday[:8]} and {tuesday[:8]}"):
        Signatures(TABLE, "imatch", monday).join(Signatures(TABLE, "imatch", tuesday))


def test_different_methods_do_not_compare() -> None:
    with pytest.raises(ss.ParameterError, match="'imatch' and 'simhash' do not compare"):
        Signatures(TABLE, "imatch", MONDAY).join(Signatures(TABLE, "simhash", MONDAY))


@pytest.mark.parametrize("statistics", [MONDAY, None])
def test_the_record_survives_a_file(tmp_path: Path, statistics: str | None) -> None:
    pq.write_table(Signatures(TABLE, "imatch", statistics).to_arrow(), tmp_path / "a.parquet")
    back = Signatures.from_arrow(pq.read_table(tmp_path / "a.parquet"))
    assert (back.method, back.statistics) == ("imatch", statistics)
    assert back.table["signature"].to_pylist() == [7, 8]


def test_other_metadata_of_the_table_is_kept() -> None:
    table = TABLE.replace_schema_metadata({"mine": "yes"})
    assert Signatures(table, "imatch").to_arrow().schema.metadata[b"mine"] == b"yes"


@pytest.mark.parametrize("record", [None, b"", b"no json", b"[]", b"{}", b'{"method": "a", "more": 1}', b"\xff"])
def test_a_table_without_a_good_record_is_a_format_error(record: bytes | None) -> None:
    table = TABLE if record is None else TABLE.replace_schema_metadata({KEY: record})
    with pytest.raises(ss.FormatError, match="no record of how its signatures were made"):
        Signatures.from_arrow(table)
