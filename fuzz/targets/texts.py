"""Texts: words, sentences, languages, normal form and pages of any characters, with the places in the original."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from fuzz.case import Case, Fault, Target
from fuzz.expect import inside, same
from fuzz.mutate import mutate
from fuzz.seeds import Seeds, texts
from samesame.clean.html import html_text
from samesame.clean.normal import normal_form
from samesame.segment.language import detect_languages
from samesame.segment.sentences import sentence_lists
from samesame.segment.words import WordOptions, word_lists

_LANGUAGES = (None, "auto", "en", "tr", "zh", "ja", "th", "de", "ar", "ru")
_POLICIES = ("keep", "collapse", "drop")
# Places where characters behave in a way of their own.
_BLOCKS = (
    *((0, 0x80), (0x80, 0x250), (0x2B0, 0x370), (0x590, 0x700), (0x900, 0xE80), (0x1100, 0x1200), (0x1F00, 0x2100)),
    *((0x3000, 0x3100), (0x4E00, 0x4F00), (0xAC00, 0xAD00), (0xFB00, 0xFFFE), (0x1F1E0, 0x1F650), (0xE0000, 0xE01F0)),
)


class Texts(Target):
    """Many texts in one call."""

    name = "texts"
    together = 64

    def prepare(self, seed: int, folder: Path) -> None:
        self.seeds = Seeds(seed)

    def make(self, rng: random.Random) -> Case:
        if rng.random() < 0.3:
            pages = self.seeds.by_suffix[".html"]
            page = mutate(rng, ".html", rng.choice(pages).data, rng.choice(pages).data)
            return Case({"in.html": page.decode("utf-8", "replace").encode()}, _options(rng))
        return Case({"in.txt": _text(rng).encode()}, _options(rng))

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            for name, data in case.files.items():
                (folder / name).write_bytes(data)
                if name.endswith(".html"):
                    html_text(data.decode(), clean=case.options["clean"]).encode()
        found = [case.files["in.txt"].decode() for case in cases if "in.txt" in case.files]
        if found:
            _check_segments(found, WordOptions(**cases[0].options["words"]))
            for text in found[:8]:
                _check_form(text, cases[0].options)


def _text(rng: random.Random) -> str:
    parts = []
    for _ in range(rng.randrange(1, 8)):
        if rng.random() < 0.5:
            parts.append(texts.text(rng))
        else:
            first, last = rng.choice(_BLOCKS)
            parts.append("".join(chr(rng.randrange(first, last)) for _ in range(rng.randrange(1, 30))))
    return rng.choice((" ", "", "\n", ". ")).join(parts)


def _options(rng: random.Random) -> dict[str, object]:
    words: dict[str, object] = {
        "unspaced": rng.choice(("bigrams", "bigrams", "segmenter")),
        "language": rng.choice(_LANGUAGES),
        "stem": rng.choice(("none", "first5", "snowball")),
    }
    words["stop"] = words["language"] is not None and rng.random() < 0.5
    form = {"punctuation": rng.choice(_POLICIES), "space": rng.choice(_POLICIES), "fold": rng.random() < 0.8}
    return {"clean": rng.choice(("none", "tags", "article")), "words": words, "form": form}


def _check_segments(found: list[str], options: WordOptions) -> None:
    for call in (partial(word_lists, found, options), partial(sentence_lists, found)):
        one, two = call(threads=1).to_pylist(), call(threads=2).to_pylist()
        same("the same with one thread and with two", one, two)
        for text, places in zip(found, one, strict=True):
            for place in places:
                inside("a word or sentence", place["start"], place["end"], text)
                if "word" in place and not place["word"]:
                    raise Fault(f"a word must not be empty\n{text!r}")
    languages = [detect_languages(found, threads=threads).to_pylist() for threads in (1, 2)]
    same("the same languages with one thread and with two", *languages)


def _check_form(text: str, options: dict[str, dict[str, object]]) -> None:
    form = normal_form(text, language=options["words"]["language"], **options["form"])  # type: ignore[arg-type]
    last = 0
    for i in range(len(form.text)):
        start, end = form.original(i, i + 1)
        inside("an original", start, end, text)
        if start < last and not _composed(text):
            raise Fault(f"originals must rise\n{text!r}: {start} after {last}")
        last = start


def _composed(text: str) -> bool:
    """Marks are put in order by the normal form, so their originals may fall."""
    return not text.isascii()
