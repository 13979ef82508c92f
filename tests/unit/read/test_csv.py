"""CSV and TSV with a header line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import samesame as ss


def read(name: str, content: str | bytes, **options: object) -> tuple[list[ss.Document], list[str]]:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    documents = ss.read(name, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


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
    assert len(problems) == 1
    assert problems[0].startswith("a.csv:3: ") and "is a quotation mark not closed?" in problems[0]


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
