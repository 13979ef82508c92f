"""Compare HTML main-text extractors: quality against gold text, and speed on one thread.

    python bench/html/compare.py --out DIR

Needs `pip install trafilatura lxml_html_clean resiliparse` and cargo. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DATE = "2026-11-15"
Extract = Callable[[str], str]
# A Han character is a word of its own: the script has no spaces, and gold must not depend on a segmenter.
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
DROPPED = re.compile(r"<!--.*?-->|<(script|style|noscript|template|head)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")


def words(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def shingles(tokens: list[str], size: int = 4) -> list[tuple[str, ...]]:
    return [tuple(tokens[i : i + size]) for i in range(len(tokens) - size + 1)]


def score(found: Sequence[Hashable], gold: Sequence[Hashable]) -> dict[str, float]:
    """Precision, recall and F1 of two multisets."""
    common = sum((Counter(found) & Counter(gold)).values())
    precision = common / len(found) if found else 0.0
    recall = common / len(gold) if gold else 0.0
    f1 = 2 * precision * recall / (precision + recall) if common else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def tag_stripper(page: str) -> str:
    """The baseline: patterns only."""
    return html.unescape(TAG.sub(" ", DROPPED.sub(" ", page)))


def python_candidates() -> dict[str, Extract]:
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text

    return {
        "trafilatura (Python)": lambda p: trafilatura.extract(p, include_comments=False) or "",
        "trafilatura (Python, recall)": lambda p: (
            trafilatura.extract(p, include_comments=False, favor_recall=True) or ""
        ),
        "resiliparse": lambda p: extract_plain_text(p, main_content=True, alt_texts=False),
        "tag stripper (Python)": tag_stripper,
    }


def best_pass(extract: Extract, pages: list[str], seconds: float) -> dict[str, float]:
    """The fastest of several passes: other load on the machine only ever adds time."""
    best, passes, start = float("inf"), 0, time.perf_counter()
    while passes < 3 or time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        for page in pages:
            extract(page)
        best = min(best, time.perf_counter() - begin)
        passes += 1
    return {"best_pass_seconds": best, "passes": passes}


def build_rust() -> Path:
    manifest = HERE / "rust" / "Cargo.toml"
    subprocess.run(["cargo", "build", "--release", "--quiet", "--manifest-path", manifest], check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", manifest.parent / "target"))
    return target / "release" / "html-compare"


def run_json(*command: object) -> dict[str, Any]:
    done = subprocess.run([str(c) for c in command], check=True, capture_output=True)
    return dict(json.loads(done.stdout))


def crate_versions() -> dict[str, str]:
    tree = subprocess.run(
        ["cargo", "tree", "--depth", "1", "--prefix", "none", "--manifest-path", HERE / "rust" / "Cargo.toml"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    found = re.findall(r"^(\S+) v(\S+)$", tree, re.MULTILINE)
    return dict(found)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def grade(texts: dict[str, str], gold: dict[str, str]) -> dict[str, Any]:
    pages = {}
    for name, true_text in gold.items():
        found, true = words(texts[name]), words(true_text)
        pages[name] = {"words": score(found, true), "shingles": score(shingles(found), shingles(true))}
    means = {
        kind: {m: mean([p[kind][m] for p in pages.values()]) for m in ("precision", "recall", "f1")}
        for kind in ("words", "shingles")
    }
    return {"mean": means, "pages": pages}


def table(results: dict[str, Any]) -> str:
    rows = [
        "| extractor | words P | R | F1 | shingles P | R | F1 | worst page F1 | MB/s | pages/s |",
        "|---|--:|--:|--:|--:|--:|--:|:--|--:|--:|",
    ]
    ranked = sorted(results.items(), key=lambda item: -item[1]["mean"]["shingles"]["f1"])
    for name, r in ranked:
        w, s = r["mean"]["words"], r["mean"]["shingles"]
        worst = min(r["pages"], key=lambda p: r["pages"][p]["shingles"]["f1"])
        low = r["pages"][worst]["shingles"]["f1"]
        cells = [f"{x:.3f}" for x in (w["precision"], w["recall"], w["f1"], s["precision"], s["recall"], s["f1"])]
        speed = [f"{r['mb_per_second']:.1f}", f"{r['pages_per_second']:.0f}"]
        rows.append("| " + " | ".join([name, *cells, f"{low:.2f} {worst}", *speed]) + " |")
    return "\n".join(rows)


def page_table(results: dict[str, Any]) -> str:
    names = sorted(results, key=lambda n: -results[n]["mean"]["shingles"]["f1"])
    rows = ["| page | " + " | ".join(names) + " |", "|---|" + "--:|" * len(names)]
    for page in next(iter(results.values()))["pages"]:
        rows.append(
            f"| {page} | " + " | ".join(f"{results[n]['pages'][page]['shingles']['f1']:.2f}" for n in names) + " |"
        )
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, help="folder for results.json")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each extractor's speed")
    args = parser.parse_args()

    folder = HERE / "pages"
    sources = {p.stem: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.html"))}
    gold = {name: (folder / f"{name}.txt").read_text(encoding="utf-8") for name in sources}
    size = sum(len(page.encode()) for page in sources.values())

    binary = build_rust()
    texts = run_json(binary, "texts", folder)
    speeds = run_json(binary, "speed", folder, args.seconds)
    for name, extract in python_candidates().items():
        texts[name] = {page: extract(source) for page, source in sources.items()}
        speeds[name] = best_pass(extract, list(sources.values()), args.seconds)

    results = {}
    for name in texts:
        seconds = speeds[name]["best_pass_seconds"]
        results[name] = grade(texts[name], gold) | speeds[name]
        results[name] |= {"mb_per_second": size / 1e6 / seconds, "pages_per_second": len(sources) / seconds}
    report = {
        "command": "python bench/html/compare.py " + " ".join(sys.argv[1:]),
        "date": DATE,
        "versions": {"python": platform.python_version()}
        | {p: version(p) for p in ("trafilatura", "resiliparse")}
        | {f"{c} (crate)": v for c, v in crate_versions().items()},
        "pages": len(sources),
        "bytes": size,
        "results": results,
    }
    print(table(results) + "\n\nF1 of 4-word shingles, page by page:\n\n" + page_table(results))
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "results.json").write_text(
            json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
