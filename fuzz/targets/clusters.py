"""`cluster` and `report`: letters and their copies, links and earlier runs, some of them damaged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import inside, refused, same
from fuzz.mutate import mutate
from fuzz.seeds import letters
from fuzz.seeds.collections import collection, copy
from fuzz.seeds.settings import settings_of

Records = list[dict[str, Any]]
_LITTLE: dict[str, Any] = {"memory": "16MiB", "threads": 2}
_MUCH: dict[str, Any] = {"memory": "1GiB", "threads": 1}


class Clusters(Target):
    """Letters with random settings, links of a user, and the members of an earlier run."""

    name = "clusters"

    def make(self, rng: random.Random) -> Case:
        records = _records(rng)
        files = {}
        if rng.random() < 0.4:
            files["links.csv"] = _links(rng, [record["id"] for record in records])
        method = "durian" if rng.random() < 0.7 else rng.choice(("exact", "overlap", "dsc", "codet"))
        options: dict[str, Any] = {
            "records": records,
            "settings": {"method": method, **settings_of(rng, method)},
            "before": sorted(rng.sample(range(len(records)), rng.randrange(len(records) + 1))),
            "damage": rng.getrandbits(30) if rng.random() < 0.3 else None,
            "shuffle": rng.getrandbits(30),
        }
        return Case(files, options)

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            case.write(folder)
            _check(case, folder)


def _check(case: Case, folder: Path) -> None:
    records, settings = case.options["records"], dict(case.options["settings"])
    if case.files and settings["method"] == "durian":
        settings["constraints"] = folder / "links.csv"
    much = refused(lambda: ss.cluster(records, **settings, **_MUCH))
    shuffled = list(records)
    random.Random(case.options["shuffle"]).shuffle(shuffled)
    little = refused(lambda: ss.cluster(shuffled, **settings, **_LITTLE))
    if isinstance(much, ss.SamesameError):
        if not isinstance(little, ss.SamesameError):
            raise Fault(f"refused with much memory only: {much}")
        return
    if not isinstance(little, ss.SamesameError):
        rows = (found.to_arrow().to_pylist() for found in (much, little))
        same("the same members whatever the memory, the threads and the order", *rows)
    _members_hold(much, records)
    _campaigns_hold(much, folder)
    _page_holds(much, records, folder)
    if settings["method"] == "durian":
        _goes_on(case, folder, settings)


def _members_hold(found: ss.Clusters, records: Records) -> None:
    """Each document has one row, each cluster one reference, and each range lies inside its text."""
    rows, texts = list(found), {record["id"]: record["text"] for record in records}
    same("a row for each document", sorted(row.id for row in rows), sorted(texts))
    heads = [row.cluster for row in rows if row.role != "member"]
    same("one reference for each cluster", sorted(heads), sorted({row.cluster for row in rows}))
    for row in rows:
        if row.role == "singleton" and [other.id for other in rows if other.cluster == row.cluster] != [row.id]:
            raise Fault(f"who is in no cluster must be alone: {row}")
        if row.coverage_of_reference is not None and not 0 <= row.coverage_of_reference <= 1:
            raise Fault(f"a coverage must lie between 0 and 1: {row}")
        for start, end in row.unique or ():
            inside("unique text", start, end, texts[row.id])


def _campaigns_hold(found: ss.Clusters, folder: Path) -> None:
    found.write(folder / "members.jsonl")
    sizes: dict[str, int] = {}
    for row in found:
        sizes[row.cluster] = sizes.get(row.cluster, 0) + 1
    told = {campaign.cluster: campaign.size for campaign in found.campaigns()}
    if told != {cluster: size for cluster, size in sizes.items() if size > 1}:
        raise Fault(f"campaigns must have the sizes of their clusters: {told}, {sizes}")


def _page_holds(found: ss.Clusters, records: Records, folder: Path) -> None:
    page = ss.report(found, records)
    named = page.html.replace("the table of members", "members.jsonl")
    same("the same page from a file of members", [ss.report(folder / "members.jsonl", records).html], [named])
    same("no text to be missing", list(page.missing), [])
    if "\x00" in page.html or page.html.count("<script") != page.html.count("</script"):
        raise Fault("the page must hold no control characters and no elements of the texts")
    page.html.encode()


def _goes_on(case: Case, folder: Path, settings: dict[str, Any]) -> None:
    """A later run with more documents takes the members of the earlier one, or refuses damaged ones."""
    records: Records = case.options["records"]
    settings.pop("constraints", None)
    earlier = refused(lambda: ss.cluster([records[i] for i in case.options["before"]], **settings))
    if isinstance(earlier, ss.SamesameError):
        return
    path = folder / "earlier.jsonl"
    earlier.write(path)
    if case.options["damage"] is not None:
        data = path.read_bytes()
        path.write_bytes(mutate(random.Random(case.options["damage"]), ".jsonl", data, data))
    later = refused(lambda: ss.cluster(records, previous=path, **settings))
    if isinstance(later, ss.SamesameError):
        if case.options["damage"] is None:
            raise Fault(f"members of an earlier run must be taken: {later}")
        return
    same("a row for each document", sorted(row.id for row in later), sorted(record["id"] for record in records))


def _records(rng: random.Random) -> Records:
    """Letters with exact and edited copies, all with different times, among any texts at all."""
    made = [letters.letter(rng) for _ in range(rng.randrange(1, 4))]
    found = [text for text in made for _ in range(rng.choice((1, 2, 7)))]
    found += [copy(rng, rng.choice(made)) for _ in range(rng.randrange(6))]
    found += [record["text"] for record in collection(rng, 5)]
    rng.shuffle(found)
    return [{"id": f"{i:02}", "text": text, "time": f"2025-03-01T00:00:{i:02}Z"} for i, text in enumerate(found)]


def _links(rng: random.Random, ids: list[str]) -> bytes:
    rows = [f"{rng.choice(ids)},{rng.choice(ids)},{rng.choice(('must', 'cannot', 'family'))}" for _ in range(4)]
    data = "\n".join(["left,right,kind", *rows, ""]).encode()
    return mutate(rng, ".csv", data, data) if rng.random() < 0.3 else data
