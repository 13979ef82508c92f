"""What a window tells beside its matches: groups, notes, errors; threads; many identical documents."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import samesame as ss

NOW = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
STORM = "Storm closes the port of Bozcaada until Monday morning, the ferry company said."
COMET = "Nobody on the island saw the comet that the observatory had promised for Sunday night."


def add(window: ss.Window, id_: str, text: str, hours: float = 0) -> ss.Verdict:
    return window.add(ss.Document(id_, text, NOW + timedelta(hours=hours)))


def test_groups_grow_and_keep_their_numbers() -> None:
    window = ss.Window(now=NOW + timedelta(days=9))
    first, other = add(window, "a", STORM), add(window, "b", COMET)
    assert (first.relation, first.origin, first.joined, first.group != other.group) == ("new", "a", 1, True)
    assert window.groups() == []
    copy, near = add(window, "c", STORM + "!", 1), add(window, "d", STORM.replace("Monday", "Friday"), 20)
    assert (copy.group, copy.origin, copy.joined, near.relation, near.joined) == (first.group, "a", 2, "near", 3)
    (group,) = window.groups()
    assert (group.number, group.origin, group.time, group.held, group.joined) == (first.group, "a", NOW, 3, 3)
    assert window.members(first.group) == ["a", "c", "d"]
    # The origin leaves, the group stays; it goes with its last document.
    assert add(window, "e", STORM, 40).group == first.group
    (group,) = window.groups()
    assert (group.origin, group.held, group.joined) == ("a", 2, 4)
    assert window.group_of("e") == first.group and window.group_of("a") is None
    window.remove("d")
    window.remove("e")
    assert window.groups() == [] and len(window) == 0


def test_a_copy_that_is_not_remembered_joins_all_the_same() -> None:
    window = ss.Window(now=NOW, remember="accepted")
    add(window, "a", STORM)
    verdict = add(window, "b", STORM)
    assert (verdict.held, verdict.joined, verdict.notes, len(window)) == (False, 2, (), 1)
    assert [(group.held, group.joined) for group in window.groups()] == [(1, 2)]


def test_the_best_match_comes_first_and_reads_as_any_match() -> None:
    window = ss.Window(now=NOW, method="overlap", threshold=0.5)
    add(window, "m", STORM)
    add(window, "n", "Breaking: " + STORM + " More follows after the council has met.")
    verdict = add(window, "k", STORM.upper())
    assert [(match.id, match.seen, match.left, match.right) for match in verdict.matches] == [
        ("m", "exact", "k", "m"),
        ("n", "near", "k", "n"),
    ]
    whole = add(window, "w", STORM + " " + COMET + " " + COMET.replace("island", "mainland"))
    assert whole.relation == "contains"
    (match,) = (match for match in whole.matches if match.id == "m")
    assert (match.relation, match.left, match.right, match.left_score) == ("contained", "m", "w", 1.0)
    assert whole.to_dict()["matches"][0]["relation"] == "contains"


def test_n_identical_documents_cost_n() -> None:
    work = []
    for count in (200, 400):
        window = ss.Window(now=NOW, most=5)
        for at in range(count):
            verdict = add(window, f"d{at}", STORM, at / 100)
        assert (verdict.total, len(verdict.matches), verdict.joined) == (count - 1, 5, count)
        work.append(sum(window._core.work()))
    assert work[1] < 2.1 * work[0]


def test_threads_may_feed_one_window() -> None:
    window = ss.Window(now=NOW, most=1000)
    texts = [STORM, COMET, STORM.replace("Monday", "Friday")]

    def feed(thread: int) -> list[ss.Verdict]:
        return [add(window, f"{thread}-{at}", texts[at % 3]) for at in range(60)]

    with ThreadPoolExecutor(4) as pool:
        verdicts = [verdict for told in pool.map(feed, range(4)) for verdict in told]
    assert len(window) == 240
    exact = [sum(match.seen == "exact" for match in verdict.matches) for verdict in verdicts]
    # Of each text the first finds none, the second one, and so on: each pair of copies was met once.
    for text in range(3):
        assert sorted(exact[at] for at in range(240) if at % 60 % 3 == text) == list(range(80))


def test_html_is_compared_by_its_main_text() -> None:
    page = "<html><body><nav>Home News Sports {}</nav><article><p>{}</p><p>{}</p></article></body></html>"
    window = ss.Window(now=NOW)
    window.add(ss.Document("a", page.format("Weather", STORM * 3, COMET * 3)), html=True)
    verdict = window.add(ss.Document("b", page.format("Subscribe now! " * 40, STORM * 3, COMET * 3)), html=True)
    assert verdict.relation == "exact"
    assert window.add(ss.Document("c", STORM * 3 + COMET * 3)).relation == "exact"


def test_spans_stand_in_both_texts() -> None:
    window = ss.Window(now=NOW, method="overlap", threshold=0.5, spans=True)
    add(window, "z", f"Dear all! {STORM}")
    verdict = add(window, "a", f"{COMET} {STORM}")
    (match,) = verdict.matches
    assert match.spans is not None and (match.left, match.right) == ("z", "a")
    assert f"Dear all! {STORM}"[match.spans[0].left_start : match.spans[0].left_end] == STORM
    assert f"{COMET} {STORM}"[match.spans[0].right_start : match.spans[0].right_end] == STORM
    assert add(ss.Window(now=NOW), "a", STORM).matches == ()


def test_a_window_keeps_to_its_memory_and_says_so(tmp_path: Path) -> None:
    free, tight = ss.Window(now=NOW), ss.Window(now=NOW, memory="300kB")
    told = []
    for at in range(600):
        text = f"{at * 7919 % 4241} {COMET[at % 40 :]} {at * 104729} {STORM[at % 50 :]} {at:b} {at * at:o}"
        add(free, f"d{at}", text, -20 + at / 30)
        verdict = add(tight, f"d{at}", text, -20 + at / 30)
        told += [note for note in verdict.notes if note.startswith("memory: 300")]
        assert tight.bytes <= 300_000
    assert told and 0 < len(tight) < len(free) and len(tight.held_hours()) < len(free.held_hours())
    assert add(tight, "again", text).relation == "exact"
    # However little there is, it goes on.
    nothing = ss.Window(now=NOW, memory=0)
    assert [add(nothing, f"d{at}", STORM).relation for at in range(3)] == ["new"] * 3


def test_a_limit_shortens_the_hours_and_keeps_doing_so_as_features_change() -> None:
    window, held = ss.Window(now=NOW + timedelta(days=9), memory="1MB"), []
    for at in range(4000):
        # Each has features that no other has: what they leave behind must not crowd out the documents.
        add(window, f"d{at}", f"{COMET} {hashlib.sha256(str(at).encode()).hexdigest()}", at / 100)
        held.append(len(window))
    assert window.bytes <= 1_000_000
    assert min(held[2000:]) > max(held) / 2, (min(held[2000:]), max(held))


def test_of_an_hour_that_is_too_large_the_older_half_goes() -> None:
    window = ss.Window(now=NOW, memory="200kB")
    for at in range(300):
        verdict = add(window, f"d{at}", f"{at * 7919} {COMET} {at * 104729} {at:b}" * 3)
        assert verdict.held and window.bytes <= 200_000
    assert f"d{299}" in window and "d0" not in window and len(window) > 10


def test_a_text_without_letters_matches_nothing_and_is_held() -> None:
    window = ss.Window(now=NOW)
    assert [add(window, id_, "?! …").relation for id_ in "ab"] == ["new", "new"]
    assert len(window) == 2
    window.remove("a")
    assert "a" not in window and 5 not in window


def refused(action: Any) -> str:
    with pytest.raises(ss.SamesameError) as error:
        action()
    return str(error.value)


def test_what_is_wrong_is_named() -> None:
    window = ss.Window(now=NOW)
    add(window, "a", STORM)
    assert refused(lambda: add(window, "a", COMET)).startswith("the id 'a' is in the window already; remove it first")
    assert refused(lambda: window.remove("b")) == "the id 'b' is not in the window"
    assert "expected a Document" in refused(lambda: window.add("a"))  # type: ignore[arg-type]
    assert "lone surrogate" in refused(lambda: window.add(ss.Document("s", "\ud800")))
    assert len(window) == 1
    assert refused(lambda: ss.Window(method="pdc")).startswith(
        "method: a window takes 'ddd', 'overlap', 'codet', 'ffp', got"
    )
    assert "frozen statistics" in refused(lambda: ss.Window(method="codet"))
    assert "needs no statistics" in refused(lambda: ss.Window(stats="any"))
    assert refused(lambda: ss.Window(hours=0)) == "hours: expected a whole number from 1 and up to 1,000,000, got 0"
    assert refused(lambda: ss.Window(most=True)) == "most: expected a whole number from 1 and up to 1,000,000, got True"
    assert "expected 'all' or 'accepted'" in refused(lambda: ss.Window(remember="some"))  # type: ignore[arg-type]
    assert "no such parameter" in refused(lambda: ss.Window(size=3))
    assert "threshold: expected a number" in refused(lambda: ss.Window(threshold=7))
    assert repr(window) == "Window(1 documents, method ddd, 24 hours)"


def test_clipping_never_invents_and_loses_what_shares_nothing_else() -> None:
    whole, clipped = ss.Window(now=NOW), ss.Window(now=NOW, clip=(2, 1.0))
    for window in (whole, clipped):
        add(window, "a", STORM)
    # Nobody but one holds these grams: they are not looked up. Identical documents are known without them.
    friday, sunday = (STORM.replace("Monday", day) for day in ("Friday", "Sunday"))
    assert [add(window, "b", friday).relation for window in (whole, clipped)] == ["near", "new"]
    assert [add(window, "c", sunday).total for window in (whole, clipped)] == [2, 2]
    assert [add(window, "d", STORM).relation for window in (whole, clipped)] == ["exact", "exact"]
    assert "clip: an option of methods with sets" in refused(
        lambda: ss.Window(method="codet", clip=(1, 0.5), stats=ss.Statistics.count([STORM]))
    )
    for wrong in ((1,), (0.5, 0.5), (1, 0), (1, 2), "ab", 3):
        assert "clip: expected fewest documents" in refused(lambda clip=wrong: ss.Window(clip=clip))


def test_settings_may_be_given_whole() -> None:
    window = ss.Window(method=ss.Ddd(q=2, threshold=0.4), now=NOW)
    assert (window.settings, window.hours) == (ss.Ddd(q=2, threshold=0.4), 24)


def test_codet_takes_the_words_of_its_statistics() -> None:
    options = ss.WordOptions(language="en", stop=True, stem="first5")
    statistics = ss.Statistics.count([STORM, COMET], options=options)
    window = ss.Window(method="codet", stats=statistics, now=NOW)
    add(window, "a", f"{STORM} {COMET}")
    verdict = add(window, "b", COMET)
    assert (verdict.relation, verdict.matches[0].score) == ("contained", 1.0)
    assert add(window, "c", COMET).matches[0].relation == "near"
    assert "language: the statistics count words" in refused(
        lambda: ss.Window(method="codet", stats=statistics, language="tr")
    )
