"""What a rule of `dedup` looks at, per document, as columns that can be put in order wherever they are."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, to_numpy
from samesame.match.groups import Numbers
from samesame.match.keep import Field, Keep, rule_or_field

# What a value is: numbers come first in any order, documents without a value last.
NUMBER, TIME, TEXT, NOTHING = range(4)
# `wish_kind` is one of these, the smallest `wish_number` stays, and of texts `wish_text` decides.
WISH = (("wish_kind", pa.int8()), ("wish_number", pa.float64()), ("wish_text", pa.large_string()))


def wish_ranks(columns: pa.Table, keep: Keep) -> Numbers:
    """For each document a number of which the smallest stays; documents that are alike to the rule have the same.

    >>> kinds = pa.array([TEXT, NUMBER, NOTHING, NUMBER, TEXT], pa.int8())
    >>> numbers, texts = pa.array([0.0, -2, 0, -1, 0]), pa.array(["b", None, None, None, "c"], pa.large_string())
    >>> table = pa.table([kinds, numbers, texts], names=[name for name, _ in WISH])
    >>> wish_ranks(table, "quality").tolist(), wish_ranks(table, "quality:min").tolist()
    ([3, 0, 4, 1, 2], [2, 0, 4, 1, 3])
    """
    rule = rule_or_field(keep)
    numbers = to_numpy(columns["wish_number"])
    if not isinstance(rule, Field):
        return numbers.astype(np.int64)
    kinds = to_numpy(columns["wish_kind"]).astype(np.int64)
    texts = _text_ranks(combined(columns["wish_text"]), highest=rule.highest)
    order = np.lexsort((texts, numbers, kinds))
    other = np.ones(len(order), np.bool_)
    other[1:] = np.logical_or.reduce([column[order][1:] != column[order][:-1] for column in (texts, numbers, kinds)])
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.cumsum(other) - 1
    return ranks


def _text_ranks(texts: pa.Array, *, highest: bool) -> Numbers:
    """The place of each text among the different ones, in the order of code points; 0 where there is none."""
    encoded = pc.dictionary_encode(texts)
    places = to_numpy(pc.rank(encoded.dictionary, sort_keys="descending" if highest else "ascending"))
    known = np.append(places.astype(np.int64), 0)
    indices = to_numpy(pc.fill_null(encoded.indices, len(encoded.dictionary))).astype(np.int64)
    return known[indices]
