"""The tables from documents to matches: count, key, group, sign, join, verify, measure, link, align."""

from __future__ import annotations

import pyarrow as pa

from samesame.match.wishes import WISH
from samesame.steps.tables.spec import (
    COUNTED,
    DOCUMENT,
    EVERYWHERE,
    FEATURES,
    FOUND,
    KEY,
    MEMBER,
    PAIR,
    PLACE,
    ROW,
    SHARED,
    WANTED,
    spec,
)

TABLES = (
    spec(
        "documents",
        "document",
        *MEMBER,
        ("text", pa.large_string()),
        ("time", pa.int64()),
        ("fixed", pa.bool_()),
        *WISH,
        ("key", KEY),
        ("features", FEATURES),
        ("plain", FEATURES),
    ),
    # In how many documents each word occurs: per partition, and in all; and the number of documents.
    spec("word_counts", "word", ("word", pa.large_string()), ("documents", pa.uint64())),
    spec("words", EVERYWHERE, ("word", pa.large_string()), ("documents", pa.uint64())),
    spec("totals", EVERYWHERE, ("documents", pa.int64())),
    # Where the second side begins, if there is one.
    spec("starts", EVERYWHERE, ("start", pa.int64())),
    # Documents with the same words have the same key; those without words have no row. `kind` is a hash of the
    # signature if identical documents must agree in that, too; otherwise it is null. `fixed` and the columns that the
    # rule of `dedup` uses are null for `find`.
    spec(
        "keys",
        "key",
        *MEMBER,
        ("key", KEY),
        ("kind", KEY),
        ("time", pa.int64()),
        ("fixed", pa.bool_()),
        *WISH,
    ),
    # All documents with words, and the first of their group: the one of its side with the smallest id. `group` is the
    # same on both sides: the smallest number of a document with these words.
    spec("members", "first", *MEMBER, ("first", pa.int64()), ("group", pa.int64())),
    # Pairs of identical documents that are reported; `first` is the first of the group of the left one.
    spec("same", "first", *ROW, ("first", pa.int64())),
    # The firsts of groups with their signatures.
    spec("signatures", None, DOCUMENT, ("side", pa.int8()), ("signature", pa.null())),
    # Pairs of firsts that pass, with the method's score in each direction. If only one direction passes, the left
    # document is inside the right one. `relation` is an index into RELATIONS. `shared` and the sizes count the method's
    # features if it has any. `spans` are null unless the method knows them.
    spec("pairs", "left", *PAIR, *FOUND),
    # The same, with the 4-word shingles that both share and that each has.
    spec("measured", "left", *PAIR, *FOUND),
    # The same with the left document, which may be a copy of the first, on the way to the right one.
    spec("half", "right", *ROW[:1], *ROW[2:4], ("group", pa.int64()), ("right", pa.int64()), *FOUND),
    # Documents that a partition asks for, with the number of that partition.
    spec("wanted", "document", DOCUMENT, ("to", pa.int64())),
    spec("texts", "to", DOCUMENT, ("to", pa.int64()), ("text", pa.large_string())),
    # Matches: both documents, what was found, where. In `found`, spans may still be missing.
    spec("found", None, *ROW, *FOUND),
    spec("matches", None, *ROW, *FOUND),
    # join: how many documents of a partition have a feature, of either side; features that several documents have, told
    # to these partitions; those at which a document asks; the same, told back, with the number of their places.
    spec("feature_counts", "feature", *COUNTED),
    spec("shared_features", "to", *SHARED),
    spec("asked_features", "feature", *COUNTED[:1]),
    spec("wanted_features", "to", *WANTED),
    # Documents at the places of these features, with how much a document shares from the feature on, rarest first;
    # whether it asks there, and whether it is met there.
    spec("places", "place", *PLACE),
    # Pairs that may pass, the smaller number left; a pair may be listed several times.
    spec("candidates", "left", *PAIR),
    # bands: documents by a key of the bands of their MinHash signatures.
    spec("bands", "band", ("band", KEY), DOCUMENT, ("side", pa.int8())),
    # blocks: signatures by a key of some of their bits, and the number of the mask of these bits.
    spec(
        "blocks",
        "block",
        ("block", KEY),
        ("mask", pa.int64()),
        DOCUMENT,
        ("side", pa.int8()),
        ("signature", pa.null()),
    ),
    # verify, measure: the features of documents, on the way to the partition that asked for them.
    spec("sent", "to", DOCUMENT, ("to", pa.int64()), ("features", FEATURES)),
)
