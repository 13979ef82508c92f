"""codet through the verbs: an index, the command line, the relations asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import samesame as ss
from samesame.segment.words import WordOptions

Run = Callable[..., CompletedProcess[str]]
STORY = "Storms closed the harbour on Monday. Two ferries waited outside. Nobody was hurt."
NEWS = {
    "agency": STORY,
    "copy": STORY,
    "short": "Two ferries waited outside! Nobody was hurt.",
    "long": f"The island had no post for days. {STORY} The mayor thanked the sailors. Schools open again tomorrow.",
    "other": "A comet was seen above the mountains.",
}
WISH: dict[str, Any] = {"method": "codet", "language": "en"}
Told = list[tuple[str, str, str]]


def told(matches: ss.Matches) -> Told:
    return [(match.left, match.relation, match.right) for match in matches]


def test_copies_are_near_and_short_versions_contained() -> None:
    assert told(ss.find(NEWS, **WISH)) == [
        ("agency", "near", "copy"),
        ("agency", "contained", "long"),
        ("agency", "near", "short"),
        ("short", "contained", "long"),
    ]


def test_relations_asked_for() -> None:
    found = ss.find(NEWS, relations=["contained"], **WISH)
    assert found and {match.relation for match in found} == {"contained"}


def test_an_index_answers_as_the_collection_does(tmp_path: Path) -> None:
    options = WordOptions(language="en", stop=True, stem="first5")
    statistics = ss.Statistics.count(NEWS, options=options)
    ss.build_index(tmp_path / "index", NEWS, stats=statistics, **WISH)
    asked = {"new": f"{STORY} Boats are on their way.", "same": NEWS["long"]}
    for threshold in (0.1, 0.5, 0.9):
        wish = {**WISH, "threshold": threshold, "all_pairs": True}
        by_index = told(ss.find(asked, against=tmp_path / "index", **wish))
        assert by_index == told(ss.find(asked, against=NEWS, stats=statistics, **wish)) and by_index
    ss.remove_from_index(tmp_path / "index", ["long"])
    assert "long" not in str(told(ss.find(asked, against=tmp_path / "index", **WISH)))
    with pytest.raises(ss.StatisticsMismatch):
        ss.find(asked, against=tmp_path / "index", stats=ss.Statistics.count(asked, options=options), **WISH)
    with pytest.raises(ss.ParameterError, match="made by 'codet' with ws=True, depth=5"):
        ss.find(asked, against=tmp_path / "index", depth=4, **WISH)


def test_the_command_line(run: Run, lines: Callable[..., Path]) -> None:
    news = lines("news.jsonl", [{"id": id_, "text": text} for id_, text in NEWS.items()])
    counted = run("stats", news, "--language", "en", "--stop", "--stem", "first5", "--out", "words.stats")
    assert counted.returncode == 0
    find = ["find", news, "--method", "codet", "--language", "en"]
    done = run(*find, "--stats", "words.stats", "--set", "depth=5", "--set", "ws=yes", "--threshold", "0.5")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["left"], row["relation"], row["right"]) for row in rows] == told(ss.find(NEWS, **WISH))
    assert run(*find).stdout == done.stdout, "without statistics the collection is counted first"
    clean = run("dedup", news, "--method", "codet", "--language", "en", "--out", "clean.jsonl")
    assert clean.returncode == 0, clean.stderr
    left = [json.loads(line)["id"] for line in Path("clean.jsonl").read_text().splitlines()]
    assert left == ["long", "other"]
    assert "codet" in run("methods").stdout
    refused = run(*find, "--threshold", "1")
    assert refused.returncode == 2 and "threshold: expected a number from 0 and below 1, got 1.0" in refused.stderr


def test_a_tiny_memory_changes_nothing_for_few_documents() -> None:
    found = ss.find(NEWS, memory="1KiB", **WISH)
    assert told(found) == told(ss.find(NEWS, **WISH))


def test_a_tree_that_needs_more_memory_than_allowed_is_refused_before_it_grows_further() -> None:
    sentence = "W{0}a w{0}b w{0}c w{0}d w{0}e.".format
    texts = {f"d{i:04}": " ".join(sentence(i * 400 + j) for j in range(400)) for i in range(1100)}
    expected = r"the corpus tree of \d+ documents needs \d+ MB, more than the memory allowed: raise --memory"
    with pytest.raises(ss.InputError, match=expected):
        ss.find(texts, memory="32MiB", stem="none", **WISH)
