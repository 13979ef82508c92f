"""One list of cases, every engine: exact copies."""

from __future__ import annotations

import pytest

import samesame as ss

ENGINES = ["local"]
every_engine = pytest.mark.parametrize("engine", ENGINES)

# Name: texts by id, options, pairs that are linked.
Pairs = set[tuple[str, str]]
CASES: dict[str, tuple[dict[str, str], dict[str, str], Pairs]] = {
    "no documents": ({}, {}, set()),
    "one document": ({"a": "one"}, {}, set()),
    "case": ({"a": "Good Morning", "b": "gOOD mORNING"}, {}, {("a", "b")}),
    "punctuation": ({"a": "Good, morning!", "b": "“Good” – (morning)…"}, {}, {("a", "b")}),
    "white space": ({"a": "good morning", "b": "\tgood\r\n\u00a0morning "}, {}, {("a", "b")}),
    "composition": ({"a": "caf\u00e9", "b": "cafe\u0301"}, {}, {("a", "b")}),
    "compatibility": ({"a": "ﬁne ＮＯＩＲ ①", "b": "fine noir 1"}, {}, {("a", "b")}),
    "sharp s": ({"a": "STRASSE", "b": "straße"}, {}, {("a", "b")}),
    "invisible characters": ({"a": "co\u00adoperate\u200d", "b": "cooperate\ufeff"}, {}, {("a", "b")}),
    "emoji": ({"a": "We did it 🎉🎉", "b": "We did it"}, {}, {("a", "b")}),
    "accents count": ({"a": "resume", "b": "résumé"}, {}, set()),
    "order counts": ({"a": "one two", "b": "two one"}, {}, set()),
    "number of words counts": ({"a": "one one", "b": "one"}, {}, set()),
    "gaps between words count": ({"a": "good morning", "b": "goodmorning"}, {}, set()),
    "gaps do not count for letters": ({"a": "good morning", "b": "goodmorn-ing!"}, {"same": "letters"}, {("a", "b")}),
    "words are parted": ({"a": "ab c", "b": "a bc"}, {}, set()),
    "digits": ({"a": "call 555 1234", "b": "call 555 1235"}, {}, set()),
    "chinese": ({"a": "北京，大学。", "b": "北京 大学"}, {}, {("a", "b")}),
    "no words": ({"a": "", "b": "", "c": "?!", "d": "?!", "e": "🙂", "f": "🙂", "g": " \n", "h": "___"}, {}, set()),
    "no letters": ({"a": "", "b": "?!", "c": "?!"}, {"same": "letters"}, set()),
    "short texts": ({"a": "Yes", "b": "yes.", "c": "no"}, {}, {("a", "b")}),
    "turkish": ({"a": "IŞIK", "b": "ışık"}, {"language": "tr"}, {("a", "b")}),
    "turkish letters elsewhere": ({"a": "IŞIK", "b": "ışık"}, {}, set()),
    "two groups": (
        {"d": "one", "b": "two", "c": "ONE", "a": "Two", "e": "one!"},
        {},
        {("a", "b"), ("c", "d"), ("c", "e")},
    ),
}


@every_engine
@pytest.mark.parametrize("case", CASES)
def test_exact_copies_are_linked_to_the_first(engine: str, case: str) -> None:
    texts, options, pairs = CASES[case]
    found = ss.find(texts, method="exact", engine=engine, **options)  # type: ignore[arg-type]
    assert [(match.left, match.right) for match in found] == sorted(pairs)


@every_engine
def test_the_match_is_complete(engine: str) -> None:
    (match,) = ss.find({"b": "same", "a": "SAME"}, method="exact", engine=engine)
    assert match == ss.Match("a", "b", "exact", "exact", 1.0, 1.0, 1.0, 1.0, 1.0, None)


@every_engine
def test_n_copies_give_n_minus_one_rows_and_all_pairs_when_asked(engine: str) -> None:
    texts = {f"{i:03}": "same words" + "!" * i for i in range(40)}
    found = ss.find(texts, method="exact", engine=engine)
    assert [match.right for match in found] == [f"{i:03}" for i in range(1, 40)]
    assert len(ss.find(texts, method="exact", engine=engine, all_pairs=True)) == 40 * 39 // 2


@every_engine
def test_a_hundred_thousand_copies_are_no_matter(engine: str) -> None:
    texts = {f"{i:06}": "the same few words" for i in range(100_000)}
    assert len(ss.find(texts, method="exact", engine=engine)) == 99_999
    assert len(ss.dedup(texts, method="exact", engine=engine)) == 1


@every_engine
def test_the_sample_has_exactly_the_copies_of_its_truth(
    engine: str, sample: str, sample_exact: set[tuple[str, str]]
) -> None:
    found = ss.find(sample, method="exact", engine=engine, all_pairs=True)
    assert [(match.left, match.right) for match in found] == sorted(sample_exact)


@every_engine
def test_only_the_relations_asked_for_are_reported(engine: str) -> None:
    texts = {"a": "same", "b": "same"}
    assert len(ss.find(texts, method="exact", engine=engine, relations=["near"])) == 0
    assert len(ss.find(texts, method="exact", engine=engine, relations=["exact", "near"])) == 1
    with pytest.raises(ss.ParameterError, match=r"relation: expected some of exact, near.*got 'same'"):
        ss.find(texts, engine=engine, relations=["same"])  # type: ignore[list-item]


@every_engine
def test_dedup_keeps_one_of_each(engine: str) -> None:
    texts = {"a": "one", "b": "ONE", "c": "two", "d": "?", "e": "?"}
    result = ss.dedup(texts, method="exact", engine=engine)
    assert [document.id for document in result] == ["a", "c", "d", "e"]
    assert [(removal.id, removal.kept, removal.method) for removal in result.removed] == [("b", "a", "exact")]


@every_engine
@pytest.mark.parametrize("case", CASES)
def test_dedup_leaves_one_of_each_group_of_a_case(engine: str, case: str) -> None:
    texts, options, pairs = CASES[case]
    # Pairs are told from the smallest id.
    result = ss.dedup(texts, method="exact", keep="id:min", engine=engine, **options)  # type: ignore[arg-type]
    assert {(removal.kept, removal.id) for removal in result.removed} == pairs
    assert [document.id for document in result] == [id_ for id_ in texts if id_ not in {right for _, right in pairs}]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"engine": "cloud"}, "engine: 'cloud' is not known; expected one of: local"),
        ({"method": "magic"}, "method: 'magic' is not known; expected one of: "),
        ({"method": "exact", "same": "sound"}, "same: expected 'words' or 'letters', got 'sound'"),
        ({"method": "exact", "theta": 1}, "theta: the method 'exact' has no such parameter; it has: same, language"),
        ({"language": "klingon"}, "language"),
        ({"memory": "much"}, "memory: expected a size such as 512MiB or 2GiB, got 'much'"),
    ],
)
def test_a_wrong_parameter_is_named_with_what_was_expected(options: dict[str, object], words: str) -> None:
    with pytest.raises(ss.ParameterError) as raised:
        ss.find(["a"], **options)  # type: ignore[arg-type]
    assert words in str(raised.value)
