"""An open index answers many questions, from several threads, while others write."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.index import Index
from samesame.verbs.index import add_to_index, build_index, remove_from_index

SIX = "harbour ferry island mountain garden bridge"
LETTERS = {f"d{i:03}": f"{SIX} letter{i // 2} of {' '.join(f'w{i // 3}x{j}' for j in range(9))}" for i in range(60)}
ASKED = [{f"q{i}": f"{LETTERS[f'd{i:03}']} and more"} for i in range(0, 60, 7)] + [{"none": "nothing like it"}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    build_index(tmp_path / "index", LETTERS)
    return tmp_path / "index"


def rows(asked: dict[str, str], against: Any, **options: Any) -> list[dict[str, Any]]:
    return list(ss.find(asked, against=against, threshold=0.5, **options).to_arrow().to_pylist())


def test_it_answers_as_one_that_is_opened_for_each_question(path: Path) -> None:
    expected = [rows(asked, path) for asked in ASKED]
    assert sum(map(len, expected)) > 9 and not expected[-1]
    with ss.Index(path) as index:
        for _ in range(3):
            assert [rows(asked, index) for asked in ASKED] == expected
        assert rows(ASKED[0], index, engine=ss.Steps(partitions=2, processes=False)) == expected[0]


def test_threads_may_ask_at_the_same_time(path: Path) -> None:
    with ss.Index(path) as index:
        expected = [rows(asked, index) for asked in ASKED]
        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(lambda asked: rows(asked, index), ASKED * 4)) == expected * 4


def test_what_others_write_is_seen_after_a_refresh(path: Path) -> None:
    index, asked = ss.Index(path), {"q": LETTERS["d000"]}
    before = rows(asked, index)
    assert not index.refresh()
    # So many that all parts become one, and the files that were open are gone.
    add_to_index(path, {f"e{i}": f"{text} {i}" for i, text in enumerate(LETTERS.values())})
    remove_from_index(path, ["d001"])
    assert rows(asked, index) == before and index.documents == 60
    assert index.refresh() and not index.refresh()
    assert rows(asked, index) == rows(asked, path) != before
    assert index.documents == 119


def test_a_closed_one_says_so(path: Path) -> None:
    index = ss.Index(path)
    index.close()
    index.close()
    for ask in (lambda: rows(ASKED[0], index), lambda: index.documents, index.refresh, index.ids):
        with pytest.raises(ss.InputError, match=rf"index: '{path}' is closed; open it anew"):
            ask()


def test_a_plan_names_the_index_and_does_not_carry_it(path: Path) -> None:
    with ss.Index(path) as index:
        plan = ss.explain(ASKED[0], against=index, threshold=0.5)
        assert plan == ss.explain(ASKED[0], against=path, threshold=0.5)
        again = pickle.loads(pickle.dumps(plan))
    assert again == plan
    found = ss.run(again)
    assert isinstance(found, ss.Matches) and list(found.to_arrow().to_pylist()) == rows(ASKED[0], path)


def test_a_run_sees_the_state_that_its_plan_was_checked_with(path: Path) -> None:
    plan = ss.explain({"q": SIX}, against=path, threshold=0.5)
    remove_from_index(path, [*LETTERS])
    found = ss.run(plan)
    assert isinstance(found, ss.Matches) and len(found) > 0


def test_many_small_additions_leave_few_parts_and_files(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {})
    for i, (id_, text) in enumerate(LETTERS.items()):
        assert add_to_index(path, {id_: text}) == 1
        if i % 9 == 4:
            assert remove_from_index(path, [id_]) == []
    left = {id_: text for i, (id_, text) in enumerate(LETTERS.items()) if i % 9 != 4}
    parts = Index(path).header.parts
    assert len(parts) <= 7, [part.file.size for part in parts]
    assert len([*path.iterdir()]) <= 3 + len(parts)
    assert sorted(Index(path).ids().to_pylist()) == sorted(left) and Index(path).documents == len(left)
    assert [rows(asked, path) for asked in ASKED] == [rows(asked, left) for asked in ASKED]


def test_copies_take_next_to_no_room(tmp_path: Path) -> None:
    text = " ".join(f"word{i}" for i in range(3_000))
    one, many = tmp_path / "one", tmp_path / "many"
    build_index(one, {"a0": text})
    build_index(many, {f"a{i}": text.upper() if i % 2 else text for i in range(500)})
    add_to_index(many, {f"b{i}": text for i in range(500)})
    sizes = [sum(file.stat().st_size for file in path.iterdir()) for path in (one, many)]
    assert sizes[1] < sizes[0] + 40_000
    assert len(ss.find({"q": text}, against=many)) == 1_000


def test_a_document_of_an_index_is_found_among_many_that_share_a_footer(tmp_path: Path) -> None:
    footer = " ".join(f"footer{i}" for i in range(30))
    documents = {f"d{i}": f"{' '.join(f'w{i}x{j}' for j in range(60))} {footer}" for i in range(300)}
    build_index(tmp_path / "index", {**documents, "footer": footer})
    asked = {"q": documents["d7"]}
    found = [(match.left, match.relation, match.right) for match in ss.find(asked, against=tmp_path / "index")]
    assert found == [("d7", "exact", "q"), ("footer", "contained", "q")]
