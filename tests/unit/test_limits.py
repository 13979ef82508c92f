"""Sizes as people write them, and what is refused."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame import _core
from samesame.arrays import words_array
from samesame.limits import MOST_THREADS, parse_size, show_bytes


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("0", 0),
        ("512", 512),
        ("512B", 512),
        ("1k", 1000),
        ("1KiB", 1024),
        ("2GiB", 2 << 30),
        (" 1.5 MB ", 1_500_000),
        ("1tib", 1 << 40),
        (4096, 4096),
        (0, 0),
    ],
)
def test_sizes_are_read_as_people_write_them(written: str | int, size: int) -> None:
    assert parse_size(written) == size


@pytest.mark.parametrize("written", ["", "much", "-1MB", "1 PiB", "MiB", "1e9", "1,5GB", -1])
def test_what_is_no_size_is_refused_with_the_parameter_and_an_example(written: str | int) -> None:
    with pytest.raises(ss.ParameterError, match=f"memory: expected a size such as 512MiB or 2GiB, got '{written}'"):
        parse_size(written)


@pytest.mark.parametrize("written", [2**63, 10**400, "99999999999TiB", "9" * 400])
def test_more_bytes_than_a_machine_counts_are_refused(written: str | int) -> None:
    with pytest.raises(ss.ParameterError, match="memory: expected a size of less than 8 million TiB"):
        parse_size(written)


@pytest.mark.parametrize("threads", [-1, MOST_THREADS + 1, 1 << 31, 1 << 64])
def test_threads_are_bounded(threads: int) -> None:
    with pytest.raises(ss.ParameterError, match=r"^threads: expected "):
        ss.find(["a text"], threads=threads)


@pytest.mark.parametrize("threads", [-1, MOST_THREADS + 1, 1 << 31, 1 << 64])
def test_compare_bounds_them_too(threads: int) -> None:
    with pytest.raises(ss.ParameterError, match=r"^threads: expected "):
        ss.compare("a text", "another", threads=threads)


def test_the_verbs_refuse_it_too() -> None:
    with pytest.raises(ss.ParameterError, match="memory: expected a size"):
        ss.find({"a": "text"}, memory=-1)


@pytest.mark.parametrize(
    ("count", "shown"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (96_937_600, "96.9 MB"), (5e12, "5.0 TB")]
)
def test_bytes_are_shown_in_the_unit_that_fits(count: float, shown: str) -> None:
    assert show_bytes(count) == shown


def test_the_core_starts_no_more_threads_either() -> None:
    with pytest.raises(ss.ParameterError, match=r"^threads: expected "):
        _core.exact_keys(words_array(["a text"]), "words", None, MOST_THREADS + 1)
