"""The presets are the papers' parameters."""

from __future__ import annotations

from typing import Any

import pytest

import samesame as ss
from samesame.methods import METHODS
from samesame.methods.spotsigs import SPOTSIGS

PAPERS: dict[tuple[str, str], dict[str, Any]] = {
    ("ffp", "codet"): {"size": 4, "threshold": 0.6, "exclusive": False, "stop": True, "stem": "first5"},
    ("ffp", "durian"): {"size": 3, "threshold": 0.8, "exclusive": True, "stop": False, "stem": "none"},
    ("dsc", "codet"): {"size": 4, "step": 3, "threshold": 0.6, "exclusive": False, "stop": True, "stem": "first5"},
    ("dsc", "durian"): {"size": 3, "step": 5, "threshold": 0.8, "exclusive": True, "stop": False, "stem": "none"},
    ("imatch", "codet"): {"skip": 2, "take": 10, "stop": True, "stem": "first5"},
    ("imatch", "durian"): {"skip": 5, "take": 30, "stop": False, "stem": "none"},
    ("simhash", "codet"): {"skip": 2, "threshold": 3, "bits": 160, "hash": "sha1", "stop": True, "stem": "first5"},
    ("codet", "codet"): {"ws": True, "depth": 5, "suffixes": 1, "stop": True, "stem": "first5"},
    ("spotsigs", "ddd"): {"distance": 1, "chain": 2, "minimum": 4, "threshold": 0.8},
}


@pytest.mark.parametrize(("method", "preset"), PAPERS)
def test_a_preset_has_the_parameters_of_its_paper(method: str, preset: str) -> None:
    settings = METHODS[method].settings({}, preset).to_dict()
    assert settings | PAPERS[method, preset] == settings


def test_every_preset_is_listed_here() -> None:
    assert {(name, preset) for name, method in METHODS.items() for preset in method.presets} == set(PAPERS)


def test_spotsigs_of_ddd_has_the_antecedents_of_its_authors() -> None:
    antecedents = SPOTSIGS.settings({}, "ddd").antecedents.split()
    assert len(set(antecedents)) == len(antecedents) == 26
    assert {"that", "in", "the", "be", "is", "are", "would", "shall", "done"} <= set(antecedents)


@pytest.mark.parametrize("method", ["ffp", "dsc", "imatch"])
def test_durian_is_cited_as_sigir_2006(method: str) -> None:
    assert "SIGIR 2006" in METHODS[method].citation and "dg.o" not in METHODS[method].citation


@pytest.mark.parametrize("method", ["ffp", "dsc", "imatch", "simhash", "codet"])
@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_stop_list_without_effect_is_told(method: str, language: str) -> None:
    settings = METHODS[method].settings
    assert "unspaced=segmenter" in (settings({"language": language}).note() or "")
    assert settings({"language": language, "unspaced": "segmenter"}).note() is None
    assert settings({"language": language, "stop": False}).note() is None
    assert settings({"language": "en"}).note() is None


def test_chinese_stop_words_go_where_words_are_cut_by_the_dictionary() -> None:
    texts = {"a": "我们在北京大学学习", "b": "北京大学学习"}
    wish: dict[str, Any] = {"method": "ffp", "language": "zh", "size": 1, "threshold": 1}
    assert [match.relation for match in ss.find(texts, unspaced="segmenter", **wish)] == ["near"]
    assert [match.relation for match in ss.find(texts, **wish)] == ["contained"]
