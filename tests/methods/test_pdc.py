"""pdc: what the paper says, and what is settled where it leaves room."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import samesame as ss
from samesame.errors import ParameterError
from samesame.segment.words import WordOptions

A = "The ferry leaves the harbour at nine."
B = "Nobody on the island knew why."
C = "They waited for it all day long."
D = "The mayor said nothing at all."
OTHER = [
    "Rain is coming from the west.",
    "The market opens on Friday.",
    "Schools stay closed this week.",
    "Prices went up.",
]


Found = tuple[str, str, str, list[tuple[str, str, str]]]


def find(*texts: str, **options: object) -> list[Found]:
    """Left, relation, right, and the texts of the spans on both sides with their kind."""
    corpus = {f"d{number}": text for number, text in enumerate(texts)}
    found: list[Found] = []
    for match in ss.find(corpus, method="pdc", **options):  # type: ignore[arg-type]
        left, right = corpus[match.left], corpus[match.right]
        spans: list[tuple[str, str, str]] = [
            (left[s.left_start : s.left_end], right[s.right_start : s.right_end], s.kind) for s in match.spans or ()
        ]
        found.append((match.left, match.relation, match.right, spans))
    return found


def text(*sentences: str) -> str:
    return " ".join(sentences)


def test_three_sentences_in_a_row_are_a_partial_duplicate() -> None:
    shared = text(A, B, C)
    found = find(text(OTHER[0], A, B, C, OTHER[1]), text(OTHER[2], OTHER[3], A, B, C))
    assert found == [("d0", "partial", "d1", [(shared, shared, "identical")])]
    assert not find(text(OTHER[0], A, B, OTHER[1]), text(OTHER[2], A, B, OTHER[3]))
    assert not find(text(A, B, C, OTHER[0]), text(C, B, A, OTHER[1]))


def test_all_of_a_shorter_document_is_enough() -> None:
    assert find(text(A, B), text(OTHER[0], A, B, OTHER[1]))[0][:3] == ("d0", "contained", "d1")
    assert find(text(OTHER[0], A, OTHER[1], OTHER[2]), A)[0][:3] == ("d1", "contained", "d0")


def test_sentences_of_fewer_than_three_words_start_nothing_but_belong_to_what_others_start() -> None:
    short = ["Yes.", "Not yet!", "So what?"]
    assert not find(text(*short, OTHER[0]), text(OTHER[1], *short))
    ((_, _, _, spans),) = find(text(OTHER[0], "Yes.", A, "Not yet!"), text("Yes.", A, "Not yet!", OTHER[1], OTHER[2]))
    assert spans == [(text("Yes.", A, "Not yet!"),) * 2 + ("identical",)]


def test_edited_sentences_are_alike_by_their_signatures() -> None:
    long = "They waited for it all day long on the pier of the old harbour behind the fish market, and then went home."
    edited = long.replace("old", "small")
    texts = text(A, long, B, OTHER[0]), text(OTHER[1], A, edited, B)
    assert not find(*texts, signature="2-shingles")
    ((_, relation, _, spans),) = find(*texts, signature="2-shingles", tau=0.8)
    assert (relation, spans[0][2]) == ("partial", "edited")


def test_a_bridge_leads_over_missing_pairs() -> None:
    left = text(A, B, C, OTHER[0], D, "The end is near.")
    right = text(A, B, C, OTHER[1], D, "The end is far away.")
    assert [span[0] for span in find(left, right)[0][3]] == [text(A, B, C)]
    ((_, _, _, spans),) = find(left, right, bridge=1)
    assert [(span[0], span[2]) for span in spans] == [(text(A, B, C, OTHER[0], D), "edited")]


def test_common_sentences_are_left_to_passages() -> None:
    letters = [text(f"Number {number} writes here.", f"It is about case {number}.", A, B, C) for number in range(6)]
    assert len(find(*letters)) == 15
    assert not find(*letters, common=5)
    assert len(find(*letters, common=6)) == 15
    (passage,) = ss.passages({str(number): letter for number, letter in enumerate(letters)}, boilerplate=6)
    assert (passage.text, passage.count, passage.boilerplate) == (text(A, B, C), 6, True)


def test_pairs_beyond_the_memory_are_refused_with_a_way_out() -> None:
    """A footer in n documents is n²/2 pairs: all of them, an error, or one group of passages; never a part."""
    footer = f"{A} {B} {C}"
    letters = {f"{i:03}": f"Letter {i} is about thing {i}. {footer}" for i in range(460)}
    pairs = 460 * 459 // 2
    assert len(ss.find(letters, method="pdc", language="en", idf_least=0)) == pairs
    with pytest.raises(ParameterError, match=r"common: more than 100000 pairs .* stands in 460 places") as refused:
        ss.find(letters, method="pdc", language="en", idf_least=0, memory="1MiB")
    assert "such as 46:" in str(refused.value)
    assert len(ss.find(letters, method="pdc", language="en", idf_least=0, memory="1MiB", common=46)) == 0
    [passage] = ss.passages(letters)
    assert passage.text == footer and passage.count == 460 and passage.boilerplate


def test_what_almost_every_document_holds_has_no_signature() -> None:
    """Its words have an idf below the range, so that a footer in all documents makes no pair."""
    footer = f"{A} {B} {C}"
    letters = {f"{i:03}": f"Letter {i} is about thing {i}. {footer}" for i in range(460)}
    assert len(ss.find(letters, method="pdc", language="en")) == 0


def test_identical_documents_are_exact_and_compared_once() -> None:
    found = find(text(A, B, C), text(A, B, C).upper(), text(OTHER[0], A, B, C, OTHER[1]))
    assert [row[:3] for row in found] == [("d0", "exact", "d1"), ("d0", "contained", "d2")]


def test_sentences_of_copies_that_are_not_compared_may_be_like_others() -> None:
    """The copy has one long sentence that is like another one, and only the first of the two is compared."""
    parts = "They waited for it all day long. And then they went home."
    joined = parts.replace(". And", ", and")
    found = find(joined.replace("home", "away"), parts, joined, signature="2-shingles", tau=0.8)
    assert [row[:3] for row in found] == [("d1", "exact", "d2")]


def test_idf_filters_words_from_a_hundred_documents_on_or_with_statistics() -> None:
    many = [f"Only w{number} w{number + 1000} w{number + 2000} stand in this one alone." for number in range(98)]
    changed = text(A, B, C).replace("The ", "Only ")
    pair = text(A, B, C, OTHER[0]), text(changed, OTHER[1])
    # "only" stands nearly everywhere: it is left out where idf counts, and so the sentences are alike but for "the".
    few = find(*pair, *many[:10], tau=1)
    assert not [row for row in few if {row[0], row[2]} == {"d0", "d1"}]
    statistics = ss.Statistics.count(
        [{"id": str(number), "text": f"only the w{number}"} for number in range(200)],
        options=WordOptions(language="auto"),
    )
    assert [row[:3] for row in find(*pair, stats=statistics)] == [("d0", "partial", "d1")]


def test_languages_without_spaces_and_with_dotless_i() -> None:
    chinese = "渡轮九点离开港口。岛上没有人知道原因。他们等了一整天。"
    assert find(f"今天下雨。{chinese}", f"{chinese}市场周五开放。物价上涨。")[0][3][0][0] == chinese
    turkish = "Vapur dokuzda LİMANDAN ayrılır. Adada kimse nedenini bilmiyordu. Bütün gün IŞIK beklediler."
    found = find(f"Bugün yağmur var. {turkish}", f"{turkish.replace('IŞIK', 'ışık')} Pazar cuma günü açılır.")
    assert found[0][3][0][2] == "identical"


def test_dedup_removes_only_what_is_covered_both_ways() -> None:
    corpus = {"a": text(A, B, C, D), "b": text(OTHER[0], A, B, C, D, OTHER[1], OTHER[2]), "c": text(A, B, C, D, "Oh.")}
    result = ss.dedup(corpus, method="pdc")
    assert [(removal.id, removal.kept) for removal in result.removed] == [("c", "a")]


def test_an_index_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="'pdc' has no sets of features"):
        ss.build_index(tmp_path / "index", {"a": A}, method="pdc")


@pytest.mark.parametrize(
    ("name", "value"), [("tau", 0), ("gamma", 0), ("signature", "5-shingles"), ("bridge", -1), ("common", 0)]
)
def test_wrong_parameters_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ParameterError, match=f"{name}: expected"):
        ss.find({"a": A}, method="pdc", **{name: value})  # type: ignore[arg-type]


def test_the_command_line_tells_spans(
    run: Callable[..., subprocess.CompletedProcess[str]], lines: Callable[..., Path]
) -> None:
    records = [{"id": "x", "text": text(OTHER[0], A, B, C)}, {"id": "y", "text": text(A, B, C, OTHER[1])}]
    done = run("find", lines("a.jsonl", records), "--method", "pdc", "--set", "gamma=3", "--threshold", "0.9")
    (match,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, match["relation"], match["left_score"], match["right_score"]) == (0, "partial", 0.75, 0.75)
    start = len(OTHER[0]) + 1
    length = len(text(A, B, C))
    span = {"left_start": start, "left_end": start + length, "right_start": 0, "right_end": length}
    assert match["spans"] == [{**span, "kind": "identical"}]
