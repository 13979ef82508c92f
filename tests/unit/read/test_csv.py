"""CSV and TSV with a header line."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.model import Problem
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.problems import Problems


def read(name: str, content: str | bytes, **options: object) -> tuple[list[ss.Document], list[str]]:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    documents = ss.read(name, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


def test_cells_of_columns_with_one_name_are_all_kept(folder: Path) -> None:
    documents, problems = read("a.csv", "text,kind,kind\na,letter,form\n")
    assert not problems and documents[0].metadata == {"kind": "letter", "kind (2)": "form"}


def test_a_column_that_stands_twice_is_named(folder: Path) -> None:
    for header in ("id,text,text", "id,id,text"):
        Path("a.csv").write_text(f"{header}\na,b,c\n")
        documents = ss.read("a.csv")
        assert list(documents) == []
        assert ["stands there twice" in problem.message for problem in documents.problems] == [True]


def test_quotes_commas_and_line_ends_belong_to_the_text(folder: Path) -> None:
    documents, problems = read("a.csv", 'id,text,kind\na,"He said ""no"", twice\nand left",letter\nb,plain,\n')
    assert documents == [
        ss.Document("a", 'He said "no", twice\nand left', None, {"kind": "letter"}),
        ss.Document("b", "plain", None, {"kind": ""}),
    ]
    assert problems == []


def test_tsv_is_parted_by_tabs(folder: Path) -> None:
    documents, _ = read("a.tsv", "text\tid\tk\none, two\ta\t1\n")
    assert documents == [ss.Document("a", "one, two", None, {"k": "1"})]


def test_byte_order_mark_windows_ends_and_spaces_around_names_are_no_matter(folder: Path) -> None:
    documents, problems = read("a.csv", "\ufeffid , text\r\na,one\r\nb,two\r\n")
    assert [(document.id, document.text) for document in documents] == [("a", "one"), ("b", "two")]
    assert problems == []


def test_bad_rows_are_named_by_the_line_they_begin_on(folder: Path) -> None:
    content = b'id,text,time\na,"two\nlines",\nb,short\nc,\xff,\nd,fine,never\ne,one,,too many\nf,last,2025-03-03\n'
    documents, problems = read("a.csv", content)
    assert documents == [
        ss.Document("a", "two\nlines"),
        ss.Document("d", "fine"),
        ss.Document("f", "last", datetime(2025, 3, 3, tzinfo=UTC)),
    ]
    assert problems == [
        "a.csv:4: 2 fields where the header has 3",
        "a.csv:5: not valid UTF-8",
        "a.csv:6: the time 'never' is not ISO 8601; kept without it",
        "a.csv:7: 4 fields where the header has 3",
    ]


def test_ids_default_to_the_line(folder: Path) -> None:
    documents, _ = read("a.csv", 'text,id\n"one\ntwo",\nthree,\n')
    assert [document.id for document in documents] == ["a.csv:2", "a.csv:4"]


def test_a_missing_text_column_is_named_with_those_there_are(folder: Path) -> None:
    Path("b.csv").write_text("text\nfine\n")
    Path("a.csv").write_text("id,body\na,one\n")
    found = ss.read(folder)
    assert [document.text for document in found] == ["fine"]
    (problem,) = found.problems
    assert problem.message == "no column 'text' (there are: id, body); --text-field names another"
    documents, problems = read("a.csv", "id,body\na,one\n", text_field="body")
    assert ([document.text for document in documents], problems) == (["one"], [])


def test_a_quote_that_nobody_closes_ends_at_the_limit_and_keeps_what_came_before(folder: Path) -> None:
    content = 'id,text\na,one\nb,"open\n' + "c,three\n" * 400_000
    documents, problems = read("a.csv", content, max_record=1 << 20)
    assert [document.id for document in documents] == ["a"]
    assert problems == ["a.csv:3: longer than 1 MiB (see --max-record); left out"]


def test_a_quote_that_nobody_closes_is_named_at_the_end_of_the_file(folder: Path) -> None:
    documents, problems = read("a.csv", 'id,text\na,one\nb,"open\nc,three\n')
    assert [document.id for document in documents][:1] == ["a"]
    assert len(problems) == 1 and problems[0].startswith("a.csv:3: ")


def test_an_empty_file_has_no_text_column(folder: Path) -> None:
    documents, problems = read("a.csv", "")
    assert documents == []
    assert len(problems) == 1 and "no column 'text'" in problems[0]


def test_many_rows_are_read_in_batches_and_in_order(folder: Path) -> None:
    content = "id,text\n" + "".join(f"{i},{'word ' * 100}\n" for i in range(20_000))
    Path("a.csv").write_text(content)
    assert [document.id for document in ss.read("a.csv")] == [str(i) for i in range(20_000)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(folder: Path, end: str) -> None:
    rows = ["id,text", ",one", ',"two', 'lines"', "", "bad", ",three"]
    documents, problems = read("a.csv", end.join(rows) + end)
    assert [document.id for document in documents] == ["a.csv:2", "a.csv:3", "a.csv:7"]
    assert problems == ["a.csv:6: 1 fields where the header has 2"]


def rows_of(text: str) -> list[tuple[int, list[str]]]:
    """Rows with the line each begins on, straight from the definition: a row is what the csv module makes of the
    fewest lines that it can make one row of."""
    found: list[tuple[int, list[str]]] = []
    row, start, number = "", 1, 1
    lines = fold(text).split("\n")
    for number, line in enumerate(lines, start=1):
        row += line if number == start else "\n" + line
        if closed(row):
            if row:
                found.append((start, next(csv.reader(io.StringIO(row, newline="")))))
            row, start = "", number + 1
    if row:
        found.append((start, ["open"]))
    return found


def fold(field: str) -> str:
    return field.replace("\r\n", "\n").replace("\r", "\n")


def closed(row: str) -> bool:
    try:
        list(csv.reader(io.StringIO(row, newline=""), strict=True))
    except csv.Error:
        return False
    return True


# Quotation marks only where a writer puts them: what others mean, readers disagree on.
FIELDS = st.one_of(
    st.text("ab ", max_size=3),
    st.text('ab",\r\n', max_size=5).map(lambda field: '"' + field.replace('"', '""') + '"'),
)
ROWS = st.lists(st.lists(FIELDS, min_size=1, max_size=3).map(",".join), max_size=8)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(ROWS, st.lists(st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"]), min_size=9, max_size=9))
def test_documents_and_problems_have_the_lines_of_a_naive_reader(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str], ends: list[str]
) -> None:
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    text = "".join(row + end for row, end in zip(["x,text", *rows], ends, strict=False))
    path.write_bytes(text.encode())
    documents = ss.read(path)
    found = [(int(document.id.rsplit(":", 1)[1]), document.text) for document in documents]
    bad = [problem.line for problem in documents.problems]
    naive = rows_of(text)[1:]
    assert [(line, fold(field)) for line, field in found] == [(line, row[1]) for line, row in naive if len(row) == 2]
    assert bad == [line for line, row in naive if len(row) != 2]


def test_a_row_beyond_the_limit_costs_only_itself(folder: Path) -> None:
    long = "x" * (9 << 20)
    documents, problems = read("a.csv", f'text\r\none\r\n"{long}\r\n"\r\ntwo\r\n', max_record=1 << 20)
    assert [(document.id, document.text) for document in documents] == [("a.csv:2", "one"), ("a.csv:5", "two")]
    assert problems == ["a.csv:3: longer than 1 MiB (see --max-record); left out"]


def test_bad_rows_are_all_counted_and_ten_thousand_named(folder: Path) -> None:
    Path("a.csv").write_text("id,text\n" + "a\n" * 300_000 + "b,good\n")
    told: list[Problem] = []
    documents = Documents(resolve(["a.csv"], None, Problems()), ReadOptions(), Problems(tell=told.append))
    assert [document.id for document in documents] == ["b"]
    assert len(documents.problems) == 300_000
    assert [problem.line for problem in documents.problems] == list(range(2, 10_002))
    assert {problem.message for problem in documents.problems} == {"1 fields where the header has 2"}
    more = told[10_000:]
    assert more[0].line == 10_002 and more[-1].message.endswith("from here up to line 300001, not named one by one")
    assert sum(int(problem.message.split(" ")[0]) for problem in more) == 290_000
