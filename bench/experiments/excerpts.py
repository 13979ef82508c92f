"""How many excerpts of one sentence are not found in the text they were cut from, where languages are detected.

    python bench/experiments/excerpts.py LANGUAGE:FILE … [--documents 3000] [--labelled FOLDER]

From each document one sentence of at least 8 words is taken at random (with a fixed seed), and `ffp` and `codet` look
for it among the documents: with the language detected, and with the language of the collection given. "lost by auto"
counts what is found only with the language given. "other words" counts excerpts that were prepared otherwise than in
their text, because they were taken for another language; "fewer than 4 words" those too short for a shingle of `ffp`,
"cut" those that are cut into several sentences alone, which `codet` compares. With a folder of labelled collections,
precision, recall and F1 of the methods follow.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import samesame as ss
from experiments.labelled import articles, bills, terms
from samesame.segment.language import detect_languages
from samesame.segment.sentences import sentence_lists
from samesame.segment.words import WordOptions, word_lists

METHODS = ("ffp", "codet")
LEAST_WORDS = 8
SHINGLE = 4
TRIES = 20


def documents(path: Path, most: int) -> dict[str, str]:
    """Some documents of a collection, chosen at random."""
    rows = [(id_, text) for batch in ss.read(path).batches() for id_, text in _columns(batch)]
    random.Random(1).shuffle(rows)
    return dict(rows[:most])


def _columns(batch: object) -> list[tuple[str, str]]:
    ids, texts = (batch.column(name).to_pylist() for name in ("id", "text"))  # type: ignore[attr-defined]
    return list(zip(ids, texts, strict=True))


def excerpts(texts: dict[str, str]) -> dict[str, str]:
    """One sentence of each text that has several."""
    chance, found = random.Random(2), {}
    cuts = sentence_lists(texts.values()).to_pylist()
    for (id_, text), places in zip(texts.items(), cuts, strict=True):
        chance.shuffle(places)
        sentences = [text[place["start"] : place["end"]] for place in places[:TRIES] if len(places) > 1]
        long = [
            s
            for s, words in zip(sentences, word_lists(sentences).to_pylist(), strict=True)
            if len(words) >= LEAST_WORDS
        ]
        if long:
            found[f"excerpt of {id_}"] = long[0]
    return found


def lost(parts: dict[str, str], texts: dict[str, str], method: str, language: str) -> set[str]:
    """The excerpts that are not told to be in their text."""
    matches = ss.find(parts, against=texts, method=method, all_pairs=True, language=language)
    pairs = {frozenset((match.left, match.right)) for match in matches}
    return {id_ for id_ in parts if frozenset((id_, id_.removeprefix("excerpt of "))) not in pairs}


def losses(parts: dict[str, str], texts: dict[str, str], method: str, language: str) -> tuple[int, int, int]:
    """How many excerpts are lost with the language detected, with it given, and only where it is detected."""
    auto, fixed = (lost(parts, texts, method, choice) for choice in ("auto", language))
    return len(auto), len(fixed), len(auto - fixed)


def unlike(parts: dict[str, str], texts: dict[str, str]) -> tuple[int, int, int, int]:
    """How many excerpts are of another language, with other words than in their text, without a shingle, and cut."""
    sources = [texts[id_.removeprefix("excerpt of ")] for id_ in parts]
    languages = (detect_languages(list(some)).to_pylist() for some in (parts.values(), sources))
    auto = WordOptions(language="auto", stop=True, stem="first5")
    own, whole = (
        [[w["word"] for w in row] for row in word_lists(list(s), auto).to_pylist()] for s in (parts.values(), sources)
    )
    other = sum(one != two for one, two in zip(*languages, strict=True))
    words = sum(f" {' '.join(one)} " not in f" {' '.join(two)} " for one, two in zip(own, whole, strict=True))
    cut = sum(len(sentences) > 1 for sentences in sentence_lists(list(parts.values())).to_pylist())
    return other, words, sum(len(one) < SHINGLE for one in own), cut


def quality(folder: Path) -> None:
    """What the methods find of known copies, with the languages detected."""
    print("collection,method,precision,recall,F1")
    for collection in (articles(folder), bills(folder), terms(folder)):
        for method in ("ffp", "imatch", "codet"):
            found = ss.find(collection.texts, method=method, all_pairs=True)
            scores = collection.score((match.left, match.right) for match in found)
            print(collection.name, method, *(f"{score:.4f}" for score in scores), sep=",", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="LANGUAGE:FILE")
    parser.add_argument("--documents", type=int, default=3000)
    parser.add_argument("--labelled", type=Path)
    wish = parser.parse_args()
    columns = [f"{method}: {what}" for method in METHODS for what in ("lost", "lost if given", "lost by auto")]
    print("collection,excerpts,other language,other words,fewer than 4 words,cut", *columns, sep=",")
    for language, path in (file.split(":", 1) for file in wish.files):
        texts = documents(Path(path), wish.documents)
        parts = excerpts(texts)
        missed = [count for method in METHODS for count in losses(parts, texts, method, language)]
        print(Path(path).name.split(".")[0], len(parts), *unlike(parts, texts), *missed, sep=",", flush=True)
    if wish.labelled:
        quality(wish.labelled)


if __name__ == "__main__":
    main()
