"""MinHash, bands and Hamming pairs against naive twins written from the definitions."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame import _core

MASK = (1 << 64) - 1
FACTOR = 0x9E37_79B9_7F4A_7C15
MIXER = 0xD6E8_FEB8_6659_FD93
FEATURES = st.one_of(st.integers(0, 4), st.integers(0, MASK))
LISTS = st.lists(st.one_of(st.none(), st.lists(FEATURES, max_size=6)), max_size=6)
# Few values, so that rows and whole signatures are often equal.
ROWS = st.lists(st.one_of(st.none(), st.lists(st.integers(0, 2), min_size=6, max_size=6)), max_size=12)


def mix(value: int) -> int:
    for _ in range(2):
        value ^= value >> 32
        value = (value * MIXER) & MASK
    return value ^ (value >> 32)


def seeded(seed: int, n: int) -> int:
    return mix((seed + (n + 1) * FACTOR) & MASK)


def naive_minhash(features: list[int], permutations: int, seed: int) -> list[int]:
    orders = [(seeded(seed, 2 * n) | 1, seeded(seed, 2 * n + 1)) for n in range(permutations)]
    return [min(((a * mix(x) + b) & MASK) >> 32 for x in features) for a, b in orders]


@given(LISTS, st.integers(1, 9), st.one_of(st.integers(0, 3), st.integers(0, MASK)))
def test_minhash_is_the_least_of_each_order(lists: list[list[int] | None], permutations: int, seed: int) -> None:
    features = pa.array(lists, pa.large_list(pa.uint64()))
    found = _core.minhash(features, permutations=permutations, seed=seed, threads=0)
    assert found.type.list_size == permutations and found.type.value_type == pa.uint32()
    assert found.to_pylist() == [naive_minhash(x, permutations, seed) if x else None for x in lists]
    part = _core.minhash(features.slice(1), permutations=permutations, seed=seed, threads=1)
    assert part.to_pylist() == found.to_pylist()[1:]


def signatures(rows: list[list[int] | None]) -> pa.FixedSizeListArray:
    return pa.array(rows, pa.list_(pa.uint32(), 6))


def numbered(pairs: _core.Pairs) -> list[tuple[int, int]]:
    table = pairs.table()
    return list(zip(table.column("left").to_pylist(), table.column("right").to_pylist(), strict=True))


def naive_bands(rows: list[list[int] | None], bands: int, each: int) -> list[tuple[int, int]]:
    def agree(a: list[int], b: list[int]) -> bool:
        return any(a[n * each :][:each] == b[n * each :][:each] for n in range(bands))

    known = [(i, row) for i, row in enumerate(rows) if row is not None]
    return [(i, j) for (i, a), (j, b) in combinations(known, 2) if agree(a, b)]


@given(ROWS, st.sampled_from([(1, 1), (1, 6), (2, 3), (3, 2), (6, 1), (2, 2), (1, 4)]), st.sampled_from([0, 1, 3]))
def test_bands_pair_those_that_agree_in_one(rows: list[list[int] | None], shape: tuple[int, int], threads: int) -> None:
    bands, each = shape
    wish: Any = {"bands": bands, "rows": each, "memory": 0, "threads": threads}
    naive = naive_bands(rows, bands, each)
    assert numbered(_core.band_pairs(signatures(rows), split=None, **wish)) == naive
    found = _core.band_pairs(signatures(rows).slice(2), split=None, **wish)
    assert numbered(found) == naive_bands(rows[2:], bands, each)
    across = [(i, j) for i, j in naive if i < 2 <= j]
    assert numbered(_core.band_pairs(signatures(rows), split=2, **wish)) == across


@pytest.mark.parametrize(("bands", "rows"), [(3, 3), (7, 1), (1, 7)])
def test_bands_that_do_not_fit_are_refused_by_name(bands: int, rows: int) -> None:
    with pytest.raises(ss.ParameterError, match=f"bands: expected .* 6 values of a signature, got {bands} × {rows}"):
        _core.band_pairs(signatures([[1] * 6]), bands=bands, rows=rows, split=None, memory=0, threads=0)


@pytest.mark.parametrize("name", ["bands", "rows"])
def test_no_bands_are_refused_by_name(name: str) -> None:
    with pytest.raises(ss.ParameterError, match=f"{name}: expected at least 1, got 0"):
        wish: Any = {"bands": 1, "rows": 1, "split": None, "memory": 0, "threads": 0}
        _core.band_pairs(signatures([[1] * 6]), **wish | {name: 0})


def naive_hamming(found: list[bytes | None], distance: int) -> list[tuple[int, int, int]]:
    known = [(i, int.from_bytes(s, "big")) for i, s in enumerate(found) if s is not None]
    every = [(i, j, (a ^ b).bit_count()) for (i, a), (j, b) in combinations(known, 2)]
    return [pair for pair in every if pair[2] < distance]


def hamming(found: list[bytes | None], width: int, distance: int, threads: int = 0) -> list[tuple[int, ...]]:
    wish: Any = {"distance": distance, "memory": 0, "threads": threads}
    signed = pa.array(found, pa.binary(width))
    half = _core.hamming_pairs(signed, split=len(found) // 2, **wish)
    table = _core.hamming_pairs(signed, split=None, **wish).table()
    assert table.column("left_score").equals(table.column("right_score"))
    differing = [round((1 - score) * 8 * width) for score in table.column("left_score").to_pylist()]
    pairs: list[tuple[int, ...]] = list(
        zip(table.column("left").to_pylist(), table.column("right").to_pylist(), differing, strict=True)
    )
    assert numbered(half) == [(i, j) for i, j, *_ in pairs if i < len(found) // 2 <= j]
    return pairs


@st.composite
def families(draw: st.DrawFn) -> tuple[list[bytes | None], int]:
    """A few signatures, and copies of them with some bits flipped, close together or anywhere."""
    width = draw(st.sampled_from([1, 8, 20, 25]))
    ancestors = draw(st.lists(st.binary(min_size=width, max_size=width), min_size=1, max_size=3))
    found: list[bytes | None] = []
    for _ in range(draw(st.integers(0, 12))):
        value = int.from_bytes(draw(st.sampled_from(ancestors)), "big")
        for bit in draw(st.lists(st.integers(0, width * 8 - 1), max_size=8)):
            value ^= 1 << bit
        found.append(draw(st.sampled_from([value.to_bytes(width, "big")] * 9 + [None])))
    return found, width


@given(families(), st.data())
def test_hamming_pairs_are_all_that_differ_in_few_bits(
    made: tuple[list[bytes | None], int], data: st.DataObject
) -> None:
    found, width = made
    distance = data.draw(st.one_of(st.integers(1, 8), st.integers(1, width * 8)))
    assert hamming(found, width, distance, data.draw(st.sampled_from([0, 1, 3]))) == naive_hamming(found, distance)


def test_many_equal_signatures_are_all_paired_once() -> None:
    random = Random(5)
    some = [random.randbytes(8) for _ in range(3)]
    found: list[bytes | None] = [random.choice(some) for _ in range(200)]
    pairs = hamming(found, 8, 3)
    assert pairs == naive_hamming(found, 3) and len(pairs) > 5000


def test_a_large_collection_finds_the_pairs_that_were_planted() -> None:
    random = Random(11)
    values = [random.getrandbits(64) for _ in range(3000)]
    for _ in range(300):
        value = random.choice(values)
        for bit in random.sample(range(64), random.randrange(5)):
            value ^= 1 << bit
        values.append(value)
    found: list[bytes | None] = [value.to_bytes(8, "big") for value in values]
    for distance in (1, 3, 5):
        pairs = hamming(found, 8, distance)
        assert pairs == naive_hamming(found, distance) and len(pairs) > 50


@pytest.mark.parametrize("distance", [-1, 0, 65])
def test_a_distance_out_of_range_is_refused_by_name(distance: int) -> None:
    with pytest.raises(ss.ParameterError, match=f"distance: expected 1 to 64, got {distance}"):
        hamming([b"12345678"], 8, distance)


def test_arrays_of_another_type_are_refused() -> None:
    with pytest.raises(ss.ParameterError, match="expected an Arrow array of large lists of uint64"):
        _core.minhash(pa.array([1]), permutations=1, seed=1, threads=0)
    with pytest.raises(ss.ParameterError, match="features: expected lists of uint64 without nulls"):
        _core.minhash(pa.array([[1]], pa.large_list(pa.int32())), permutations=1, seed=1, threads=0)
    with pytest.raises(ss.ParameterError, match="features: expected lists of uint64 without nulls"):
        _core.minhash(pa.array([[1, None]], pa.large_list(pa.uint64())), permutations=1, seed=1, threads=0)
    with pytest.raises(ss.ParameterError, match="signatures: expected lists of uint32"):
        _core.band_pairs(pa.array([[1]], pa.list_(pa.int64(), 1)), bands=1, rows=1, split=None, memory=0, threads=0)
