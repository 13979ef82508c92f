"""DURIAN against its definition, with and without the user's links, whatever the order in which all of it comes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.cluster.links import Link, refuse_contradictions, write_links

from .letters_brute import Brute

PARAGRAPHS = (
    "keep the ferry to the island as we need it every day",
    "my mother lives there and so do all her friends of old",
    "the bridge would cost far more than ten ferries ever did",
    "please do not close the harbour before the summer is over",
    "fish and boats and nets are what we live on here",
    "thank you",
)
DOCKETS = ("", "", "", "as in docket OAR-2002-0056", "as in docket OAR-2004-0111")
FOOTERS = (
    "",
    "",
    "\n\nSent via the action center of Clean Ferry Now",
    "\n\nSent via the action center of Open Harbour",
)


@st.composite
def texts(draw: st.DrawFn, letters: list[list[str]]) -> str:
    """A letter, perhaps edited: paragraphs more or less, words changed, a docket cited, relayed."""
    parts = list(draw(st.sampled_from(letters)))
    if draw(st.booleans()):
        parts.insert(draw(st.integers(0, len(parts))), draw(st.sampled_from(PARAGRAPHS)))
    if draw(st.booleans()):
        del parts[draw(st.integers(0, len(parts) - 1))]
    words = " \n\n ".join(parts or PARAGRAPHS[-1:]).split(" ")
    for _ in range(draw(st.integers(0, 2))):
        words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(["sea", "tide", "ferry", "\n\n", "Ferry!"]))
    docket = draw(st.sampled_from(DOCKETS))
    return " ".join([*words, docket]).strip() + draw(st.sampled_from(FOOTERS))


@st.composite
def collections(draw: st.DrawFn) -> list[ss.Document]:
    letters = draw(st.lists(st.lists(st.sampled_from(PARAGRAPHS), min_size=1, max_size=4), min_size=1, max_size=3))
    several = draw(st.lists(st.tuples(texts(letters), st.sampled_from([1, 1, 1, 2, 4])), min_size=2, max_size=9))
    copies = [text for text, count in several for _ in range(count)]
    times = [draw(st.sampled_from([None, 1, 2, 3])) for _ in copies]
    return [
        ss.Document(f"d{at:02}", text, None if time is None else datetime(2006, 3, time, tzinfo=UTC))
        for at, (text, time) in enumerate(zip(copies, times, strict=True))
    ]


@st.composite
def links(draw: st.DrawFn, documents: Sequence[ss.Document]) -> list[Link]:
    ids = st.sampled_from([document.id for document in documents])
    kinds = st.sampled_from(["must", "cannot", "family"])
    drawn = draw(st.lists(st.tuples(ids, ids, kinds), max_size=4))
    found: list[Link] = []
    for left, right, kind in drawn:
        link = Link(left, right, kind)  # type: ignore[arg-type]
        try:
            refuse_contradictions([*found, link])
        except ss.InputError:
            continue
        if left != right:
            found.append(link)
    return found


SETTINGS = st.builds(
    ss.Durian,
    theta=st.sampled_from([0.2, 0.5, 1.0, 2.0]),
    m=st.sampled_from([1, 2, 3]),
    beta=st.sampled_from([0.05, 0.5]),
    mu=st.sampled_from([1.0, 5.0]),
    block=st.sampled_from([3, 10, 20]),
    families=st.booleans(),
    links=st.sampled_from([True, True, True, False]),
)


def told(found: ss.Clusters) -> dict[str, tuple[str, str | None]]:
    return {member.id: (member.cluster, member.rule) for member in found}


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_clusters_are_those_of_the_definition(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    documents, chosen = data.draw(collections()), data.draw(SETTINGS)
    given_links = data.draw(links(documents))
    path = tmp_path_factory.mktemp("links") / "links.csv"
    write_links(path, given_links)
    expected = Brute(documents, chosen, given_links).told()
    assert told(ss.cluster(documents, method=chosen, constraints=path)) == expected
    # The same whatever the order of documents and of links, with their ends changed.
    random.Random(len(documents)).shuffle(documents)
    turned = [Link(link.right, link.left, link.kind) for link in given_links]
    random.Random(1).shuffle(turned)
    write_links(path, turned)
    assert told(ss.cluster(documents, method=chosen, constraints=path)) == expected


def test_of_two_centres_at_the_same_distance_the_later_seed_has_it() -> None:
    one, other = "keep the ferry to the island now", "build no bridge to the coast please"
    letters = {f"a{n}": f"{one}\n\n{other}" for n in range(4)} | {f"b{n}": f"{other}\n\n{one}" for n in range(3)}
    chosen = ss.Durian(m=2, theta=2.0)
    documents = [ss.Document(id_, text) for id_, text in {**letters, "c": f"{one} soon {other} soon"[5:]}.items()]
    found = {member.id: member for member in ss.cluster(documents, method=chosen)}
    assert (found["c"].cluster, Brute(documents, chosen).told()["c"][0]) == ("b0", "b0")


def test_copies_of_a_letter_stay_together_when_it_is_no_copy_of_its_reference() -> None:
    letters = {f"a{n}": "keep the ferry to the island" for n in range(3)}
    letters |= {f"b{n}": "the ferry is on time and I love the island" for n in range(2)}
    chosen = ss.Durian(m=2, theta=9.0)
    documents = [ss.Document(id_, text) for id_, text in letters.items()]
    found = {member.id: member for member in ss.cluster(documents, method=chosen)}
    assert told(ss.cluster(documents, method=chosen)) == Brute(documents, chosen).told()
    assert (found["b0"].role, found["b1"].cluster, found["b1"].rule) == ("reference", "b0", "exact")
    assert (found["b1"].edit, found["b1"].coverage_of_reference, found["b1"].unique) == ("exact", 1.0, ())


def test_a_reference_has_the_paragraphs_of_its_best_copy_whatever_is_read_first() -> None:
    first = "keep the ferry to the island as we need it every day of the long winter"
    last = "the bridge would cost far more than ten ferries ever did in all the years"
    broken, one_line = f"{first}\n\n{last.replace('bridge', 'bri dge')}", f"{first} {last}"
    copies = [one_line, broken, *[f"{first}\n\n{last}"] * 4]
    documents = [ss.Document(f"a{n}", text, datetime(2006, 3, n + 1, tzinfo=UTC)) for n, text in enumerate(copies)]
    documents.append(ss.Document("b", f"I run a small shop there\n\n{last}\n\nso think of all of us who would lose it"))
    chosen = ss.Durian(m=5, theta=0.2, block=12)
    for turn in range(len(documents)):
        found = ss.cluster(documents[turn:] + documents[:turn], method=chosen)
        assert told(found) == Brute(documents, chosen).told()
        assert told(found)["b"] == ("a0", "key_block")


def test_a_letter_whose_must_link_is_refused_goes_to_the_reference_that_is_near(tmp_path: Path) -> None:
    refused = "keep the ferry to the island as we need it every day of the long winter"
    near = [f"{word}{number}" for number in range(8) for word in ("bridge", "boat", "net", "harbour", "coast")]
    changed = [*near[:5], "never", *near[6:20], "always", *near[21:]]
    letters = {f"a{n}": refused for n in range(3)} | {f"b{n}": " ".join(near) for n in range(3)}
    letters["c"] = f"{refused}\n\n{' '.join(changed)}"
    documents = [ss.Document(id_, text) for id_, text in letters.items()]
    chosen, path = ss.Durian(m=2, theta=2.0, block=12), tmp_path / "links.csv"
    assert told(ss.cluster(documents, method=chosen))["c"] == ("a0", "contains")
    path.write_text("left,right,kind\na0,c,cannot\n")
    found = told(ss.cluster(documents, method=chosen, constraints=path))
    assert found == Brute(documents, chosen, [Link("a0", "c", "cannot")]).told()
    assert found["c"] == ("b0", "distance")
