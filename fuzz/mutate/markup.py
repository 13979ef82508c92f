"""Damage that knows HTML and XML."""

from __future__ import annotations

import random
import re

from fuzz.seeds.markup import ENTITIES

_TAG = re.compile(rb"<[^<>]{0,80}>")
_TAGS = (b"p", b"div", b"table", b"b", b"a", b"svg", b"math", b"select", b"template", b"frameset", b"li", b"font")
_ODD = (
    b"<",
    b"</",
    b"<!--",
    b"<!-- --!>",
    b"<![CDATA[",
    b"]]>",
    b"<!DOCTYPE",
    b"<?",
    b"<script>",
    b"<textarea>",
    b"<title>",
    b"<plaintext>",
    b"<noscript>",
    b"</p>",
    b"</br>",
    b"<p ",
    b"<a href='",
    b"<x:y>",
    b"<table><td><table>",
    b"<template><p>",
)
_MANY = (10, 30, 100, 300, 5000)


def entity(rng: random.Random, data: bytes) -> bytes:
    """A character reference, or very many."""
    at = rng.randrange(len(data) + 1)
    one = rng.choice(ENTITIES).encode()
    return data[:at] + one * rng.choice((1, 1, 1, *_MANY)) + data[at:]


def attributes(rng: random.Random, data: bytes) -> bytes:
    """A tag with many attributes, all different or all the same."""
    many = rng.choice((*_MANY, 9000))
    inside = b" ".join(b"a%d" % i for i in range(many)) if rng.random() < 0.5 else b"a='1' " * many
    at = rng.randrange(len(data) + 1)
    return data[:at] + b"<" + rng.choice(_TAGS) + b" " + inside + rng.choice((b">", b"", b"/>")) + data[at:]


def nested(rng: random.Random, data: bytes) -> bytes:
    """Deep nesting, closed or not."""
    at = rng.randrange(len(data) + 1)
    many = rng.choice(_MANY)
    tags = [rng.choice(_TAGS) for _ in range(rng.randrange(1, 4))]
    opening = b"".join(b"<" + tag + b">" for tag in tags)
    closing = b"".join(b"</" + tag + b">" for tag in reversed(tags))
    return data[:at] + opening * many + b"x" + (closing * many if rng.random() < 0.5 else b"") + data[at:]


def unclosed(rng: random.Random, data: bytes) -> bytes:
    """Takes a tag away."""
    found = list(_TAG.finditer(data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + data[one.end() :]


def odd(rng: random.Random, data: bytes) -> bytes:
    """Puts in what parsers treat in a way of its own."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_ODD) * rng.choice((1, 1, 1, *_MANY)) + data[at:]


MUTATORS = (entity, attributes, nested, unclosed, odd, odd)
# What may be repeated without end.
FLOODS = (b"&", b"<p ", b"<b>", b"<a b ", b"&amp;", b"<!--", b"<a>", b"</p>", b"<p a=b ", b"<table>")
