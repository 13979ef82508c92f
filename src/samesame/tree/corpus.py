"""The corpus tree of CoDet as a stream: documents are added and removed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import nan
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias

from samesame import _core
from samesame.errors import InputError, ParameterError, StatisticsMismatch
from samesame.methods.codet import CODET
from samesame.model import Document, Match
from samesame.read.times import parse_time
from samesame.sign.statistics import Statistics
from samesame.tree.drawing import draw_svg, draw_text

# The sentences of a document as words, cut and prepared by the caller.
Sentences: TypeAlias = Iterable[Iterable[str]]
PREPARATION = ("language", "stop", "stem", "unspaced")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TreeStats:
    """How large a tree is.

    `profiles` are documents with different sentences, `visits` the entries of all document lists. `bytes` is all memory
    except that of the ids, which is `id_bytes`.
    """

    documents: int
    profiles: int
    nodes: int
    visits: int
    words: int
    bytes: int
    id_bytes: int


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node: a word below other words, and the documents that visit it, once per visit.

    `parent` is the index of the parent among the nodes, None below the root. `contribution` is what a visit adds to the
    similarity with each entry of the list: depth times idf.
    """

    parent: int | None
    label: str
    depth: int
    idf: float
    documents: tuple[str, ...]

    @property
    def contribution(self) -> float:
        """Depth times idf."""
        return self.depth * self.idf


class CorpusTree:
    """The corpus tree of CoDet: each added document is compared with all documents in the tree, in both directions.

    The words of texts are prepared as those of the `statistics` were, which are frozen. Parameters are those of the
    method `codet`: `threshold` (ETL), `ws` (word sorting), `depth` (DT), `suffixes` (PSC). Documents with the same
    sentences form a group: a new document is matched with the first of each group, and a further copy with the first of
    its own group only; `all_pairs` reports all. The containment of A in C is `CS(A, C) / SCS(A)`. Each idf is rounded
    to a multiple of 2^-32, so that sums are exact and do not depend on the order of documents; a document passes if the
    quotient of the two sums as floating-point numbers is above the threshold. Several threads may use one tree.

    >>> import samesame as ss
    >>> news = {
    ...     "a": "The ferry to Bozcaada left late. Storms closed the harbour on Monday.",
    ...     "b": "Storms closed the harbour on Monday!",
    ...     "c": "Nobody saw the comet.",
    ... }
    >>> english = ss.WordOptions(language="en", stop=True, stem="first5")
    >>> tree = ss.CorpusTree(ss.Statistics.count(news, options=english))
    >>> for id_, text in news.items():
    ...     for match in tree.add(id_, text):
    ...         print(match.left, match.relation, match.right, match.left_score)
    b contained a 1.0
    """

    def __init__(
        self,
        statistics: Statistics | str | PathLike[str],
        *,
        all_pairs: bool = False,
        **parameters: Any,
    ) -> None:
        if not isinstance(statistics, Statistics):
            statistics = Statistics.load(Path(statistics))
        require_preparation(statistics, parameters)
        own = {name: value for name, value in parameters.items() if name not in PREPARATION}
        self.settings = CODET.settings(own)
        self.statistics = statistics
        self._tree = _core.CorpusTree(
            statistics.weights(),
            statistics.options.key(),
            sorted=self.settings.ws,
            depth=self.settings.depth,
            suffixes=self.settings.suffixes,
            threshold=self.settings.threshold,
            all_pairs=all_pairs,
        )

    def add(
        self,
        document: Document | str,
        content: str | Sentences | None = None,
        *,
        time: datetime | str | float | None = None,
    ) -> list[Match]:
        """Adds a document; returns its matches with those in the tree, sorted by id.

        The document is a `Document`, or an id followed by a text or by ready-made sentences (lists of words, used
        unchanged). A match has the containments: `left_score` is `CS(left, right) / SCS(left)`, `right_score` the
        reverse. Its coverages, shares of 4-word shingles, are NaN: a tree keeps a kilobyte of paths per document and no
        text in which they could be counted. `ss.find(method="codet")` reads the texts again and counts them.

        >>> import samesame as ss
        >>> tree = ss.CorpusTree(ss.Statistics.count_words([["shares", "rise"], ["shares", "fall"]]), ws=False)
        >>> tree.add("a", [["shares", "rise"], ["banks", "close"]])
        []
        >>> [(match.left, match.right, match.relation) for match in tree.add("b", [["shares", "rise"]])]
        [('b', 'a', 'contained')]
        """
        if isinstance(document, Document):
            id_, content = document.id, document.text if content is None else content
            time = document.time if time is None else time
        else:
            id_ = document
        moment = _microseconds(time)
        try:
            if isinstance(content, str):
                found = self._tree.add_text(id_, content, moment)
            else:
                found = self._tree.add_sentences(id_, _sentences(content), moment)
        except UnicodeEncodeError as error:
            raise InputError(f"document {id_!r}: a lone surrogate is no character: {error.reason}") from error
        threshold = self.settings.threshold
        return sorted((_match(id_, *other, threshold) for other in found), key=lambda match: (match.left, match.right))

    def remove(self, id: str) -> None:
        """Removes a document: the tree is as if it had never been added. An unknown id is an `InputError`."""
        self._tree.remove(id)

    def expire(self, before: datetime | str | float) -> int:
        """Removes all documents older than a time; returns how many. Documents without a time stay."""
        moment = _microseconds(before)
        if moment is None:
            raise ParameterError(f"before: expected a time, got {before!r}")
        return self._tree.expire(moment)

    def __len__(self) -> int:
        return len(self._tree)

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and id in self._tree

    def stats(self) -> TreeStats:
        """How large the tree is."""
        return TreeStats(*self._tree.stats())

    def nodes(self) -> list[TreeNode]:
        """All nodes, parents first; the children of a node are sorted by their first document, then by their words."""
        found = self._tree.nodes()
        return [TreeNode(parent, label, depth, idf, tuple(ids)) for parent, label, depth, idf, ids in found]

    def draw(self, format: Literal["text", "svg"] = "text", *, limit: int = 200) -> str:
        """The tree as text or as an SVG picture: each node with its documents and its contribution.

        At most `limit` nodes are drawn.

        >>> import samesame as ss
        >>> tree = ss.CorpusTree(ss.Statistics.count_words([["shares", "rise"], ["shares", "fall"]]), ws=False)
        >>> _ = tree.add("a", [["shares", "rise"]]), tree.add("b", [["shares", "fall"]])
        >>> print(tree.draw())
        2 documents, 3 nodes
        └─ shares  [a b]  1 × 1.000 = 1.000
           ├─ rise  [a]  2 × 1.693 = 3.386
           └─ fall  [b]  2 × 1.693 = 3.386
        """
        drawings = {"text": draw_text, "svg": draw_svg}
        if format not in drawings:
            raise ParameterError(f"format: expected 'text' or 'svg', got {format!r}")
        if limit < 1:
            raise ParameterError(f"limit: expected at least 1, got {limit}")
        return drawings[format](self.nodes(), len(self), limit)

    def __repr__(self) -> str:
        return f"CorpusTree({len(self):,} documents, statistics {self.statistics.fingerprint[:8]})"


def require_preparation(statistics: Statistics, parameters: dict[str, Any]) -> None:
    """Refuses parameters that would prepare words in another way than those of the statistics."""
    for name in PREPARATION:
        counted = getattr(statistics.options, name)
        if name in parameters and parameters[name] != counted:
            raise StatisticsMismatch(
                f"{name}: the statistics count words prepared with {counted!r}, got {parameters[name]!r}; count them "
                "alike with 'samesame stats', or leave it out"
            )


def _sentences(content: Sentences | None) -> list[list[str]]:
    if content is None:
        raise ParameterError("content: expected a text or sentences after the id, got none")
    sentences = [sentence if isinstance(sentence, str) else list(sentence) for sentence in content]
    for sentence in sentences:
        if isinstance(sentence, str) or not all(isinstance(word, str) for word in sentence):
            raise ParameterError(f"content: expected sentences as lists of words, got {sentence!r}")
    return sentences  # type: ignore[return-value]


def _match(id_: str, other: str, share: float, other_share: float, threshold: float) -> Match:
    passes, other_passes = share > threshold, other_share > threshold
    mine_left = passes if passes != other_passes else id_ < other
    left, right = ((id_, share), (other, other_share)) if mine_left else ((other, other_share), (id_, share))
    relation: Literal["near", "contained"] = "near" if passes and other_passes else "contained"
    return Match(left[0], right[0], relation, CODET.name, left[1], right[1], nan, nan, nan)


def _microseconds(time: object) -> int | None:
    try:
        moment = parse_time(time)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"time: expected a datetime, ISO 8601 or seconds since 1970, got {time!r}") from error
    return None if moment is None else (moment - _EPOCH) // timedelta(microseconds=1)
