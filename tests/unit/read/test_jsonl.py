"""JSON lines: each stands alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.read.documents import Documents
from samesame.read.verb import without_metadata

Lines = Callable[..., Path]
GOOD = {"id": "good", "text": "Good morning."}


def read(path: Path, **options: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(path, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"nonsense", "not valid JSON at column 2"),
        (b'{"id": "x", "text": "cut off', "not valid JSON"),
        (b'{"id": "x", "text": "more"} more', "trailing characters"),
        (b'{"id": "x", "text": "a\tb"}', "control character"),
        (b'{"id": "x", "text": "\xff"}', "not valid UTF-8 at byte 22"),
        (b'{"id": "x", "text": "\\ud800"}', "not valid JSON"),
        (b'{"id": "x", "text": "\\udc00\\ud800"}', "not valid JSON"),
        (b'{"id": "\\ud800", "text": "t"}', "surrogate"),
        (b'{"id": "x"}', "no field 'text'; --text-field names another"),
        (b'{"id": "x", "text": 5}', "expected a string in the field 'text'"),
        (b'{"id": "x", "text": null}', "expected a string in the field 'text'"),
        (b'{"id": "x", "text": ["t"]}', "expected a string in the field 'text'"),
        (b'{"id": ["x"], "text": "t"}', "the id is a list, not a string or number"),
        (b'{"id": {}, "text": "t"}', "the id is an object, not a string or number"),
        (b'{"id": true, "text": "t"}', "the id is true or false, not a string or number"),
        (b'{"id": "x", "text": "t", "time": [1]}', "the time is a list, not a string or number"),
        (b'{"id": "x", "text": "a", "text": "b"}', "the field 'text' stands there twice"),
        (b'{"id": "x", "id": "y", "text": "b"}', "the field 'id' stands there twice"),
        (b"[1, 2]", "expected a JSON object"),
        (b'"text"', "expected a JSON object"),
        (b"null", "expected a JSON object"),
        (b"\x00", "not valid JSON"),
        (b'{"text": "t", "k": "\\ud800"}', "the field 'k' has a \\u escape that is half of a pair"),
        (b'{"text": "t", "k": [{"\\udc00": 1}]}', "the field 'k' has a \\u escape that is half of a pair"),
        (b'{"text": "t", "\\ud800": 1}', "surrogate"),
        (b'{"text": "t", "k": NaN}', "not valid JSON"),
        (b'{"text": "t", "k": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "the field 'k' is nested deeper than 128"),
        (b'{"text": "t", "k": ' + b"[" * 100_000 + b"}", "not valid JSON"),
        (b'{"text": "t", "k": ' + b'{"a":' * 1000 + b"1" + b"}" * 1000 + b"}", "nested deeper than 128 levels"),
        (b'{"text": "t", "k": ' + b"9" * 5000 + b"}", "the field 'k' has a number of more than 1000 digits"),
    ],
)
def test_a_bad_line_is_named_with_file_and_line_and_the_rest_is_read(lines: Lines, line: bytes, words: str) -> None:
    path = lines("a.jsonl", [GOOD, line, {"id": "last", "text": "Good night."}])
    documents, problems = read(path)
    assert [document.id for document in documents] == ["good", "last"]
    assert len(problems) == 1
    assert problems[0].startswith("a.jsonl:2: ") and words in problems[0]


def test_nothing_of_a_bad_line_leaks_into_its_neighbours(lines: Lines) -> None:
    path = lines("a.jsonl", ['{"text": "lost", "k": 1, "id": []}', '{"text": "lost", "k": 1, x', GOOD])
    documents, _ = read(path)
    assert documents == [ss.Document("good", "Good morning.")]


def test_strict_raises_at_a_bad_line(lines: Lines) -> None:
    path = lines("a.jsonl", [GOOD, "nonsense"])
    with pytest.raises(ss.InputError, match=r"a\.jsonl:2: not valid JSON"):
        read(path, strict=True)


def test_empty_lines_byte_order_marks_and_windows_ends_are_no_matter(lines: Lines) -> None:
    path = lines("a.jsonl", [b'\xef\xbb\xbf{"text": "one"}\r', b"", b"  \r", b'{"text": "two"}\r'])
    documents, problems = read(path)
    assert [(document.id, document.text) for document in documents] == [("a.jsonl:1", "one"), ("a.jsonl:4", "two")]
    assert problems == []


def test_the_last_line_needs_no_end(folder: Path) -> None:
    Path("a.jsonl").write_text('{"text": "one"}\n{"text": "two"}')
    assert [document.text for document in ss.read("a.jsonl")] == ["one", "two"]


def test_an_empty_file_has_no_documents_and_no_problems(folder: Path) -> None:
    Path("a.jsonl").touch()
    assert read(Path("a.jsonl")) == ([], [])


def test_texts_come_out_as_they_went_in(lines: Lines) -> None:
    texts = ["", "a\nb\r\n\tc", "\x00", "\u2028 \ufeff", "çığ 北京 🙂 e\u0301", '"\\/', "x" * 100_000]
    path = lines("a.jsonl", [{"text": text} for text in texts])
    assert [document.text for document in ss.read(path)] == texts


def test_escaped_pairs_of_surrogates_are_characters(lines: Lines) -> None:
    path = lines("a.jsonl", [r'{"text": "\ud83d\ude42 \u00e9"}'])
    assert [document.text for document in ss.read(path)] == ["🙂 é"]


def test_other_fields_are_metadata_as_they_came(lines: Lines) -> None:
    path = lines(
        "a.jsonl", ['{"k": {"n": [1, 2.50, null]}, "text": "t", "ç": true, "id": "a", "big": 12345678901234567890}']
    )
    (document,) = ss.read(path)
    assert document.metadata == {"k": {"n": [1, 2.5, None]}, "ç": True, "big": 12345678901234567890}


def test_nesting_that_is_read_can_be_looked_at(lines: Lines) -> None:
    deep = "[" * 128 + "]" * 128
    documents, problems = read(lines("a.jsonl", [f'{{"text": "t", "k": {deep}}}']))
    assert json.dumps(documents[0].metadata["k"]) == deep and problems == []


# Pieces of records that are good, bad, or good only if nobody looks.
WORDS = (
    r'" \u d800 dc00 0041 { } [ ] : , "text" "t" "id" "k" "time" 1 - e9 1e999 NaN null true \ é "\ud83d\ude42" "\ud83d"'
)
PIECES = st.sampled_from([*WORDS.split(" "), " ", "[" * 130, "]" * 130, "9" * 1001])
RECORD = st.lists(st.tuples(PIECES, PIECES), max_size=3).map(
    lambda pairs: '{"text": "t"' + "".join(f', "{key}": {value}' for key, value in pairs) + "}"
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.lists(PIECES, max_size=8).map("".join) | RECORD, max_size=6))
def test_a_record_is_judged_alike_with_and_without_its_metadata(
    tmp_path_factory: pytest.TempPathFactory, records: list[str]
) -> None:
    path = tmp_path_factory.mktemp("judged") / "a.jsonl"
    path.write_text("\n".join(records))

    def judged(documents: Documents) -> tuple[list[object], list[str]]:
        rows = [row for batch in documents.batches() for row in batch.select(["id", "text", "line"]).to_pylist()]
        return rows, [str(problem) for problem in documents.problems]

    whole = ss.read(path)
    assert judged(whole) == judged(without_metadata(ss.read(path)))
    assert len(list(whole)) == len(judged(whole)[0])  # the metadata of what is read can be looked at


@pytest.mark.parametrize(
    "written",
    ["0000-01-01T00:00:00Z", "0000-01-01", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"],
)
def test_a_time_that_no_calendar_has_costs_only_the_time(lines: Lines, written: object) -> None:
    documents, problems = read(lines("a.jsonl", [{"id": "a", "text": "t", "time": written}]))
    assert documents == [ss.Document("a", "t")]
    assert problems == [f"a.jsonl:1: the time '{written}' is outside the years 1 to 9999; kept without it"]


def test_lines_of_garbage_are_counted_and_ten_thousand_named(lines: Lines) -> None:
    documents = ss.read(lines("a.jsonl", [*["x"] * 200_000, GOOD]))
    assert [document.id for document in documents] == ["good"]
    assert (len(documents.problems), [p.line for p in documents.problems]) == (200_000, list(range(1, 10_001)))


def test_fields_have_the_names_they_are_given(lines: Lines) -> None:
    path = lines("a.jsonl", [{"key": "a", "body": "t", "when": "2025-03-03", "text": "other", "id": 3}])
    (document,) = ss.read(path, id_field="key", text_field="body", time_field="when")
    assert document == ss.Document("a", "t", datetime(2025, 3, 3, tzinfo=UTC), {"text": "other", "id": 3})


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2025-03-03T11:06:40Z", datetime(2025, 3, 3, 11, 6, 40, tzinfo=UTC)),
        ("2025-03-03T12:06:40+01:00", datetime(2025, 3, 3, 11, 6, 40, tzinfo=UTC)),
        ("2025-03-03 11:06:40.25", datetime(2025, 3, 3, 11, 6, 40, 250_000, tzinfo=UTC)),
        ("2025-03-03", datetime(2025, 3, 3, tzinfo=UTC)),
        (1_741_000_000, datetime(2025, 3, 3, 11, 6, 40, tzinfo=UTC)),
        (None, None),
    ],
)
def test_times_in_their_usual_spellings(lines: Lines, written: object, moment: datetime | None) -> None:
    path = lines("a.jsonl", [{"text": "t", "time": written}])
    documents, problems = read(path)
    assert ([document.time for document in documents], problems) == ([moment], [])


def test_a_bad_time_costs_only_the_time(lines: Lines) -> None:
    documents, problems = read(lines("a.jsonl", [{"id": "a", "text": "t", "time": "yesterday"}]))
    assert documents == [ss.Document("a", "t")]
    assert problems == ["a.jsonl:1: the time 'yesterday' is not ISO 8601; kept without it"]


def test_a_line_beyond_the_limit_is_passed_over_whatever_its_size(lines: Lines) -> None:
    long = [{"id": f"long{size}", "text": "x" * size} for size in (1 << 20, 20 << 20)]
    path = lines("a.jsonl", [GOOD, long[0], {"id": "mid", "text": "m"}, long[1], {"id": "last", "text": "l"}])
    documents, problems = read(path, max_record=1 << 20)
    assert [document.id for document in documents] == ["good", "mid", "last"]
    assert problems == [f"a.jsonl:{line}: longer than 1 MiB (see --max-record); left out" for line in (2, 4)]


def test_a_long_line_within_the_limit_is_read(lines: Lines) -> None:
    path = lines("a.jsonl", [{"text": "x" * (9 << 20)}, GOOD])
    assert [len(document.text) for document in ss.read(path)] == [9 << 20, 13]


def test_lines_are_numbered_over_many_batches(lines: Lines) -> None:
    filler = "word " * 200
    records: list[object] = [{"text": filler} for _ in range(12_000)]
    records[11_000] = "nonsense"
    documents = ss.read(lines("a.jsonl", records))
    assert [document.id for document in documents] == [f"a.jsonl:{i}" for i in range(1, 12_001) if i != 11_001]
    assert [problem.line for problem in documents.problems] == [11_001]
