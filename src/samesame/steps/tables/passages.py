"""The tables of `passages`."""

from __future__ import annotations

import pyarrow as pa

from samesame.report.passages import PASSAGE_SCHEMA
from samesame.steps.tables.spec import DOCUMENT, FEATURES, MEMBER, TableSpec, spec

# A place of a passage, by number, and what is known of the passage.
PASSAGE = (
    ("passage", pa.int64()),
    ("place", pa.int64()),
    ("words", pa.int64()),
    ("count", pa.int64()),
    ("boilerplate", pa.bool_()),
)

TABLES = (
    # passages: windows of words in the order of each document; the distinct ones per partition; the repeated ones.
    spec("windowed", None, *MEMBER[:2], ("words", pa.int64()), ("windows", FEATURES)),
    spec("windows", "window", ("window", pa.uint64()), ("count", pa.int64()), ("to", pa.int64())),
    spec("repeated", "to", ("window", pa.uint64()), ("to", pa.int64())),
    # Consecutive windows from a word on, all in one partition; and the number of words of the document.
    spec(
        "pieces",
        "to",
        ("to", pa.int64()),
        *MEMBER[:2],
        ("words", pa.int64()),
        ("word", pa.int64()),
        ("windows", FEATURES),
    ),
    # Places of passages, numbered by passage and within it: as words, and in the text, with the text of the first
    # place.
    spec("passage_places", "document", *PASSAGE, DOCUMENT, ("word", pa.int64())),
    spec(
        "located",
        "passage",
        *PASSAGE,
        *MEMBER[:2],
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("marks", pa.int64()),
        ("text", pa.large_string()),
    ),
    TableSpec("passages", PASSAGE_SCHEMA),
)
