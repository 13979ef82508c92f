"""The verbs in Python: random settings over small collections, and what must hold of every answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import inside, refused, same
from fuzz.seeds.collections import collection
from fuzz.seeds.settings import method_settings
from samesame.methods import METHODS
from samesame.segment.words import WordOptions

Records = list[dict[str, Any]]
# Little and much memory must not matter, nor the number of threads.
_LITTLE, _MUCH = {"memory": "4MiB", "threads": 2}, {"memory": "1GiB", "threads": 1}


class Verbs(Target):
    """One verb with random settings per case."""

    name = "verbs"
    share = 2.0

    def make(self, rng: random.Random) -> Case:
        verb = rng.choice(("find", "find", "against", "dedup", "dedup", "passages", "compare", "index", "stats"))
        method, settings = method_settings(rng)
        options: dict[str, Any] = {
            "verb": verb,
            "records": collection(rng),
            "others": [{**record, "id": f"o{i}"} for i, record in enumerate(collection(rng, 12))],
            "method": method,
            "settings": settings,
            "more": _more(rng, verb),
            "shuffle": rng.getrandbits(30),
        }
        return Case({}, options)

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            _CHECKS[case.options["verb"]](case.options, folder)


def _more(rng: random.Random, verb: str) -> dict[str, Any]:
    if verb == "find":
        return {"all_pairs": rng.random() < 0.4, "spans": rng.random() < 0.4}
    if verb == "dedup":
        out = rng.choice(("x.jsonl", "x.csv", "x.parquet", "x.arrow"))
        against = rng.choice((None, "others", "others only"))
        return {"keep": rng.choice(("earliest", "longest", "text:min")), "out": out, "against": against}
    if verb == "passages":
        return {
            "min_words": rng.choice((1, 2, 4, 12)),
            "min_sentences": rng.choice((1, 1, 2)),
            "min_count": rng.choice((2, 2, 3)),
            "boilerplate": rng.choice((2, 10)),
            "unspaced": rng.choice(("bigrams", "segmenter")),
        }
    if verb == "compare":
        aligner = rng.choice(("verbatim", "reworded"))
        return {"aligner": aligner, "summary": rng.random() < 0.2, "adapt": rng.random() < 0.2}
    return {}


def _shuffled(options: dict[str, Any]) -> Records:
    records = list(options["records"])
    random.Random(options["shuffle"]).shuffle(records)
    return records


def _twice(call: Callable[..., Any], first: object, second: object) -> tuple[Any, Any] | None:
    """The answers with much memory and with little; None where one was refused."""
    much = refused(lambda: call(first, **_MUCH))
    little = refused(lambda: call(second, **_LITTLE))
    if isinstance(much, ss.SamesameError):
        if not isinstance(little, ss.SamesameError):
            raise Fault(f"refused with much memory only: {much}")
        return None
    return None if isinstance(little, ss.SamesameError) else (much, little)


def _check_find(options: dict[str, Any], folder: Path) -> None:
    def call(source: object, **limits: Any) -> ss.Matches:
        return ss.find(source, method=options["method"], **options["more"], **options["settings"], **limits)

    answers = _twice(call, options["records"], _shuffled(options))
    if answers is None:
        return
    much, little = (answer.to_arrow().to_pylist() for answer in answers)
    same("the same matches whatever the memory, the threads and the order", much, little)
    texts = {record["id"]: record["text"] for record in options["records"]}
    for match in answers[0]:
        _check_match(match, texts)


def _check_match(match: ss.Match, texts: dict[str, str]) -> None:
    if match.left == match.right or match.left not in texts or match.right not in texts:
        raise Fault(f"a match must have two documents: {match}")
    shares = [match.left_coverage, match.right_coverage, match.jaccard]
    if match.method != "codet":  # whose scores count repeated sentences
        shares += [match.left_score, match.right_score]
    if not all(0 <= share <= 1 for share in shares):
        raise Fault(f"shares must lie between 0 and 1: {match}")
    for span in match.spans or ():
        inside("a left span", span.left_start, span.left_end, texts[match.left])
        inside("a right span", span.right_start, span.right_end, texts[match.right])


def _check_against(options: dict[str, Any], folder: Path) -> None:
    def call(source: object, **limits: Any) -> ss.Matches:
        return ss.find(source, against=options["others"], method=options["method"], **options["settings"], **limits)

    answers = _twice(call, options["records"], _shuffled(options))
    if answers is None:
        return
    much, little = (answer.to_arrow().to_pylist() for answer in answers)
    same("the same matches whatever the memory, the threads and the order", much, little)
    here, there = ({record["id"] for record in options[side]} for side in ("records", "others"))
    for match in much:
        ids = {match["left"], match["right"]}
        if not (ids & here and ids & there):
            raise Fault(f"a match against others must have one of each side: {match}")
        for side in ("left", "right"):
            if (said := match.get(f"{side}_side")) and match[side] not in (here if said == "in" else there):
                raise Fault(f"a match must tell its sides right: {match}")


def _check_dedup(options: dict[str, Any], folder: Path) -> None:
    more = {"keep": options["more"]["keep"]}
    if against := options["more"].get("against"):
        more |= {"against": options["others"], "against_only": against == "others only"}
    # Of documents without times the first stays; here the order must not matter.
    options["records"] = [{"time": "2025-03-01", **record} for record in options["records"]]

    def call(source: object, **limits: Any) -> ss.Deduplication:
        return ss.dedup(source, method=options["method"], **more, **options["settings"], **limits)

    answers = _twice(call, options["records"], _shuffled(options))
    if answers is None:
        return
    much, little = (sorted(answer.removed.to_arrow().to_pylist(), key=str) for answer in answers)
    same("the same removals whatever the memory, the threads and the order", much, little)
    kept = [document.id for document in answers[0]]
    gone = [removal.id for removal in answers[0].removed]
    same("kept and removed to be all documents", sorted([*kept, *gone]), sorted(r["id"] for r in options["records"]))
    if not {removal.kept for removal in answers[0].removed if removal.kept_side != "against"} <= set(kept):
        raise Fault("a document went for one that did not stay")
    out = folder / options["more"]["out"]
    answers[0].write(out)
    if options["records"]:
        same("the file to hold what is kept", [document.id for document in ss.read(out)], kept)


def _check_passages(options: dict[str, Any], folder: Path) -> None:
    def call(source: object, **limits: Any) -> ss.Passages:
        return ss.passages(source, **options["more"], **limits)

    answers = _twice(call, options["records"], _shuffled(options))
    if answers is None:
        return
    much, little = (answer.to_arrow().to_pylist() for answer in answers)
    same("the same passages whatever the memory, the threads and the order", much, little)
    texts = {record["id"]: record["text"] for record in options["records"]}
    for passage in answers[0]:
        if passage.count != len(passage.places) or passage.count < options["more"]["min_count"]:
            raise Fault(f"a passage must have its number of places: {passage}")
        for place in passage.places:
            inside("a place", place.start, place.end, texts[place.id])


def _check_compare(options: dict[str, Any], folder: Path) -> None:
    found = [record["text"] for record in [*options["records"], *options["others"]]][:6]
    for left, right in pairwise(found):
        one = refused(lambda: ss.compare(left, right, threads=1, **options["more"]))  # noqa: B023
        if isinstance(one, ss.SamesameError):
            continue
        two = ss.compare(left, right, threads=2, **options["more"])
        same("the same comparison with one thread and with two", [one.to_dict()], [two.to_dict()])
        for span in one:
            inside("a left span", span.left_start, span.left_end, left)
            inside("a right span", span.right_start, span.right_end, right)
        one.to_html().encode()


def _check_index(options: dict[str, Any], folder: Path) -> None:
    """What an index answers is what its documents would."""
    records, method, settings = options["records"], options["method"], options["settings"]
    half, path = len(records) // 2, folder / "index"
    built = refused(lambda: ss.build_index(path, records[:half], method=method, **settings))
    if isinstance(built, ss.SamesameError):
        if path.exists():
            raise Fault("an index that was refused must not be there")
        return
    ss.add_to_index(path, records[half:])
    gone = [record["id"] for record in records[::5]]
    same("all ids to be known", ss.remove_from_index(path, [*gone, "nobody"]), ["nobody"])
    there = [record for record in records if record["id"] not in gone]
    if ss.Index(path).documents != len(there):
        raise Fault(f"the index must hold {len(there)} documents; it says {ss.Index(path).documents}")
    found = ss.find(options["others"], against=str(path), method=method, **settings).to_arrow().to_pylist()
    if METHODS[method].settings({}).signing is None or built.header.statistics is not None:
        return  # their weights are those of the first half
    wanted = ss.find(options["others"], against=there, method=method, **settings).to_arrow().to_pylist()
    same("an index to answer as its documents", found, wanted)


def _check_stats(options: dict[str, Any], folder: Path) -> None:
    words = WordOptions(language=random.Random(options["shuffle"]).choice((None, "en", "auto", "tr")))
    records = options["records"]
    whole = ss.Statistics.count(records, options=words, threads=1)
    parts = [ss.Statistics.count(part, options=words, threads=2) for part in (records[::2], records[1::2])]
    same("halves to make the whole", [parts[0].merge(parts[1]).fingerprint], [whole.fingerprint])
    whole.save(folder / "x.stats")
    again = ss.Statistics.load(folder / "x.stats")
    same("statistics to be the same after a file", [again.fingerprint], [whole.fingerprint])


_CHECKS: dict[str, Callable[[dict[str, Any], Path], None]] = {
    "find": _check_find,
    "against": _check_against,
    "dedup": _check_dedup,
    "passages": _check_passages,
    "compare": _check_compare,
    "index": _check_index,
    "stats": _check_stats,
}
