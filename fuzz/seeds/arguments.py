"""Random argument vectors of the program, sensible for the most part."""

from __future__ import annotations

import random
from functools import cache

from fuzz.seeds.settings import method_settings
from fuzz.seeds.workbench import INPUTS, ODD_INPUTS

_NONSENSE = ("", "-1", "0", "nan", "1e999", "x", "ü", "--", "-", "\udcff", "a=b", "99999999999999999999", "1;2", "None")
_OUTPUTS = ("x.jsonl", "x.csv", "x.tsv", "x.parquet", "x.arrow", "x.jsonl.gz", "x.csv.zst", "new/x.jsonl")
_ODD_OUTPUTS = (
    "x",
    "x.txt",
    "",
    "a.jsonl",
    "link.jsonl",
    "hard.csv",
    "b.csv",
    "index",
    "d/",
    "x.parquet.gz",
    "/dev/null",
)
_OUTPUT_INDEXES = ("new-index", "new-index", "index", "d", "a.jsonl", "")
# Options that several commands have, with values to choose from.
_READING = {
    "--format": ("jsonl", "csv", "text", "html", "mail", "parquet", "arrow", "xml", "mbox"),
    "--id-field": ("id", "doc"),
    "--text-field": ("text", "body"),
    "--time-field": ("time", "when"),
    "--clean": ("none", "tags", "article"),
    "--max-record": ("1MiB", "100", "0"),
    "--strict": (),
    "--threads": ("1", "2", "3"),
    "--ids": ("path",),
}
_METHOD = {
    "--preset": ("codet", "durian"),
    "--stats": ("s.stats", "missing.stats", "a.jsonl"),
    "--language": ("en", "auto", "tr", "none"),
    "--same": ("words", "letters"),
    "--memory": ("1MiB", "64MiB", "2GiB", "0"),
    "--engine": ("local",),
}
_OWN: dict[str, dict[str, tuple[str, ...]]] = {
    "find": {
        "--relation": ("exact", "near,contained", "partial"),
        "--all-pairs": (),
        "--spans": (),
        "--json": (),
        "--csv-safe": (),
    },
    "dedup": {
        "--keep": ("earliest", "longest", "first", "sources", "title", "text:min", ":min", "nothing"),
        "--against": ("a.jsonl", "b.csv", "missing.jsonl", "index"),
        "--against-only": (),
        "--previous": ("a.jsonl", "missing.jsonl", "m.jsonl"),
        "--mark": (),
    },
    "passages": {"--min-words": ("1", "4", "12"), "--min-count": ("2", "3"), "--json": (), "--boilerplate": ("2", "9")},
    "compare": {"--aligner": ("verbatim", "reworded"), "--adapt": (), "--summary": (), "--json": ()},
    "read": {"--csv-safe": ()},
    "stats": {"--stop": (), "--stem": ("none", "first5", "snowball"), "--merge": ("s.stats", "a.jsonl")},
    "evaluate": {
        "--relation": ("exact", "near"),
        "--family": ("id", "left"),
        "--json": (),
        "--format": ("matches", "pan"),
    },
}
_VERBS = (*_OWN, "index", "find", "dedup", "methods", "frobnicate")


def arguments(rng: random.Random) -> list[str]:
    """A command with random arguments; about one in ten of them makes no sense."""
    verb = rng.choice(_VERBS)
    if verb == "index":
        return _index(rng)
    if verb in ("methods", "frobnicate"):
        return [verb, *rng.choice(((), ("--json",), ("--nonsense",), ("-h",)))]
    found = [verb, *_positional(rng, verb)]
    options = {**_READING, **_METHOD} if verb in ("find", "dedup") else dict(_READING)
    options = {**({} if verb == "evaluate" else options), **_OWN[verb]}
    known = {name: values for name, values in options.items() if name in _known(verb)}
    for name in rng.sample(sorted(known), rng.choice((0, 0, 1, 1, 2, 3))):
        found += _option(rng, name, known[name])
    if verb in ("find", "dedup"):
        found += _method(rng)
    return [*found, *_output(rng, verb)]


@cache
def _known(verb: str) -> frozenset[str]:
    """The options that a command of this release has."""
    import typer.main

    from samesame.cli.main import program

    command = typer.main.get_command(program([verb])).commands[verb]  # type: ignore[attr-defined]
    return frozenset(name for parameter in command.params for name in parameter.opts)


def _input(rng: random.Random) -> str:
    return rng.choice(ODD_INPUTS) if rng.random() < 0.1 else rng.choice(INPUTS)


def _positional(rng: random.Random, verb: str) -> list[str]:
    if verb == "compare":
        return [rng.choice(("left.txt", "right.txt", "page.html", _input(rng))) for _ in range(2)]
    if verb == "evaluate":
        matches, truth = (
            rng.choice(("m.jsonl", "truth.csv", _input(rng))),
            rng.choice(("truth.csv", "m.jsonl", _input(rng))),
        )
        return [matches, "--truth", truth]
    return [_input(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]


def _option(rng: random.Random, name: str, values: tuple[str, ...]) -> list[str]:
    if not values:
        return [name]
    return [name, rng.choice(_NONSENSE) if rng.random() < 0.15 else rng.choice(values)]


def _method(rng: random.Random) -> list[str]:
    if rng.random() < 0.4:
        return []
    method, settings = method_settings(rng, nonsense=0.1)
    found = ["--method", method]
    for name, value in settings.items():
        found += ["--preset", str(value)] if name == "preset" else ["--set", f"{name}={value}"]
    return found


def _output(rng: random.Random, verb: str) -> list[str]:
    out = rng.choice(_ODD_OUTPUTS) if rng.random() < 0.15 else rng.choice(_OUTPUTS)
    if verb == "dedup":
        more = ["--removed", rng.choice((*_OUTPUTS[:3], *_ODD_OUTPUTS[:4], "y.csv"))] if rng.random() < 0.3 else []
        return ["--out", rng.choice((out, "clean/", "-")), *more]
    if verb == "stats":
        return ["--out", rng.choice((out, "x.stats"))]
    if verb == "compare":
        return ["--html", rng.choice((out, "x.html"))] if rng.random() < 0.5 else []
    if verb == "find" and rng.random() < 0.25:
        against = ["--against", rng.choice(("index", "b.csv", _input(rng)))]
        return [*against, "--out", out] if rng.random() < 0.5 else against
    return ["--out", out] if verb != "evaluate" and rng.random() < 0.6 else []


def _index(rng: random.Random) -> list[str]:
    way = rng.choice(("build", "add", "remove", "info"))
    if way == "build":
        method = _method(rng) if rng.random() < 0.5 else []
        return ["index", way, rng.choice(_OUTPUT_INDEXES), _input(rng), *method]
    place = rng.choice(("index", "index", "index", "new-index", "d", "a.jsonl", ""))
    if way == "add":
        return ["index", way, place, _input(rng)]
    if way == "remove":
        return ["index", way, place, *rng.sample(("a0", "b1", "c2", "nobody", "", "\udcff"), rng.randrange(1, 4))]
    return ["index", way, place, *rng.choice(((), ("--json",)))]
