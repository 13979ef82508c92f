"""The border to the core: panics, Ctrl-C, the interpreter lock, arrays that do not fit."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

import samesame as ss
from samesame import _core

PLAIN = ("bigrams", None, False, "none")
# Longer than the core is ever waited for: a test that needs the whole of it has failed.
LONG = 60
PATIENCE = 30

BUSY = f"""
import samesame._core as core
try:
    print("ready", flush=True)
    core._busy({LONG}, False)
    print("finished")
except KeyboardInterrupt:
    print("stopped")
"""

WORKING = """
from samesame.segment.words import WordOptions, word_lists
texts = ["我们在北京大学学习中文和历史" * 40] * 2000
try:
    print("ready", flush=True)
    while True:
        word_lists(texts, WordOptions(unspaced="segmenter"))
except KeyboardInterrupt:
    print("stopped")
"""

# The other thread ends the work, which it can only if it gets to run while the core is at it.
OTHER_THREAD = f"""
import _thread, threading, time
import samesame._core as core

def steps():
    for _ in range(50):
        time.sleep(0.001)
    _thread.interrupt_main()

try:
    threading.Thread(target=steps).start()
    core._busy({LONG}, False)
    print("finished")
except KeyboardInterrupt:
    print("stopped")
"""


def test_a_panic_becomes_an_exception_and_the_core_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        with pytest.raises(ss.InternalError, match="a bug in samesame, please report it: asked to panic"):
            _core._busy(0, True)
    _core._busy(0, False)
    assert _core.words(pa.array(["one two"], pa.large_string()), PLAIN, 0).to_pylist()[0][1]["word"] == "two"


@pytest.mark.parametrize("script", [BUSY, WORKING], ids=["waiting", "working"])
def test_ctrl_c_stops_a_long_run(script: str) -> None:
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            assert child.stdout.readline() == "ready\n"
            child.send_signal(signal.SIGINT)
            rest, _ = child.communicate(timeout=PATIENCE)
        finally:
            child.kill()
    assert rest == "stopped\n"


def test_other_threads_run_while_the_core_works() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OTHER_THREAD], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == "stopped\n"


Call = Callable[[Any], object]
CALLS: dict[str, Call] = {
    "words": lambda array: _core.words(array, PLAIN, 0),
    "sentences": lambda array: _core.sentences(array, 0),
    "languages": lambda array: _core.languages(array, 0),
    "shingles": lambda array: _core.shingles(array, PLAIN, 4, 0),
    "exact_keys": lambda array: _core.exact_keys(array, "words", None, 0),
    "WordCounter": lambda array: _core.WordCounter(PLAIN).push(array, 0),
    "ExactGroups": lambda array: _core.ExactGroups("words", None, 1 << 20).push(array, 0),
    "fingerprint": lambda array: _core.fingerprint("", 0, array, pa.array([], pa.uint64())),
}


@pytest.mark.parametrize("name", sorted(CALLS))
@pytest.mark.parametrize("type_", [pa.string(), pa.large_binary(), pa.null()], ids=str)
def test_an_array_of_another_type_is_refused_by_name(name: str, type_: pa.DataType) -> None:
    with pytest.raises(ss.ParameterError, match="expected an Arrow array of large_string, got"):
        CALLS[name](pa.array([], type_))


@pytest.mark.parametrize("name", sorted(CALLS))
def test_missing_texts_are_refused_and_counted(name: str) -> None:
    with pytest.raises(ss.ParameterError, match="2 of the texts are null; leave them out"):
        CALLS[name](pa.array(["a", None, "b", None], pa.large_string()))


@pytest.mark.parametrize("name", sorted(CALLS))
def test_what_is_no_array_is_a_type_error(name: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        CALLS[name](["a"])


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"fingerprint"}))
def test_no_texts_and_empty_texts_are_fine(name: str) -> None:
    CALLS[name](pa.array([], pa.large_string()))
    CALLS[name](pa.array(["", "\0", " "], pa.large_string()))


def test_counts_of_another_type_are_refused_by_name() -> None:
    with pytest.raises(ss.ParameterError, match="expected an Arrow array of uint64, got Int64"):
        _core.fingerprint("", 0, pa.array([], pa.large_string()), pa.array([], pa.int64()))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("trigrams", None, False, "none"), "unspaced: expected 'bigrams' or 'segmenter', got 'trigrams'"),
        (("bigrams", "xx", False, "none"), "language: 'xx' is not known"),
        (("bigrams", None, False, "porter"), "stem: expected 'none' or 'first5' or 'snowball', got 'porter'"),
    ],
)
def test_unknown_options_name_the_parameter_and_the_choices(options: Any, message: str) -> None:
    with pytest.raises(ss.ParameterError, match=message):
        _core.words(pa.array(["a"], pa.large_string()), options, 0)
