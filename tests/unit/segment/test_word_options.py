"""What the words of a text are prepared with is checked where it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import samesame as ss
from samesame.segment.words import words

NOTE = "The ferry and the pier"


@pytest.mark.parametrize("stop", [1, 1.0, np.True_])
def test_what_is_equal_to_true_leaves_out_stop_words_as_true_does(stop: Any) -> None:
    options = ss.WordOptions(language="en", stop=stop)
    assert options.stop is True
    assert [word.word for word in words(NOTE, options)] == ["ferry", "pier"]


def test_zero_keeps_stop_words_as_false_does() -> None:
    given: Any = 0
    assert ss.WordOptions(language="en", stop=given).stop is False
    assert ss.Statistics.count([NOTE], options=ss.WordOptions(language="en", stop=given)).count_of("the") == 1


@pytest.mark.parametrize("stop", ["yes", None, 2, [1]])
def test_another_stop_is_refused_by_name(stop: Any) -> None:
    with pytest.raises(ss.ParameterError, match="stop: expected True or False, got"):
        ss.WordOptions(stop=stop)


def test_a_language_that_is_no_text_is_refused_by_name() -> None:
    language: Any = 3
    with pytest.raises(ss.ParameterError, match="language: expected the code of a language, 'auto' or None, got 3"):
        ss.passages([NOTE], language=language)
