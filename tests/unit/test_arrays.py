"""Between numpy and Arrow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samesame.arrays import constant, to_arrow, to_numpy, words_array


@given(st.lists(st.booleans()), st.integers(0, 20), st.integers(0, 20))
def test_truth_values_come_back(values: list[bool], start: int, stop: int) -> None:
    array = to_arrow(np.array(values, np.bool_))
    assert array.to_pylist() == values
    assert to_numpy(array[start:stop]).tolist() == values[start:stop]


@pytest.mark.parametrize("type", [pa.int64(), pa.uint32(), pa.uint64(), pa.float64()])
def test_numbers_come_back(type: pa.DataType) -> None:
    values = np.arange(9)[::2]
    array = to_arrow(values, type)
    assert array.type == type and array.to_pylist() == [0, 2, 4, 6, 8]
    assert to_numpy(pa.chunked_array([array[1:3], array[:0], array[4:]])).tolist() == [2, 4, 8]


def test_words_and_constants_come_back() -> None:
    assert words_array(["", "é", "字"]).to_pylist() == ["", "é", "字"]
    assert words_array([]).type == pa.large_string()
    assert constant("字").as_py() == "字" and constant(-1).as_py() == -1


@pytest.mark.parametrize(
    "call",
    [
        "ss.find(FILE)",
        "ss.find(FILE, all_pairs=True, size=3)",
        "ss.find(ss.read(FILE, max_record=5))",
        "ss.dedup(ss.read(FILE, max_record=5))",
        "ss.passages(ss.read(FILE, max_record=5))",
        "ss.dedup(FILE, out=OUT)",
        "ss.passages(FILE, min_words=2).write(OUT)",
        "ss.compare('the same five words', 'the same six words').to_html()",
    ],
)
def test_pandas_is_not_imported_where_nobody_asked_for_it(call: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"id": "a", "text": "the same five words"}\n{"id": "b", "text": "The same five words"}\n')
    program = f"import sys, samesame as ss\nFILE, OUT = {str(file)!r}, {str(tmp_path / 'out.jsonl')!r}\n{call}\n"
    program += "assert 'pandas' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
