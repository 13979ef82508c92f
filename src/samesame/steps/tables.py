"""The tables between the stages: their columns, and the column that they are partitioned by."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from samesame.align.spans import SPANS
from samesame.report.passages import PASSAGE_SCHEMA

# Every partition gets the whole table.
EVERYWHERE = "*"
FEATURES = pa.large_list(pa.uint64())
KEY = pa.binary(16)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table between stages.

    Rows with the same value in the column `by` meet in one partition; None: a row stays in the partition that made it.
    The type of a column `signature` is that of the method's signatures, told by the plan.
    """

    name: str
    schema: pa.Schema
    by: str | None = None

    def schema_for(self, signature: pa.DataType) -> pa.Schema:
        """The schema with the type of a method's signatures put in."""
        at = self.schema.get_field_index("signature")
        return self.schema if at < 0 else self.schema.set(at, pa.field("signature", signature))


def _spec(name: str, by: str | None, *columns: tuple[str, pa.DataType]) -> TableSpec:
    return TableSpec(name, pa.schema(columns), by)


# A document is known by its number in the order of reading, over all sides; partition number % partitions holds it.
# Documents of an index have no text, but what the index keeps: key, features and plain shingles; else these are null.
# `time` is in microseconds, NEVER where there is none.
_DOCUMENT = ("document", pa.int64())
_MEMBER = (_DOCUMENT, ("id", pa.large_string()), ("side", pa.int8()))
_PAIR = (("left", pa.int64()), ("right", pa.int64()))
_ROW = (
    *_PAIR,
    ("left_id", pa.large_string()),
    ("left_side", pa.int8()),
    ("right_id", pa.large_string()),
    ("right_side", pa.int8()),
)
_FOUND = (
    ("relation", pa.uint8()),
    ("left_score", pa.float64()),
    ("right_score", pa.float64()),
    ("shared", pa.int64()),
    ("left_size", pa.int64()),
    ("right_size", pa.int64()),
    ("spans", SPANS),
)
_FEATURE = (("feature", pa.uint64()), _DOCUMENT, ("side", pa.int8()), ("size", pa.int64()))
_LINK = (("node", pa.int64()), ("other", pa.int64()))
# A place of a passage, by number, and what is known of the passage.
_PASSAGE = (
    ("passage", pa.int64()),
    ("place", pa.int64()),
    ("words", pa.int64()),
    ("count", pa.int64()),
    ("boilerplate", pa.bool_()),
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

TABLES: dict[str, TableSpec] = {
    spec.name: spec
    for spec in (
        _spec(
            "documents",
            "document",
            *_MEMBER,
            ("text", pa.large_string()),
            ("time", pa.int64()),
            ("fixed", pa.bool_()),
            ("key", KEY),
            ("features", FEATURES),
            ("plain", FEATURES),
        ),
        # In how many documents each word stands: counted per partition, and in all; and how many documents there are.
        _spec("word_counts", "word", ("word", pa.large_string()), ("documents", pa.uint64())),
        _spec("words", EVERYWHERE, ("word", pa.large_string()), ("documents", pa.uint64())),
        _spec("totals", EVERYWHERE, ("documents", pa.int64())),
        # Documents with the same words have the same key; those without words have no row. `kind` is a hash of the
        # signature where identical documents must agree in that, too; else it is null. `length` is in code points.
        _spec(
            "keys",
            "key",
            *_MEMBER,
            ("key", KEY),
            ("kind", KEY),
            ("time", pa.int64()),
            ("length", pa.int64()),
            ("fixed", pa.bool_()),
        ),
        # All documents with words, and the first of the group of each: the one of its side with the smallest id.
        # `group` is the same on both sides: the smallest number of a document with these words.
        _spec("members", "first", *_MEMBER, ("first", pa.int64()), ("group", pa.int64())),
        # Pairs of identical documents that are told; `first` is the first of the group of the left one.
        _spec("same", "first", *_ROW, ("first", pa.int64())),
        # The firsts of groups with what the method makes of them.
        _spec("signatures", None, _DOCUMENT, ("side", pa.int8()), ("signature", pa.null())),
        # Pairs of firsts that pass, with the method's score in each direction. Where only one way passes, the left one
        # is inside the right one. `relation` is a number among RELATIONS. `shared` and the sizes count the method's
        # features where it has any. `spans` are null unless the method knows them.
        _spec("pairs", "left", *_PAIR, *_FOUND),
        # The same, with what both share in 4-word shingles, and how many of these each has.
        _spec("measured", "left", *_PAIR, *_FOUND),
        # The same with the left document, which may be a copy of the first, on the way to the right one.
        _spec("half", "right", *_ROW[:1], *_ROW[2:4], ("group", pa.int64()), ("right", pa.int64()), *_FOUND),
        # Documents that a partition asks for, by the number of that partition.
        _spec("wanted", "document", _DOCUMENT, ("to", pa.int64())),
        _spec("texts", "to", _DOCUMENT, ("to", pa.int64()), ("text", pa.large_string())),
        # Matches: both documents, what was found, where. Of `found`, spans may still be missing.
        _spec("found", None, *_ROW, *_FOUND),
        _spec("matches", None, *_ROW, *_FOUND),
        # join: the different features of each document, and how many it has.
        _spec("features", "feature", *_FEATURE),
        # Those that several documents have; one stands for `weight` of them with the same documents.
        _spec("shared", "document", *_FEATURE, ("holders", pa.int64()), ("weight", pa.int64())),
        # The same with how much the document shares from this feature on, rarest first.
        _spec("places", "feature", *_FEATURE, ("rest", pa.int64())),
        # Pairs that may pass, the smaller number left; a pair may be there several times.
        _spec("candidates", "left", *_PAIR),
        # bands: documents by a key of the bands of their MinHash signatures.
        _spec("bands", "band", ("band", KEY), _DOCUMENT, ("side", pa.int8())),
        # blocks: signatures by a key of some of their bits, and the number of the mask that these are under.
        _spec(
            "blocks",
            "block",
            ("block", KEY),
            ("mask", pa.int64()),
            _DOCUMENT,
            ("side", pa.int8()),
            ("signature", pa.null()),
        ),
        # verify, measure: the features of documents, on the way to the partition that asked for them.
        _spec("sent", "to", _DOCUMENT, ("to", pa.int64()), ("features", FEATURES)),
        # stand: all documents with words, the first of their group, and whether they stand for it. The first of several
        # that must stay does; the others of these do not go for it.
        _spec(
            "standing",
            "first",
            *_MEMBER,
            ("first", pa.int64()),
            ("time", pa.int64()),
            ("length", pa.int64()),
            ("fixed", pa.bool_()),
            ("stands", pa.bool_()),
        ),
        # stars: links between groups of which one covers the other, while components are made of them; nodes that are
        # not yet linked with the smallest of their component alone.
        _spec("star_links", "node", *_LINK),
        _spec("star_hooks", "node", *_LINK),
        _spec("star_loose", None, _LINK[0]),
        # Groups by the document that stands for each, and pairs of them. `upper` and `lower` are halves of a weight.
        _spec(
            "nodes",
            "component",
            ("component", pa.int64()),
            *_MEMBER,
            ("first", pa.int64()),
            ("time", pa.int64()),
            ("length", pa.int64()),
            ("fixed", pa.bool_()),
            ("upper", pa.uint64()),
            ("lower", pa.uint64()),
        ),
        _spec("covers", "component", ("component", pa.int64()), *_PAIR, *_FOUND),
        # Groups that go, by their first; the id of the document that stays; whether the rule prefers that one.
        _spec("gone", "first", ("first", pa.int64()), ("kept", pa.large_string()), ("by_rule", pa.bool_())),
        # remove: documents that go, with the id of the one that stays, what both share in 4-word shingles and what each
        # has; whether it goes by the rule, or because another one contains it. Then the documents that stay.
        _spec(
            "removals",
            "document",
            *_MEMBER[:2],
            ("kept", pa.large_string()),
            ("relation", pa.uint8()),
            ("shared", pa.int64()),
            ("left_size", pa.int64()),
            ("right_size", pa.int64()),
            ("by_rule", pa.bool_()),
        ),
        _spec("kept", "document", *_MEMBER[:2]),
        # passages: windows of words, as they stand in each document; different ones by partition; those met again.
        _spec("windowed", None, *_MEMBER[:2], ("words", pa.int64()), ("windows", FEATURES)),
        _spec("windows", "window", ("window", pa.uint64()), ("count", pa.int64()), ("to", pa.int64())),
        _spec("repeated", "to", ("window", pa.uint64()), ("to", pa.int64())),
        # Windows that follow one another from a word on, all to one partition; how many words the document has.
        _spec(
            "pieces",
            "to",
            ("to", pa.int64()),
            *_MEMBER[:2],
            ("words", pa.int64()),
            ("word", pa.int64()),
            ("windows", FEATURES),
        ),
        # Places of passages, numbered by passage and within it: as words, and in the text, told of the first place.
        _spec("passage_places", "document", *_PASSAGE, _DOCUMENT, ("word", pa.int64())),
        _spec(
            "located",
            "passage",
            *_PASSAGE,
            *_MEMBER[:2],
            ("start", pa.int64()),
            ("end", pa.int64()),
            ("marks", pa.int64()),
            ("text", pa.large_string()),
        ),
        TableSpec("passages", PASSAGE_SCHEMA),
        # codet: the signatures of all documents, where these decide which are identical.
        _spec("signed", None, _DOCUMENT, ("side", pa.int8()), ("signature", pa.null())),
        # The nodes of the corpus tree that a document visits: how often, and what that adds to its containment in one
        # that visits the node once.
        _spec(
            "tree_nodes",
            "node",
            ("node", pa.uint64()),
            _DOCUMENT,
            ("side", pa.int8()),
            ("visits", pa.uint32()),
            ("gain", pa.float64()),
        ),
        # Those that others visit, too: how many do, and what this adds to the containment at most.
        _spec(
            "shared_nodes",
            "document",
            _DOCUMENT,
            ("node", pa.uint64()),
            ("holders", pa.int64()),
            ("most", pa.float64()),
        ),
        # Nodes that a document looks for containers at.
        _spec("probes", "node", ("node", pa.uint64()), _DOCUMENT),
        # A document, and one that may contain it.
        _spec("containers", "left", *_PAIR),
        # pdc, forms: the different forms of the sentences of a partition, and how many sentences there have each.
        _spec("form_counts", "form", ("form", KEY), ("to", pa.int64()), ("places", pa.int64()), ("features", FEATURES)),
        # Forms by number, as the set join takes documents; then its tables.
        _spec("forms", None, _DOCUMENT, ("side", pa.int8()), ("features", FEATURES)),
        _spec("form_features", "feature", *_FEATURE),
        _spec("form_shared", "document", *_FEATURE, ("holders", pa.int64()), ("weight", pa.int64())),
        _spec("form_places", "feature", *_FEATURE, ("rest", pa.int64())),
        _spec("form_candidates", "left", *_PAIR),
        # Forms that are alike, each pair from both sides; on the way to a partition that asked for the left one.
        _spec("like", "left", *_PAIR),
        _spec("sent_like", "to", ("to", pa.int64()), *_PAIR),
        # Links between forms, while classes are made of them; and forms not yet linked with the smallest alone.
        _spec("form_links", "node", *_LINK),
        _spec("form_hooks", "node", *_LINK),
        _spec("form_loose", None, _LINK[0]),
        # What a partition is told of its forms: number, class, sentences in all, whether others are like it.
        _spec(
            "formed",
            "to",
            ("form", KEY),
            ("to", pa.int64()),
            ("number", pa.int64()),
            ("class", pa.int64()),
            ("places", pa.int64()),
            ("linked", pa.bool_()),
        ),
        # pdc, windows: documents as sequences of forms; keys of windows that are all of a document with few sentences.
        _spec("sequences", None, _DOCUMENT, ("side", pa.int8()), ("sentences", SEQUENCES)),
        _spec("short", EVERYWHERE, ("key", pa.uint64())),
        # Windows of sentences: the first, how many, the form of the good sentence before it or -1, whether it is all of
        # the document.
        _spec(
            "sentence_windows",
            "key",
            ("key", pa.uint64()),
            _DOCUMENT,
            ("side", pa.int8()),
            ("at", pa.uint32()),
            ("before", pa.int64()),
            ("size", pa.uint32()),
            ("whole", pa.bool_()),
        ),
        # Windows of two documents that a diagonal may begin with: the first sentence in each.
        _spec("seeds", "left", *_PAIR, ("left_at", pa.uint32()), ("right_at", pa.uint32()), ("size", pa.uint32())),
        _spec("sent_sequences", "to", _DOCUMENT, ("to", pa.int64()), ("sentences", SEQUENCES)),
    )
}
