"""The options of methods on the command line, earlier decisions, and what the summary says."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import samesame as ss
from samesame.report import summary

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
Done = subprocess.CompletedProcess[str]
SIX = "one two three four five six"
LADDER = [{"id": "a", "text": SIX}, {"id": "b", "text": f"{SIX} seven"}, {"id": "c", "text": f"{SIX} seven eight nine"}]


def matches(done: Done) -> list[tuple[str, str, str, float, float]]:
    """What was told: left, relation, right, both scores."""
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [
        tuple(match[name] for name in ("left", "relation", "right", "left_score", "right_score")) for match in found
    ]


# Options: what they tell of the ladder. The scores count shingles: a has 3 of four words, b 4, c 6.
TOLD: dict[str, list[tuple[str, str, str, float, float]]] = {
    "": [("a", "contained", "b", 1, 3 / 4), ("a", "contained", "c", 1, 1 / 2), ("b", "contained", "c", 1, 2 / 3)],
    "--threshold .75": [
        ("a", "near", "b", 1, 3 / 4),
        ("a", "contained", "c", 1, 1 / 2),
        ("b", "contained", "c", 1, 2 / 3),
    ],
    "--threshold .75 --relation near": [("a", "near", "b", 1, 3 / 4)],
    "--threshold .75 --relation exact,near": [("a", "near", "b", 1, 3 / 4)],
    "--relation exact,near": [],
    "--set threshold=0.6 --relation near": [("a", "near", "b", 1, 3 / 4), ("b", "near", "c", 1, 2 / 3)],
    "--set size=5 --set measure=jaccard --threshold 0.6": [
        ("a", "near", "b", 2 / 3, 2 / 3),
        ("b", "near", "c", 3 / 5, 3 / 5),
    ],
    # Letters: thirteen in a and in b, and the g of eight in c.
    "--set unit=character --set size=1 --threshold 1": [
        ("a", "near", "b", 1, 1),
        ("a", "contained", "c", 1, 13 / 14),
        ("b", "contained", "c", 1, 13 / 14),
    ],
    # No word here is longer than five letters.
    "--method ffp --set stop=no --language en --relation near": [
        ("a", "near", "b", 1, 3 / 4),
        ("b", "near", "c", 1, 2 / 3),
    ],
    # Above four fifths, not at them; unless that is asked for.
    "--method ffp --language en --preset durian": [
        ("a", "contained", "b", 1, 4 / 5),
        ("a", "contained", "c", 1, 4 / 7),
        ("b", "contained", "c", 1, 5 / 7),
    ],
    "--method ffp --language en --preset durian --set exclusive=no --relation near": [("a", "near", "b", 1, 4 / 5)],
    "--method ffp --set stop=no --language en --preset durian --set size=4 --relation near": [],
    "--method minhash --set size=1 --set bands=128 --set rows=1": [("a", "near", "b", 6 / 7, 6 / 7)],
}


@pytest.mark.parametrize("options", TOLD)
def test_options_reach_the_method(call: Run, lines: Lines, options: str) -> None:
    assert matches(call("find", lines("a.jsonl", LADDER), *options.split())) == TOLD[options]


def test_statistics_of_a_reference_collection_decide(run: Run, lines: Lines) -> None:
    """By themselves, the two differ in their rarest words; in the reference collection these are the commonest."""
    lines(
        "a.jsonl", [{"id": "a", "text": "harbour ferry island left"}, {"id": "b", "text": "harbour ferry island right"}]
    )
    lines(
        "reference.jsonl", [{"text": "left right"}, {"text": "the left, the right"}, {"text": "harbour ferry island"}]
    )
    made = run("stats", "reference.jsonl", "--stop", "--stem", "first5", "--language", "en", "--out", "words.stats")
    assert made.returncode == 0 and ss.Statistics.load("words.stats").count_of("harbo") == 1
    find = ["find", "a.jsonl", "--method", "imatch", "--language", "en", "--set", "skip=0", "--set", "take=3"]
    assert matches(run(*find)) == []
    assert matches(run(*find, "--stats", "words.stats")) == [("a", "near", "b", 1, 1)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--threshold", "0.5"],
            r"minhash: \d+ bands of \d+ rows; a pair exactly at the threshold 0\.5 is found with probab",
        ),
        (
            ["--set", "bands=20", "--set", "rows=5"],
            r"minhash: 20 bands of 5 rows; .*threshold 0\.8 .*probability 1\.000\.",
        ),
        (["--set", "rows=64"], r"minhash: 2 bands of 64 rows; .*threshold 0\.8 is found with probability 0\.000\."),
        (["--set", "bands=9"], r"minhash: 9 bands of 14 rows; .*threshold 0\.8 is found with probability 0\.333\."),
    ],
)
def test_minhash_tells_its_bands_and_what_they_find(call: Run, lines: Lines, options: list[str], words: str) -> None:
    done = call("find", lines("a.jsonl", LADDER), "--method", "minhash", *options)
    assert done.returncode == 0 and re.search(words, done.stderr)
    assert done.stderr.endswith("'overlap' finds all.\n") and "bands" not in done.stdout


def test_dedup_tells_them_too_and_the_exact_methods_have_nothing_to_tell(call: Run, lines: Lines) -> None:
    path = lines("a.jsonl", LADDER)
    assert "bands of" in call("dedup", path, "--out", "o.jsonl", "--method", "minhash").stderr
    assert "bands of" not in call("dedup", path, "--out", "o.jsonl").stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--threshold 0", "threshold: expected a number above 0 and up to 1, got 0.0"),
        ("--threshold 1.5", "threshold: expected a number above 0 and up to 1, got 1.5"),
        ("--threshold nan", "threshold: expected a number above 0 and up to 1, got nan"),
        (
            "--method imatch --threshold .5",
            "threshold: the method 'imatch' has no such parameter; it has: skip, take, ",
        ),
        ("--method codet --set DT=0", "depth: expected a whole number from 1 and up to 1000000, got '0'"),
        ("--method codet --set dt=5", "dt: the method 'codet' has no such parameter; it has: threshold, ws, depth, "),
        ("--method codet --set DT=5 --set depth=5", "DT: another name of 'depth', which is given too; give one of"),
        ("--method simhash --threshold 2.5", "threshold: expected a whole number from 1 and up to 160, got 2.5"),
        ("--set size", "set: expected NAME=VALUE, such as size=5; got 'size'"),
        ("--set =5", "set: expected NAME=VALUE, such as size=5; got '=5'"),
        ("--set size=big", "size: expected a whole number from 1 and up to 64, got 'big'"),
        ("--set size=", "size: expected a whole number from 1 and up to 64, got ''"),
        ("--set colour=red", "colour: the method 'overlap' has no such parameter; it has: threshold, size, "),
        ("--set measure=cosine", "measure: expected 'coverage' or 'jaccard' or 'max', got 'cosine'"),
        ("--method ffp --set stop=maybe", "stop: expected True or False, got 'maybe'"),
        ("--preset durian", "preset: the method 'overlap' has none, got 'durian'"),
        ("--method ffp --preset ddd", "preset: the method 'ffp' has 'codet' or 'durian', got 'ddd'"),
        ("--relation near,", "relation: expected some of exact, near, contained, partial; got ''"),
        ("--relation same", "relation: expected some of exact, near, contained, partial; got 'same'"),
        (
            "--method minhash --set bands=20 --set rows=7",
            "bands: 20 bands of 7 rows need 140 permutations, there are 128",
        ),
        ("--method imatch --stats gone.stats", "gone.stats: no such file"),
        ("--method imatch --stats a.jsonl", "a.jsonl: not statistics of samesame; make them with 'samesame stats'"),
        ("--method imatch --stats plain.stats", "the statistics count words prepared as "),
        ("--stats plain.stats", "stats: the method 'overlap' needs no statistics; leave them out"),
    ],
)
def test_a_wrong_option_is_one_clear_line(call: Run, lines: Lines, options: str, words: str) -> None:
    lines("a.jsonl", LADDER)
    ss.Statistics.count([SIX]).save("plain.stats")
    done = call("find", "a.jsonl", *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"samesame: {words}") and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "options",
    [
        "--method simhash --set bits=160 --set hash=sha1",
        "--method ffp --set stem=none",
        "--method spotsigs --set antecedents=none",
        "--method codet --set DT=5 --set PSC=2 --set ETL=0.6 --set WS=no",
    ],
)
def test_every_value_that_the_method_lists_can_be_set(call: Run, lines: Lines, options: str) -> None:
    assert call("find", lines("a.jsonl", LADDER), *options.split()).returncode == 0


DAY_ONE = [{"id": "m", "text": SIX}, {"id": "n", "text": f"{SIX}!"}, {"id": "z", "text": "something else altogether"}]
# All would be preferred to those of the first day.
DAY_TWO = [{"id": "a", "text": SIX}, {"id": "b", "text": "something else ALTOGETHER"}, {"id": "y", "text": "new"}]


def removals(path: str) -> dict[str, str]:
    """Who went for whom."""
    rows = [json.loads(line) for line in Path(path).read_text().splitlines()]
    return {row["id"]: row["kept"] for row in rows}


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_earlier_decisions_stay(call: Run, lines: Lines, suffix: str) -> None:
    lines("1.jsonl", DAY_ONE)
    lines("2.jsonl", DAY_TWO)
    first = call("dedup", "1.jsonl", "--out", f"out.{suffix}", "--removed", f"removed.{suffix}")
    assert first.returncode == 0 and "2 documents kept, 1 removed" in first.stderr
    outcomes = {}
    for name, previous in {
        "none": [],
        "out": ["--previous", f"out.{suffix}"],
        "removed": ["--previous", f"removed.{suffix}"],
    }.items():
        # The rule would have the documents of the second day stay.
        outputs = ["--out", "o.jsonl", "--removed", "r.jsonl"]
        done = call("dedup", "1.jsonl", "2.jsonl", "--keep", "id:min", *outputs, *previous)
        assert done.returncode == 0, done.stderr
        kept = sorted(json.loads(line)["id"] for line in Path("o.jsonl").read_text().splitlines())
        outcomes[name] = (kept, removals("r.jsonl"))
    assert outcomes == {
        "none": (["a", "b", "y"], {"m": "a", "n": "a", "z": "b"}),
        "out": (["m", "y", "z"], {"a": "m", "b": "z", "n": "m"}),
        # Only those that others went for are named there.
        "removed": (["b", "m", "y"], {"a": "m", "n": "m", "z": "b"}),
    }


def test_a_wrong_previous_is_one_line_and_nothing_is_written(call: Run, lines: Lines) -> None:
    lines("1.jsonl", DAY_ONE)
    lines("bad.jsonl", ["nonsense"])
    for previous, words in [
        ("gone.jsonl", "samesame: gone.jsonl: no such file or folder"),
        ("bad.jsonl", "bad.jsonl"),
        ("photo.png", "photo.png"),
    ]:
        Path("photo.png").touch()
        done = call("dedup", "1.jsonl", "--out", "o.jsonl", "--previous", previous)
        assert (done.returncode, done.stdout, Path("o.jsonl").exists()) == (2, "", False)
        assert words in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_first_day_without_copies_can_be_continued(call: Run, lines: Lines) -> None:
    lines("1.jsonl", DAY_ONE[:1])
    assert call("dedup", "1.jsonl", "--out", "out.jsonl", "--removed", "removed.jsonl").returncode == 0
    assert call("dedup", "1.jsonl", "--out", "o.jsonl", "--previous", "removed.jsonl").returncode == 0


def test_earlier_decisions_stay_under_other_names_of_fields(call: Run, lines: Lines) -> None:
    lines("1.jsonl", [{"key": record["id"], "body": record["text"]} for record in DAY_ONE])
    lines("2.jsonl", [{"key": record["id"], "body": record["text"]} for record in DAY_TWO])
    names = ["--id-field", "key", "--text-field", "body"]
    assert call("dedup", "1.jsonl", "--out", "out.jsonl", *names).returncode == 0
    outputs = ["--out", "o.jsonl", "--removed", "r.jsonl", "--previous", "out.jsonl"]
    done = call("dedup", "1.jsonl", "2.jsonl", "--keep", "key:min", *outputs, *names)
    assert done.returncode == 0 and removals("r.jsonl") == {"a": "m", "b": "z", "n": "m"}


def test_a_damaged_previous_does_not_pass_silently(call: Run, lines: Lines) -> None:
    lines("1.jsonl", [*DAY_ONE, *DAY_TWO])
    lines("out.jsonl", [DAY_ONE[0], '{"id": "z", "text": "something else alto'])
    done = call("dedup", "1.jsonl", "--out", "o.jsonl", "--previous", "out.jsonl")
    assert done.returncode in (1, 2) and "out.jsonl:2" in done.stderr


STAGES = {
    "find a.jsonl": "read and sign, match, report",
    "find a.jsonl --set size=5": "read and sign, match, measure, report",
    "find a.jsonl --method minhash": "read and sign, match, verify, measure, report",
    "find a.jsonl --method imatch": "count words, read and sign, match, measure, report",
    "dedup a.jsonl --out o.jsonl": "read and sign, match, report, write",
}


@pytest.mark.parametrize("command", STAGES)
def test_the_summary_has_a_line_of_stages_unless_the_run_was_short(
    call: Run, lines: Lines, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    lines("a.jsonl", LADDER)
    for short, expected in ((0.0, [STAGES[command]]), (1000.0, [])):
        monkeypatch.setattr(summary, "SHORT", short)
        done = call(*command.split())
        assert done.returncode == 0 and "stages" not in done.stdout
        found = [line.removeprefix("stages: ") for line in done.stderr.splitlines() if line.startswith("stages: ")]
        assert [re.sub(r" \d+\.\d\d s( \([^)]+/s\))?", "", line) for line in found] == expected


def test_in_a_pipe_a_line_is_a_line(run: Run, lines: Lines) -> None:
    done = run("find", lines("a.jsonl", LADDER), "--method", "minhash", env={"COLUMNS": ""})
    assert done.stderr.splitlines()[-1].startswith("minhash: ")
