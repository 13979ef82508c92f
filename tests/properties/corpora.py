"""Corpora made to be nasty."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from .brute import Corpus

VOCABULARY = ["a", "b", "c", "d"]
HEAD = ["the", "form", "letter", "of", "the", "union", "begins", "here"]
FOOT = ["with", "kind", "regards", "from", "all", "of", "us"]
KINDS = ["tiny", "inside", "frame", "frame", "edit", "edit", "edit", "repeat", "restyle"]


def restyled(text: str, how: int) -> str:
    """The same words in other clothes."""
    gaps = [" ", ", ", " -- ", "\n", "! ", " 🙂 "]
    style = [str.upper, str.title, str.lower][how % 3]
    return style(gaps[how % 6].join(text.split(" "))) + "?.!"[: how % 4]


def edited(found: list[str], how: int, word: str) -> list[str]:
    """One word put in, taken out or replaced."""
    at = how % (len(found) + 1)
    before, new, after = found[:at], [word] if how % 3 else [], found[at + (how % 3 != 1) :]
    return [*before, *new, *after]


@st.composite
def nasty_texts(draw: st.DrawFn, vocabulary: Sequence[str] = VOCABULARY, longest: int = 9) -> list[str]:
    """Shared heads and feet, tiny texts, texts in many texts, chains of edits, repeats, the same words restyled."""
    passages = st.lists(st.sampled_from(vocabulary), max_size=longest)
    pool = draw(st.lists(passages, min_size=1, max_size=3))
    texts: list[list[str]] = []
    styles: list[int | None] = []
    for _ in range(draw(st.integers(0, 10))):
        kind = draw(st.sampled_from(KINDS))
        how = draw(st.integers(0, 17))
        earlier = texts[how % len(texts)] if texts else pool[0]
        style = None
        if kind == "tiny":
            made = draw(passages)[: how % 6]
        elif kind == "inside":
            made = [word for i in draw(st.lists(st.integers(0, 2), max_size=4)) for word in pool[i % len(pool)]]
        elif kind == "frame":
            made = HEAD[: 1 + how % 8] + pool[how % len(pool)] + FOOT[how % 4 :]
        elif kind == "edit":
            made = edited(texts[-1] if texts and how % 2 else earlier, how, draw(st.sampled_from(vocabulary)))
        elif kind == "repeat":
            made = [draw(st.sampled_from(vocabulary))] * (how * 2)
        else:
            made, style = earlier, how
        texts.append(made)
        styles.append(style)
    plain = [" ".join(text) for text in texts]
    return [text if how is None else restyled(text, how) for text, how in zip(plain, styles, strict=True)]


def named(texts: list[str], order: int = 7) -> Corpus:
    """Texts with ids that are in another order than they are."""
    return {f"d{(i * order) % 11:02}": text for i, text in enumerate(texts)}
