"""Pages and XML."""

from __future__ import annotations

import random
from html import escape

from fuzz.seeds import texts

_INLINE = ("b", "i", "a", "span", "code", "br", "img", "ruby", "sub")
_BLOCK = ("p", "div", "li", "td", "h1", "blockquote", "pre", "article", "section", "nav", "footer")
ENTITIES = ("&amp;", "&nbsp;", "&#x202e;", "&#0;", "&#x110000;", "&#55296;", "&notit;", "&amp", "&#", "&hellip;", "&;")


def html(rng: random.Random) -> bytes:
    """A page with a head, a body and things that are not text."""
    body = "".join(_block(rng, 0) for _ in range(rng.randrange(1, 6)))
    head = rng.choice(
        ("", "<meta charset=utf-8>", '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-9">')
    )
    title = f"<title>{escape(texts.sentence(rng))}</title>"
    extra = rng.choice(("", "<script>if (a < b) { '</' }</script>", "<style>p{}</style>", "<!-- a -- b -->", "<svg/>"))
    page = f"<!doctype html><html><head>{head}{title}</head><body>{extra}{body}</body></html>"
    return page.encode("utf-8" if rng.random() < 0.9 else "utf-16", "replace")


def _block(rng: random.Random, depth: int) -> str:
    tag = rng.choice(_BLOCK)
    attributes = rng.choice(("", ' class="a b"', " hidden", " data-x='1' id=\"i\"", " style=display:none"))
    inside = "".join(_inline(rng) for _ in range(rng.randrange(4)))
    if depth < 3 and rng.random() < 0.4:
        inside += _block(rng, depth + 1)
    return f"<{tag}{attributes}>{inside}</{tag}>"


def _inline(rng: random.Random) -> str:
    text = escape(texts.text(rng)) + rng.choice(("", "", rng.choice(ENTITIES)))
    tag = rng.choice(_INLINE)
    return rng.choice((text, f"<{tag}>{text}</{tag}>", f"<{tag} href='#'>{text}"))


def xml(rng: random.Random) -> bytes:
    """An XML file: elements, attributes, CDATA, comments, instructions."""
    inside = "".join(
        rng.choice(
            (
                f"<p>{escape(_clean(rng))}</p>",
                f"<a b='1' c=\"&lt;\">{escape(_clean(rng))}</a>",
                f"<![CDATA[{_clean(rng)}]]>",
                "<!-- words -->",
                "<?go on?>",
                "<e/>",
                "&#228;&amp;&#x4e00;",
            )
        )
        for _ in range(rng.randrange(1, 6))
    )
    encoding = rng.choice(("utf-8", "utf-8", "utf-16", "iso-8859-1"))
    declaration = f'<?xml version="1.0" encoding="{encoding}"?>'
    kind = rng.choice(("", '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'))
    return f'{declaration}{kind}<r xmlns:n="urn:x">{inside}</r>'.encode(encoding, "xmlcharrefreplace")


def _clean(rng: random.Random) -> str:
    """A text with what XML allows."""
    return "".join(c for c in texts.text(rng) if c in "\t\n" or " " <= c < "\ufffe").replace("]]>", "")
