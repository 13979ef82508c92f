"""Tables for people."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame.report.summary import print_summary
from samesame.report.terminal import SHOWN, print_matches


def test_ids_that_look_like_markup_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_matches(ss.find({"[/b]": "one", "[red]x": "ONE"}), {"[/b]": "[/i] one"})
    out = capsys.readouterr().out
    assert all(words in out for words in ("[/b]", "[red]x", "[/i] one"))


def test_a_long_table_is_cut_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_matches(ss.find({f"{i:04}": "same" for i in range(SHOWN + 21)}))
    out = capsys.readouterr().out
    assert out.count("exact") == SHOWN
    assert "… and 20 more; --out FILE writes them all" in out


def test_the_summary_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(ss.find({"a": "one", "b": "ONE", "c": "two"}).summary)
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("3 documents: 1 exact.")
