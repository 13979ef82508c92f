"""The steps of each verb with a method, in order. The stages of a step are named, not imported."""

from __future__ import annotations

from dataclasses import replace

from samesame.methods import MethodSettings
from samesame.methods.base import Compared, Joined
from samesame.plan.model import Step

COUNT = Step(
    name="count",
    stages=("count", "count.sum"),
    does="count in how many documents each word stands",
    reads=True,
    holds="the words of the collection",
)
KEY = Step(
    name="key",
    stages=("key",),
    does="make a 128-bit key of the words of each document",
    reads=True,
    holds="a batch of texts",
)
GROUP = Step(
    name="group",
    stages=("group",),
    does="put documents with the same key into groups; the smallest id stands for a group",
    holds="key and id of each document",
)
SIGN = Step(
    name="sign",
    stages=("sign",),
    does="make the method's signatures of one document per group",
    reads=True,
    holds="a batch of texts",
)
JOIN = Step(
    name="join",
    stages=("join.spread", "join.count", "join.prefix", "join.reply", "join.place", "join"),
    does="find pairs whose shared features can suffice, rarest first (prefix filter)",
    holds="features that documents share; beyond the memory they wait on disk",
)
BANDS = Step(
    name="join",
    stages=("bands.spread", "bands"),
    does="find pairs that agree in a band of their MinHash signatures",
    holds="a signature per document, and the candidates",
)
BLOCKS = Step(
    name="join",
    stages=("blocks.spread", "blocks"),
    does="find bit strings that agree in blocks, and differ in few bits",
    holds="a bit string per document",
)
KEY_SIGNED = Step(
    name="key",
    stages=("key.signed",),
    does="make a 128-bit key of the words of each document, and one of its signature",
    reads=True,
    holds="a batch of texts",
)
PICK = Step(name="sign", stages=("sign.pick",), does="take the signatures of one document per group")
TREE = Step(
    name="join",
    stages=("tree.nodes", "tree.count", "tree.probe", "tree.reply", "tree.place", "tree.meet"),
    does="find documents with the same beginnings of sentences in a corpus tree, rarest first",
    holds="the corpus tree, about 1 kB per document of 2 kB",
)
CONTAINERS = Step(
    name="verify",
    stages=("tree.ask", "verify.send", "tree.verify"),
    does="sum up what the documents of each candidate share",
    holds="the signatures of candidates",
)
FORMS = Step(
    name="join",
    stages=(
        *("pdc.forms", "pdc.number"),
        *("like.spread", "like.count", "like.prefix", "like.reply", "like.place", "like.join"),
        *("like.ask", "like.send", "like"),
    ),
    does="pair sentences with like signatures",
    holds="the different sentences, without their words",
)
CLASSES = Step(
    name="join",
    stages=("classes.large", "classes.small"),
    does="put sentences that likeness links into classes",
    holds="a number per different sentence",
    until="form_loose",
)
DIAGONALS = Step(
    name="verify",
    stages=(
        *("pdc.tell", "pdc.sequences", "pdc.windows", "pdc.meet"),
        *("pdc.ask", "pdc.send", "pdc.ask_like", "pdc.send_like", "pdc.diagonals"),
    ),
    does="find the sequences of like sentences that two documents share",
    holds="the sentences of all documents, without their words",
)
VERIFY = Step(
    name="verify",
    stages=("verify.ask", "verify.send", "verify"),
    does="count what the documents of each candidate share",
    holds="the features of candidates",
)
# Only the minima of the features were kept.
VERIFY_AGAIN = replace(
    VERIFY, does="make the features of candidates again, and count what their documents share", reads=True
)
COUNTED = Step(
    name="measure",
    stages=("measure.counted",),
    does="take the coverages from the features, which are the 4-word shingles",
)
MEASURE = Step(
    name="measure",
    stages=("measure.ask", "measure.send", "measure"),
    does="count what the documents of each pair share in 4-word shingles",
    reads=True,
    holds="the 4-word shingles of the documents of pairs; beyond half the memory they wait on disk",
)
LINK = Step(
    name="link",
    stages=("link.left", "link.right"),
    does="make rows of documents from pairs of groups",
    holds="pairs; beyond the memory they wait on disk",
)
ALIGN = Step(
    name="align",
    stages=("align.ask", "align.send", "align"),
    does="find the passages of each match",
    reads=True,
    holds="the texts of matches; beyond half the memory they wait on disk",
)
STAND = Step(
    name="stand",
    stages=("stand",),
    does="choose who stands for a group of identical documents",
    holds="id, time and what the rule looks at of each document",
)
AGAINST = Step(
    name="against",
    stages=("against.find", "against.name", "against"),
    does="let documents go that one of the other side covers, whose documents all stay",
    holds="what documents of both sides share",
)
# Without comparing this side with itself.
AGAINST_ONLY = replace(AGAINST, stages=(*AGAINST.stages, "against.only"))
LINKS = Step(name="stars", stages=("stars.link",), does="link documents of which one covers the other")
COMPONENTS = Step(
    name="stars",
    stages=("stars.large", "stars.small"),
    does="find the components of these links, in rounds",
    until="star_loose",
)
STARS = Step(
    name="stars",
    stages=("stars.place", "stars"),
    does="choose who stays in each component: near copies go by the rule, then what larger ones contain",
    holds="the documents that stay, with their features; over partitions the pairs of each component",
)
CONNECT_LINKS = Step(name="connect", stages=("connect.link",), does="link documents that match")
CONNECTED = Step(
    name="connect",
    stages=("connect.tell",),
    does="tell the component of each document",
    holds="a number per document; over partitions also the links",
)
CLUSTER_LINKS = Step(name="cluster", stages=("cluster.link",), does="link documents that match")
CLUSTERS = Step(
    name="cluster",
    stages=("cluster.place", "cluster"),
    does="choose the references of each component; the others join the closest one that they match",
    holds="the pairs that match; over partitions those of each component",
)
MEMBERS = Step(
    name="cluster",
    stages=("cluster.members", "cluster.tell"),
    does="make a row for each document",
    holds="the rows",
)
LETTERS = Step(
    name="letters",
    stages=(),
    does="take letters apart: main text, dockets, relayer, footer; put those with the same main text together",
    reads=True,
    holds="main texts that differ, as numbers of words",
)
REFERENCES = Step(
    name="references",
    stages=(),
    does="find reference copies: letters with more than m exact copies, and the letters behind families",
    holds="an index of the words of main texts",
)
CONSTRAIN = Step(
    name="constrain",
    stages=(),
    does="make must-, cannot- and family-links, and close them together with the user's",
    holds="links of documents with reference copies",
)
GATHER = Step(
    name="gather",
    stages=(),
    does="let documents join the nearest centre: reference copies first, then the earliest documents that are alone",
    holds="what is near a few hundred documents at a time",
)
EDITS = Step(
    name="edits",
    stages=(),
    does="tell how each member was edited, and what its writer added",
    reads=True,
    holds="a batch of texts and their reference copies",
)
REMOVE = Step(
    name="remove",
    stages=("remove", "keep"),
    does="make a row for each document that goes",
    holds="the removals",
)
WINDOWS = Step(
    name="sign",
    stages=("windows",),
    does="hash every run of min_words words",
    reads=True,
    holds="hashes; beyond half the memory they wait on disk",
)
PIECES = Step(
    name="join",
    stages=("windows.repeated", "pieces"),
    does="drop the hashes that stand in one place",
    holds="a few bits per hash, in shares that fit",
)
PASSAGES = Step(
    name="passages",
    stages=("passages",),
    does="sort what is left by what follows, and read the passages off it",
    holds="32 bytes per shared piece, in one process",
)
LOCATE = Step(
    name="locate",
    stages=("locate", "tell"),
    does="find the places in the texts",
    reads=True,
    holds="places; beyond the memory they wait on disk",
)
WRITE = Step(
    name="write",
    stages=(),
    does="hand over the rows in the order of their ids, or write them",
    holds="rows; beyond the memory they wait on disk",
)


# How signatures become pairs.
_MATCH: dict[Joined, tuple[Step, ...]] = {
    "sets": (JOIN, VERIFY),
    "bands": (BANDS, VERIFY_AGAIN),
    "bits": (BLOCKS,),
    "paths": (TREE, CONTAINERS),
    "sentences": (FORMS, CLASSES, DIAGONALS),
}


def find_steps(settings: MethodSettings, *, counts: bool, spans: bool, connects: bool = False) -> tuple[Step, ...]:
    """The steps of `find`. With `counts`, a method that weighs words has no statistics yet."""
    matching = *matching_steps(settings, counts=counts), *measuring_steps(settings)
    connecting = (CONNECT_LINKS, replace(COMPONENTS, name="connect"), CONNECTED) if connects else ()
    return (*matching, LINK, *((ALIGN,) if spans else ()), *connecting, WRITE)


def matching_steps(settings: MethodSettings, *, counts: bool) -> tuple[Step, ...]:
    """From documents to pairs: the steps that `find` and `dedup` have in common."""
    count = (COUNT,) if counts and settings.needs_statistics else ()
    signing = settings.signing
    if signing is None:
        return (*count, KEY, GROUP)
    each = signing.compared is Compared.EACH
    keyed = (KEY_SIGNED, GROUP, PICK) if each else (KEY, GROUP, SIGN)
    return (*count, *keyed, *_MATCH[signing.joined])


def measuring_steps(settings: MethodSettings) -> tuple[Step, ...]:
    """The steps that count what pairs share, if there are pairs."""
    signing = settings.signing
    return () if signing is None else (COUNTED,) if signing.plain else (MEASURE,)


def dedup_steps(
    settings: MethodSettings,
    *,
    counts: bool,
    writes: bool,
    marks: bool = False,
    against: bool = False,
    within: bool = True,
) -> tuple[Step, ...]:
    """The steps of `dedup`. Only pairs of a document that goes and the one that stays are measured."""
    stars: tuple[Step, ...] = (LINKS, COMPONENTS, STARS) if within else ()
    if against:
        stars = (AGAINST if within else AGAINST_ONLY, *stars)
    if settings.signing is None:
        stars = ()
    matching = *matching_steps(settings, counts=counts), STAND, *stars, *measuring_steps(settings)
    copy = "copy all documents, each with a mark whether it stays" if marks else "copy the documents that stay"
    return (*matching, REMOVE, replace(WRITE, does=copy, reads=True) if writes else WRITE)


def cluster_steps(settings: MethodSettings, *, counts: bool) -> tuple[Step, ...]:
    """The steps of `cluster` with any method: all pairs are measured, to tell which reference is the closest."""
    if settings.clusters:
        return (LETTERS, REFERENCES, CONSTRAIN, GATHER, EDITS, WRITE)
    matching = *matching_steps(settings, counts=counts), *measuring_steps(settings), STAND
    linked = () if settings.signing is None else (CLUSTER_LINKS, replace(COMPONENTS, name="cluster"))
    return (*matching, *linked, CLUSTERS, MEMBERS, WRITE)


def passages_steps() -> tuple[Step, ...]:
    """The steps of `passages`."""
    return (WINDOWS, PIECES, PASSAGES, LOCATE, WRITE)


def index_steps(settings: MethodSettings, *, counts: bool) -> tuple[Step, ...]:
    """The steps of writing an index."""
    count = (COUNT,) if counts and settings.needs_statistics else ()
    return (*count, KEY, SIGN, WRITE)
