"""One list of cases, every engine: near copies and containment, degenerate inputs, wrong parameters."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import samesame as ss

ENGINES = ["local"]
every_engine = pytest.mark.parametrize("engine", ENGINES)

SIX = "one two three four five six"
STOPS = "the of and to in a is that it was for on are as with his they be at this"
TURKISH = "Işıklar söndü, İzmir körfezinde ılık bir akşam başladı ve gemiler limana döndü."
WALK = "今天天气很好，我们一起去公园散步吧。"
CHINESE = "北京大学位于北京市海淀区，是中国近代第一所国立大学。"
EMOJI = "🙂🎉👩‍👧 ☕️ 🇹🇷"

# Name: texts by id, options, what is told: left, relation, right.
Told = list[tuple[str, str, str]]
CASES: dict[str, tuple[dict[str, str], dict[str, Any], Told]] = {
    "no documents": ({}, {}, []),
    "one document": ({"a": SIX}, {}, []),
    "only empty texts": ({"a": "", "b": "", "c": ""}, {}, []),
    "no words": ({"a": "?!", "b": "?!", "c": " \n", "d": EMOJI, "e": EMOJI}, {}, []),
    "an empty text is in nothing": ({"a": "", "b": SIX}, {}, []),
    "emoji among words": ({"a": f"{SIX} 🎉", "b": f"🙂 {SIX}"}, {}, [("a", "exact", "b")]),
    "near": ({"a": SIX, "b": f"{SIX} seven"}, {"threshold": 0.7}, [("a", "near", "b")]),
    "the threshold itself passes": ({"a": SIX, "b": f"{SIX} seven"}, {"threshold": 0.75}, [("a", "near", "b")]),
    "contained": ({"a": f"{SIX} seven", "b": SIX}, {"threshold": 0.8}, [("b", "contained", "a")]),
    "contained by order of size, not of ids": ({"b": f"{SIX} 7 8 9", "a": SIX}, {}, [("a", "contained", "b")]),
    "neither": ({"a": f"{SIX} x y z u v w", "b": f"p q r s t {SIX}"}, {}, []),
    "one in many": (
        {"a": SIX, **{f"b{i}": f"{SIX} {' '.join(f'x{i}y{j}' for j in range(9))}" for i in range(3)}},
        {},
        [("a", "contained", "b0"), ("a", "contained", "b1"), ("a", "contained", "b2")],
    ),
    "too short for a shingle": ({"a": "one two", "b": "ONE, two", "c": "two one", "d": SIX}, {}, [("a", "exact", "b")]),
    "a short text is one feature": ({"a": "one two three", "b": "one two three four"}, {"threshold": 0.1}, []),
    "order counts": ({"a": SIX, "b": "six five four three two one"}, {"threshold": 0.1}, []),
    "order does not count for single words": (
        {"a": SIX, "b": "six five four three two one"},
        {"size": 1},
        [("a", "near", "b")],
    ),
    "characters": ({"a": "good morning", "b": "goodmorn-ing!"}, {"unit": "character"}, [("a", "near", "b")]),
    "jaccard has no containment": ({"a": SIX, "b": f"{SIX} seven eight nine"}, {"measure": "jaccard"}, []),
    "stop words are words": ({"a": STOPS, "b": f"{STOPS} but"}, {}, [("a", "near", "b")]),
    "stop words alone match nothing after the papers' preparation": (
        {"a": STOPS, "b": f"{STOPS} but", "c": STOPS.upper()},
        {"method": "ffp", "language": "en"},
        [],
    ),
    "a word repeated is a set of one": (
        {"a": "no " * 10_000, "b": "no " * 9_999, "c": "no no", "d": "yes " * 9},
        {},
        [("a", "near", "b")],
    ),
    "boilerplate only": (
        {f"{i}": f"{STOPS} {i}" for i in range(4)},
        {"threshold": 0.9},
        [(f"{i}", "near", f"{j}") for i in range(4) for j in range(i + 1, 4)],
    ),
    "turkish": (
        {"a": TURKISH, "b": TURKISH.replace("I", "ı").replace("İ", "i").lower() + " Son."},
        {"language": "tr"},
        [("a", "near", "b")],
    ),
    "turkish letters elsewhere": (
        {"a": "IŞIK IŞIK SÖNDÜ BİR AKŞAM", "b": "ışık ışık söndü bir akşam"},
        {},
        [],
    ),
    "chinese": ({"a": CHINESE, "b": f"{CHINESE}欢迎"}, {}, [("a", "near", "b")]),
    "chinese inside": (
        {"a": CHINESE, "b": CHINESE + 2 * WALK},
        {},
        [("a", "contained", "b")],
    ),
    "chinese by a dictionary": (
        {"a": CHINESE, "b": f"{CHINESE}欢迎"},
        {"unspaced": "segmenter", "threshold": 0.7},
        [("a", "near", "b")],
    ),
}


@every_engine
@pytest.mark.parametrize("case", CASES)
def test_what_is_told(engine: str, case: str) -> None:
    texts, options, told = CASES[case]
    found = ss.find(texts, engine=engine, **options)
    assert [(match.left, match.relation, match.right) for match in found] == told


@every_engine
def test_the_match_is_complete(engine: str) -> None:
    (match,) = ss.find({"b": SIX, "a": f"{SIX} seven eight nine"}, engine=engine)
    assert match == ss.Match("b", "a", "contained", "overlap", 1.0, 0.5, 1.0, 0.5, 0.5, None)
    (match,) = ss.find({"b": SIX, "a": f"{SIX} seven"}, engine=engine, threshold=0.7)
    assert match == ss.Match("a", "b", "near", "overlap", 0.75, 1.0, 0.75, 1.0, 0.75, None)
    (match,) = ss.find({"b": SIX, "a": f"{SIX} seven"}, engine=engine, threshold=0.6, size=5, measure="max")
    assert match == ss.Match("a", "b", "near", "overlap", 2 / 3, 2 / 3, 0.75, 1.0, 0.75, None)


@every_engine
def test_thousands_of_identical_documents_give_a_row_each(engine: str) -> None:
    texts = {f"{i:04}": SIX + "!" * (i % 5) for i in range(2000)}
    found = ss.find({**texts, "x": f"{SIX} seven eight nine"}, engine=engine)
    assert found.summary.relations == {"exact": 1999, "contained": 1}
    assert {(match.left, match.relation) for match in found} == {("0000", "exact"), ("0000", "contained")}
    assert len(ss.dedup(texts, engine=engine)) == 1


@every_engine
def test_of_many_near_copies_one_stays(engine: str) -> None:
    letter = " ".join(f"w{i}" for i in range(100))
    texts = {f"{i:04}": f"{letter} signed by {i}" for i in range(1500)}
    result = ss.dedup(texts, engine=engine)
    assert [document.id for document in result] == ["0000"]
    assert {(r.kept, r.relation, r.rule, r.left_coverage) for r in result.removed} == {
        ("0000", "near", "earliest", 99 / 100)
    }


@every_engine
def test_a_text_of_megabytes_in_one_line(engine: str) -> None:
    long = " ".join(f"w{i % 70_001}x{i % 13}" for i in range(230_000))
    assert len(long) > 2_000_000
    inside = long[len(long) // 3 : len(long) // 2]
    found = ss.find({"a": long, "b": f"{long} end", "c": inside[inside.index(" ") : inside.rindex(" ")]}, engine=engine)
    assert [(match.left, match.relation, match.right) for match in found] == [
        ("a", "near", "b"),
        ("c", "contained", "a"),
        ("c", "contained", "b"),
    ]
    assert all(match.left_score == 1.0 for match in found)


@every_engine
def test_nothing_to_dedup(engine: str) -> None:
    for texts in ({}, {"a": "", "b": "", "c": "?"}, {"a": SIX}):
        result = ss.dedup(texts, engine=engine)
        assert (len(result), len(result.removed)) == (len(texts), 0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threshold": 0}, "threshold: expected a number above 0 and up to 1, got 0"),
        ({"threshold": 1.5}, "threshold: expected a number above 0 and up to 1, got 1.5"),
        ({"threshold": -0.5}, "threshold: expected a number"),
        ({"threshold": "x"}, "threshold: expected a number above 0 and up to 1, got 'x'"),
        ({"threshold": None}, "threshold: expected a number"),
        ({"threshold": float("nan")}, "threshold: expected a number"),
        ({"size": 0}, "size: expected a whole number from 1 and up to 64, got 0"),
        ({"size": 2.5}, "size: expected a whole number from 1 and up to 64, got 2.5"),
        ({"size": 65}, "size: expected a whole number"),
        ({"unit": "letter"}, "unit: expected 'word' or 'character', got 'letter'"),
        ({"measure": "cosine"}, "measure: expected 'coverage' or 'jaccard' or 'max', got 'cosine'"),
        ({"hash": "md5"}, "hash: expected 'xxh3' or 'sha1', got 'md5'"),
        ({"preset": "codet"}, "preset: the method 'overlap' has none, got 'codet'"),
        ({"method": "ffp", "preset": "ddd"}, "preset: the method 'ffp' has 'codet' or 'durian', got 'ddd'"),
        ({"method": "magic"}, "method: 'magic' is not known; expected one of: overlap, exact, "),
        ({"theta": 1}, "theta: the method 'overlap' has no such parameter; it has: threshold, size, "),
        ({"method": "exact", "threshold": 0.5}, "threshold: the method 'exact' has no such parameter"),
        ({"stats": "words.stats"}, "stats: the method 'overlap' needs no statistics"),
        ({"method": "simhash", "threshold": 0}, "threshold: expected a whole number from 1 and up to 160, got 0"),
        ({"method": "simhash", "bits": 128}, "bits: expected 64 or 160, got 128"),
        ({"method": "simhash", "bits": 160}, "hash: expected 'sha1' for 160 bits, got 'xxh3'"),
        (
            {"method": "minhash", "bands": 20, "rows": 7},
            "bands: 20 bands of 7 rows need 140 permutations",
        ),
    ],
)
def test_a_wrong_parameter_is_named_with_what_was_expected(options: dict[str, Any], words: str) -> None:
    for verb in (ss.find, ss.dedup):
        with pytest.raises(ss.ParameterError) as raised:
            verb(["some text"], **options)
        assert words in str(raised.value)


@pytest.mark.parametrize("method", ["ffp", "dsc", "imatch", "simhash"])
@pytest.mark.parametrize("texts", [["les il", "les, il", "les man"], ["bir les", "bir, les", "bir the"]])
def test_the_detected_language_does_not_depend_on_who_is_read_first(method: str, texts: list[str]) -> None:
    documents = [ss.Document(id_, text) for id_, text in zip("abc", texts, strict=True)]
    outcomes = [
        [(match.left, match.relation, match.right) for match in ss.find(list(order), method=method)]
        for order in permutations(documents)
    ]
    assert outcomes == [outcomes[0]] * 6


def test_who_moves_along_with_its_centre_is_not_said_to_go_by_the_rule() -> None:
    words = [f"w{i}" for i in range(14)]
    texts = {"a": " ".join(words[:11]), "b": " ".join(words[:12]), "c": " ".join(words)}
    assert [(gone.id, gone.kept, gone.rule) for gone in ss.dedup(texts).removed] == [
        ("a", "c", "contained"),
        ("b", "c", "contained"),
    ]


@pytest.mark.parametrize("method", ["spotsigs", "imatch"])
def test_what_a_method_cannot_sign_is_neither_found_nor_removed(method: str) -> None:
    texts = {"a": "one two", "b": "One two"}
    assert len(ss.find(texts, method=method)) == len(ss.dedup(texts, method=method).removed) == 0


@every_engine
def test_a_text_of_fifty_megabytes_is_a_text(engine: str) -> None:
    words = " ".join(f"word{i}" for i in range(4_300_000))
    assert len(words) > 50_000_000
    texts = {"all": words, "most": words[: len(words) * 9 // 10], "other": "word1 word2 and nothing else of it"}
    found = [(match.left, match.relation, match.right) for match in ss.find(texts, engine=engine)]
    assert found == [("all", "near", "most")]
