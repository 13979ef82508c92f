"""The tables of pdc's join: forms of sentences, windows of them, seeds of diagonals."""

from __future__ import annotations

import pyarrow as pa

from samesame.steps.tables.spec import (
    COUNTED,
    DOCUMENT,
    EVERYWHERE,
    FEATURES,
    KEY,
    LINK,
    PAIR,
    PLACE,
    SHARED,
    WANTED,
    spec,
)

# A sentence of pdc: its range in code points, a key of its words; its form and the class of that, -1 if it has none;
# how many sentences have that form in all; whether it may start a diagonal, and whether other forms are like its own.
SEQUENCE = pa.struct(
    [
        ("start", pa.uint32()),
        ("end", pa.uint32()),
        ("key", pa.uint64()),
        ("form", pa.int64()),
        ("class", pa.int64()),
        ("places", pa.int64()),
        ("good", pa.bool_()),
        ("linked", pa.bool_()),
    ]
)
SEQUENCES = pa.large_list(SEQUENCE)

TABLES = (
    # pdc, forms: the distinct forms of the sentences of a partition, and how many sentences there have each.
    spec("form_counts", "form", ("form", KEY), ("to", pa.int64()), ("places", pa.int64()), ("features", FEATURES)),
    # Forms by number, in the place of documents for the set join; then its tables.
    spec("forms", None, DOCUMENT, ("side", pa.int8()), ("features", FEATURES)),
    spec("form_feature_counts", "feature", *COUNTED),
    spec("form_shared_features", "to", *SHARED),
    spec("form_asked", "feature", *COUNTED[:1]),
    spec("form_wanted", "to", *WANTED),
    spec("form_places", "place", *PLACE),
    spec("form_candidates", "left", *PAIR),
    # Like forms, each pair from both sides; and the same on the way to a partition that asked for the left one.
    spec("like", "left", *PAIR),
    spec("sent_like", "to", ("to", pa.int64()), *PAIR),
    # Links between forms, while classes are computed; and forms not yet linked only to the smallest.
    spec("form_links", "node", *LINK),
    spec("form_hooks", "node", *LINK),
    spec("form_loose", None, LINK[0]),
    # What a partition needs to know of its forms: number, class, sentences in all, whether others are like it.
    spec(
        "formed",
        "to",
        ("form", KEY),
        ("to", pa.int64()),
        ("number", pa.int64()),
        ("class", pa.int64()),
        ("places", pa.int64()),
        ("linked", pa.bool_()),
    ),
    # pdc, windows: documents as sequences of forms; keys of windows that are a whole document with few sentences.
    spec("sequences", None, DOCUMENT, ("side", pa.int8()), ("sentences", SEQUENCES)),
    spec("short", EVERYWHERE, ("key", pa.uint64())),
    # Windows of sentences: the first sentence, how many, the form of the good sentence before it or -1, whether it is
    # the whole document.
    spec(
        "sentence_windows",
        "key",
        ("key", pa.uint64()),
        DOCUMENT,
        ("side", pa.int8()),
        ("at", pa.uint32()),
        ("before", pa.int64()),
        ("size", pa.uint32()),
        ("whole", pa.bool_()),
    ),
    # Windows of two documents with which a diagonal may begin: the first sentence in each.
    spec("seeds", "left", *PAIR, ("left_at", pa.uint32()), ("right_at", pa.uint32()), ("size", pa.uint32())),
    spec("sent_sequences", "to", DOCUMENT, ("to", pa.int64()), ("sentences", SEQUENCES)),
)
