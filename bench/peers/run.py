"""Runs samesame and its peers side by side and writes raw numbers: see README.md.

python bench/peers/run.py --data FOLDER --out DIR
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))
from measure import save, table
from peers import score, venvs
from peers.catalogue import REFERENCE, Peer, chosen

HERE = Path(__file__).parent


def parsed() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of collections, *.jsonl or *.jsonl.zst")
    parser.add_argument("--out", type=Path, required=True, help="folder for the raw numbers and the table")
    parser.add_argument("--collections", default="tos-versions-dev,mailing-list", help="all together are the input")
    parser.add_argument("--threshold", type=float, default=0.8)
    parser.add_argument("--size", type=int, default=5, help="words in a shingle")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, one after the other; the fastest counts")
    parser.add_argument("--only", help="some peers, with commas between")
    parser.add_argument("--documents", type=int, help="the first so many of each collection only")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds after which one run is given up")
    parser.add_argument("--venvs", type=Path, default=HERE / ".venvs", help="where the environments are kept")
    return parser.parse_args()


def main() -> None:
    """Environments first, then all runs, then the truth: nothing else works while the clock runs."""
    arguments = parsed()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = prepared(arguments, folder)
        entries = [entry(peer, arguments.venvs) for peer in chosen(arguments.only)]
        for one in entries:
            # One run after the other: the first may have to wait for memory that the program before gave back.
            for turn in range(arguments.runs):
                if "problem" not in one:
                    execute(one, arguments, inputs, folder, turn)
        scored(entries, arguments, inputs, folder)
        megabytes = sum(path.stat().st_size for path in inputs) / 1e6
    results = {"MB": megabytes, **settings(arguments), "peers": [finished(one) for one in entries]}
    save(arguments.out, "peers", results)
    rows = [row(one, entries, megabytes) for one in entries]
    (arguments.out / "peers.md").write_text(table(rows) + "\n", encoding="utf-8")
    print(table(rows))


def settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """What the run was asked for."""
    return {name: getattr(arguments, name) for name in ("collections", "documents", "threshold", "size", "runs")}


def prepared(arguments: argparse.Namespace, folder: Path) -> list[Path]:
    """The collections as plain JSONL; the collection's name is put before each id, so that none is repeated."""
    import pyarrow as pa

    paths = []
    for name in arguments.collections.split(","):
        path = folder / f"{name}.jsonl"
        packed = pa.input_stream(str(next(arguments.data.glob(f"{name}.jsonl*"))))
        with io.TextIOWrapper(packed, encoding="utf-8") as lines, path.open("w", encoding="utf-8") as target:
            for line in itertools.islice(filter(str.strip, lines), arguments.documents):
                record = json.loads(line)
                document = {"id": f"{name}/{record['id']}", "text": record["text"]}
                target.write(json.dumps(document, ensure_ascii=False) + "\n")
        paths.append(path)
    return paths


def entry(peer: Peer, folder: Path) -> dict[str, Any]:
    """What is known of a peer before it runs: its interpreter and versions, or why it can't run."""
    result: dict[str, Any] = {"peer": peer, "runs": []}
    if peer.requirements is None:
        return result | {"python": Path(sys.executable)}
    try:
        python = venvs.environment(peer.requirements, folder)
    except venvs.NotInstalled as problem:
        return result | {"problem": str(problem)}
    return result | {"python": python, "versions": venvs.versions(python, peer.requirements)}


def execute(one: dict[str, Any], arguments: argparse.Namespace, inputs: list[Path], folder: Path, turn: int) -> None:
    """One run of one peer in a process of its own. A failure is recorded, and the peer not tried again."""
    peer: Peer = one["peer"]
    one["pairs"] = folder / f"{peer.name}.csv"
    command = [str(one["python"]), str(HERE / peer.script), *map(str, inputs), "--out", str(one["pairs"])]
    command += ["--threshold", str(arguments.threshold), "--size", str(arguments.size), *peer.options]
    if turn == 0 and peer.requirements == "rensa":
        command.append("--flags")
    start = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        one["problem"] = f"gave up after {arguments.timeout:.0f} s"
        return
    if done.returncode:
        one["problem"] = f"failed ({done.returncode}): {venvs.last_line(done.stderr)}"
        return
    record = json.loads(done.stdout.splitlines()[-1]) | {"process_seconds": time.perf_counter() - start}
    one["runs"].append(record)
    print(f"{turn + 1} {peer.name}: {record['seconds']['total']:.2f} s, {record['pairs']:,} pairs", file=sys.stderr)


def scored(entries: list[dict[str, Any]], arguments: argparse.Namespace, inputs: list[Path], folder: Path) -> None:
    """Recall and precision of the last run, against the truth made of the words that the peer saw."""
    for words in ("regex", "samesame"):
        ready = [one for one in entries if one["runs"] and one["peer"].words == words]
        if not ready:
            continue
        out = folder / f"truth-{words}.npz"
        command = [sys.executable, str(HERE / "truth.py"), *map(str, inputs), "--out", str(out), "--words", words]
        command += ["--threshold", str(arguments.threshold), "--size", str(arguments.size)]
        subprocess.run(command, check=True, stdout=sys.stderr)
        truth = score.load(out)
        for one in ready:
            one["score"] = score.score(one["pairs"], truth)


def best(one: dict[str, Any]) -> dict[str, Any]:
    """The fastest run."""
    fastest: dict[str, Any] = min(one["runs"], key=lambda record: record["seconds"]["total"])
    return fastest


def finished(one: dict[str, Any]) -> dict[str, Any]:
    """An entry as it is saved: no paths."""
    peer: Peer = one["peer"]
    result = {"peer": peer.name, "options": peer.options, "words": peer.words, "promise": peer.promise}
    known = {name: one[name] for name in ("problem", "versions", "score", "runs") if name in one}
    return result | known | ({"best": best(one)} if one["runs"] else {})


def row(one: dict[str, Any], entries: list[dict[str, Any]], megabytes: float) -> dict[str, Any]:
    """A line of the table. `tokens to pairs` leaves out reading and shingling, where the peer lets us see them."""
    peer: Peer = one["peer"]
    if "score" not in one:
        return {"peer": peer.name, "s": one.get("problem", "did not run")}
    seconds = best(one)["seconds"]
    reference = next((best(other)["seconds"]["total"] for other in entries if is_reference(other)), None)
    near, contained = one["score"]["near"], one["score"]["contained"]
    signed = [seconds[name] for name in ("sign", "query") if seconds[name] is not None]
    return {
        "peer": f"{peer.name} {best(one)['version']}",
        "s": seconds["total"],
        "MB/s": megabytes / seconds["total"],
        "× samesame": seconds["total"] / reference if reference else "",
        "tokens to pairs s": sum(signed) if signed and seconds["shingle"] is not None else "",
        "peak MB": round(max(record["peak_mb"] for record in one["runs"])),
        "pairs": one["score"]["pairs"],
        "recall near": f"{near['recall']:.4f}",
        "precision": f"{one['score'][peer.promise]['precision']:.4f}",
        "recall contained": f"{contained['recall']:.4f}",
    }


def is_reference(one: dict[str, Any]) -> bool:
    """Whether this is samesame, and it ran."""
    return bool(one["peer"].name == REFERENCE and one["runs"])


if __name__ == "__main__":
    main()
