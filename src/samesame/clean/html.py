"""The text of an HTML page."""

from __future__ import annotations

from typing import Literal

from samesame import _core


def html_text(html: str, *, clean: Literal["none", "tags", "article"] = "article") -> str:
    """The main text of a page, all its visible text, or the markup itself.

    >>> html_text("<p>Tea &amp; <b>toast</b></p><p>Milk</p>", clean="tags")
    'Tea & toast\\nMilk'
    """
    return _core.html_text(html, clean)
