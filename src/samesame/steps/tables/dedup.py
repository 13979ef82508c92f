"""The tables of `dedup` behind the pairs: stand, stars, remove."""

from __future__ import annotations

import pyarrow as pa

from samesame.match.wishes import WISH
from samesame.steps.tables.spec import DOCUMENT, FOUND, LINK, MEMBER, PAIR, spec

# Groups that go, by their first; the id of the document that stays; whether the rule prefers that one; its side.
GONE = (
    ("first", pa.int64()),
    ("kept", pa.large_string()),
    ("by_rule", pa.bool_()),
    ("kept_side", pa.int8()),
)

TABLES = (
    # stand: all documents with words, the first of their group, and whether they stand for it. If several must stay,
    # the first of them does; the others are not removed for it.
    spec(
        "standing",
        "first",
        *MEMBER,
        ("first", pa.int64()),
        ("time", pa.int64()),
        *WISH,
        ("fixed", pa.bool_()),
        ("stands", pa.bool_()),
    ),
    # against: pairs of a document of this side and one of the other side that covers it, on the way to that one; with
    # the document that stands for its group, on the way back; what comes of them.
    spec("ahead", "right", *PAIR, *FOUND),
    spec("ahead_named", "left", *PAIR, *FOUND, ("kept", pa.large_string()), DOCUMENT),
    spec("gone_ahead", "first", *GONE),
    spec("pairs_ahead", "left", *PAIR, *FOUND),
    # stars: links between groups of which one covers the other, while components are computed; and nodes that are not
    # yet linked only to the smallest of their component.
    spec("star_links", "node", *LINK),
    spec("star_hooks", "node", *LINK),
    spec("star_loose", None, LINK[0]),
    # Groups by the document that stands for each, and pairs of them. `upper` and `lower` are halves of a weight.
    spec(
        "nodes",
        "component",
        ("component", pa.int64()),
        *MEMBER,
        ("first", pa.int64()),
        ("time", pa.int64()),
        *WISH,
        ("fixed", pa.bool_()),
        ("upper", pa.uint64()),
        ("lower", pa.uint64()),
    ),
    spec("covers", "component", ("component", pa.int64()), *PAIR, *FOUND),
    spec("gone", "first", *GONE),
    # remove: documents that go, with the id of the one that stays, the 4-word shingles that both share and that each
    # has; whether it goes by the rule, or because another one contains it. Then the documents that stay.
    spec(
        "removals",
        "document",
        *MEMBER[:2],
        ("kept", pa.large_string()),
        ("relation", pa.uint8()),
        ("shared", pa.int64()),
        ("left_size", pa.int64()),
        ("right_size", pa.int64()),
        ("by_rule", pa.bool_()),
        ("kept_side", pa.int8()),
    ),
    spec("kept", "document", *MEMBER[:2]),
)
