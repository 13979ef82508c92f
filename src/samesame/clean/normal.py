"""The normal form: NFKC, case folding, one kind of apostrophe, quotation mark and dash, nothing invisible."""

from __future__ import annotations

from typing import Literal

from samesame import _core

Policy = Literal["keep", "collapse", "drop"]


class NormalForm:
    """A normal form with a map from its characters to the original text.

    >>> form = normal_form("Café ＮＯＩＲ…")
    >>> form.text
    'café noir...'
    >>> start, end = form.original(5, 9)
    >>> "Café ＮＯＩＲ…"[start:end]
    'ＮＯＩＲ'
    """

    __slots__ = ("_core",)

    def __init__(self, core: _core.NormalForm) -> None:
        self._core = core

    @property
    def text(self) -> str:
        """The normal form itself."""
        return self._core.text

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original text that `start:end` of the normal form was made from, in code points."""
        return self._core.original(start, end)


def normal_form(
    text: str,
    *,
    fold: bool = True,
    language: str | None = None,
    punctuation: Policy = "keep",
    space: Policy = "keep",
) -> NormalForm:
    """The normal form of a text.

    All apostrophes become ', all quotation marks ", all dashes and minus signs -; soft hyphens, zero-width and other
    invisible characters are removed. `language` is a code such as "tr", or "auto" to detect it; it only affects the
    Turkish i. `punctuation` and `space` are kept, dropped, or collapsed to one space; where both meet, they collapse to
    one space together.

    >>> normal_form("  I said:  STOP! ", punctuation="drop", space="collapse").text
    'i said stop'
    >>> normal_form("don’t – e‑mail").text
    "don't - e-mail"
    >>> normal_form("IŞIK", language="tr").text
    'ışık'
    """
    return NormalForm(_core.NormalForm(text, (fold, punctuation, space), language))
