"""samesame compare and samesame evaluate --format pan."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
NOTE = "The ferry to the island leaves at ten every morning."


@pytest.fixture
def files(folder: Path) -> tuple[Path, Path]:
    Path("a.txt").write_text(f"{NOTE} [bold]No markup.[/bold] \x1b[31m")
    Path("b.md").write_text(f"Please note. {NOTE} It is blue.")
    return Path("a.txt"), Path("b.md")


def test_side_by_side(run: Run, files: tuple[Path, Path]) -> None:
    done = run("compare", *files)
    assert (done.returncode, done.stderr) == (0, "")
    assert "partial: they share passages" in done.stdout or "contain" in done.stdout
    assert NOTE in done.stdout and "[bold]No markup.[/bold]" in done.stdout and "\x1b" not in done.stdout


def test_one_json_object(run: Run, files: tuple[Path, Path]) -> None:
    done = run("compare", *files, "--json")
    found = json.loads(done.stdout)
    [span] = found["spans"]
    assert files[0].read_text()[span["left_start"] : span["left_end"]] == NOTE
    assert files[1].read_text()[span["right_start"] : span["right_end"]] == NOTE


def test_a_page(run: Run, files: tuple[Path, Path]) -> None:
    done = run("compare", *files, "--html", "both.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "samesame: wrote both.html\n")
    assert Path("both.html").read_text(encoding="utf-8").count("<mark") == 2
    assert run("compare", *files, "--html", "a.txt").returncode == 2
    assert NOTE in files[0].read_text()


def test_what_cannot_be_compared(run: Run, files: tuple[Path, Path]) -> None:
    missing = run("compare", files[0], "missing.txt")
    assert missing.returncode == 2 and "missing.txt" in missing.stderr
    wrong = run("compare", *files, "--aligner", "magic")
    assert wrong.returncode == 2 and "aligner: expected 'verbatim' or 'reworded', got 'magic'" in wrong.stderr


def test_spans_of_find(run: Run, files: tuple[Path, Path]) -> None:
    done = run("find", ".", "--threshold", "0.3", "--spans", "--json")
    [match] = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(match["spans"]) == 1 and match["spans"][0]["kind"] == "identical"


def collection(pairs: list[tuple[str, str, str]]) -> Path:
    """A PAN collection: (section, suspicious, source); the true case is what both share, the longest way."""
    root = Path("pan")
    for name in ("susp", "src"):
        (root / name).mkdir(parents=True)
    for number, (section, suspicious, source) in enumerate(pairs):
        names = f"suspicious-document{number}", f"source-document{number}"
        (root / section).mkdir(exist_ok=True)
        (root / "susp" / f"{names[0]}.txt").write_bytes(suspicious.encode())
        (root / "src" / f"{names[1]}.txt").write_bytes(source.encode())
        with (root / section / "pairs").open("a") as listed:
            listed.write(f"{names[0]}.txt {names[1]}.txt\n")
        case = (
            f'<feature name="plagiarism" this_offset="{suspicious.index(PASSAGE)}" this_length="{len(PASSAGE)}" '
            f'source_reference="{names[1]}.txt" source_offset="{source.index(PASSAGE)}" '
            f'source_length="{len(PASSAGE)}"/>'
            if PASSAGE in suspicious and PASSAGE in source
            else ""
        )
        truth = f'<document reference="{names[0]}.txt"><feature name="about"/>{case}</document>'
        (root / section / f"{'-'.join(names)}.xml").write_text(truth)
    return root


PASSAGE = " ".join(f"word{i} of café{i}" for i in range(60)) + "."


def test_a_pan_collection(run: Run, folder: Path) -> None:
    noise = " ".join(f"noise{i}" for i in range(300))
    other = " ".join(f"other{i}" for i in range(300))
    root = collection(
        [
            ("01-none", f"{noise}.", f"{other}."),
            ("02-copy", f"{noise}.\r\n\r\n{PASSAGE}\r\n\r\n{noise}", f"{PASSAGE} {other}"),
        ]
    )
    done = run("evaluate", "--format", "pan", root, "--json", "--detections", "found.jsonl")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    by_name = {section["section"]: section for section in result["sections"]}
    assert by_name["01-none"]["detections"] == 0
    assert by_name["02-copy"]["plagdet"] == by_name["overall"]["plagdet"] == 1.0
    [line] = [json.loads(text) for text in Path("found.jsonl").read_text().splitlines()]
    text = (root / "susp" / line["susp"]).read_bytes().decode()
    assert text[line["this_offset"] : line["this_offset"] + line["this_length"]] == PASSAGE
    source = (root / "src" / line["src"]).read_bytes().decode()
    assert source[line["source_offset"] : line["source_offset"] + line["source_length"]] == PASSAGE
    table = run("evaluate", "--format", "pan", root, "--aligner", "verbatim")
    assert table.returncode == 0 and "02-copy" in table.stdout and "pairs/s" in table.stderr
    narrow = run("evaluate", "--format", "pan", root, "--aligner", "verbatim", env={"COLUMNS": "30"})
    assert narrow.stdout == table.stdout


def test_what_is_no_pan_collection(run: Run, folder: Path) -> None:
    Path("empty").mkdir()
    assert "expected a PAN collection" in run("evaluate", "--format", "pan", "empty").stderr
    root = collection([("02-copy", PASSAGE, PASSAGE)])
    (root / "src" / "source-document0.txt").unlink()
    done = run("evaluate", "--format", "pan", root)
    assert done.returncode == 2 and "a listed text is missing" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "pan", "--truth", "t.csv"], "truth: not an option of --format pan"),
        (["--adapt", "--truth", "t.csv"], "adapt: not an option of --format matches"),
        (["--format", "xml"], "format: expected 'matches' or 'pan', got 'xml'"),
        ([], "truth: expected a file with the true pairs"),
        (["--format", "pan", "--aligner", "verbatim", "--summary"], "summary: an option of the aligner 'reworded'"),
    ],
)
def test_options_that_do_not_go_together(run: Run, options: list[str], message: str) -> None:
    done = run("evaluate", "x", *options)
    assert done.returncode == 2 and message in done.stderr
