"""Mails, one and many."""

from __future__ import annotations

import base64
import random

from fuzz.seeds import markup, texts

_CHARSETS = ("utf-8", "iso-8859-1", "windows-1254", "iso-2022-jp", "gb2312", "koi8-r", "utf-7", "no-such-charset")


def mail(rng: random.Random) -> bytes:
    """A mail with headers and one or several parts."""
    headers = [
        f"From: {rng.choice(('A <a@example.org>', '=?utf-8?b?w7w=?= <u@example.org>', 'x'))}".encode(),
        f"Subject: {rng.choice(('Ferry', '=?iso-8859-9?q?=DDstanbul?=', '=?utf-8?q?a', ''))}".encode(),
        f"Date: {rng.choice(('Sat, 29 Feb 2020 12:00:00 +0100', 'yesterday', ''))}".encode(),
        f"Message-ID: <{rng.getrandbits(40):x}@example.org>".encode(),
    ]
    rng.shuffle(headers)
    end = rng.choice((b"\n", b"\r\n"))
    kept = headers[: rng.randrange(1, 5)]
    return end.join([*kept, b"MIME-Version: 1.0", _part(rng, 0, end)])


def _part(rng: random.Random, depth: int, end: bytes) -> bytes:
    kind = rng.random()
    if depth < 3 and kind < 0.3:
        mark = f"b{rng.getrandbits(24):x}".encode()
        parts = [b"--" + mark + end + _part(rng, depth + 1, end) + end for _ in range(rng.randrange(1, 4))]
        sort = rng.choice((b"mixed", b"alternative", b"digest", b"related"))
        head = b"Content-Type: multipart/" + sort + b'; boundary="' + mark + b'"'
        return head + end + end + b"".join(parts) + b"--" + mark + b"--" + end
    if depth < 3 and kind < 0.4:
        return b"Content-Type: message/rfc822" + end + end + mail(rng)
    return _leaf(rng, end)


def _leaf(rng: random.Random, end: bytes) -> bytes:
    charset = rng.choice(_CHARSETS)
    sort = rng.choice(("plain", "plain", "html", "calendar"))
    body = markup.html(rng) if sort == "html" else _encoded(texts.text(rng), charset)
    way = rng.choice(("8bit", "base64", "quoted-printable", "7bit", "x-unknown"))
    if way == "base64":
        body = base64.encodebytes(body)
    elif way == "quoted-printable":
        body = body.replace(b"=", b"=3D").replace(b"\xc3", b"=C3")
    head = f"Content-Type: text/{sort}; charset={charset}".encode() + end
    return head + f"Content-Transfer-Encoding: {way}".encode() + end + end + body


def _encoded(text: str, charset: str) -> bytes:
    try:
        return text.encode(charset, "replace")
    except LookupError:
        return text.encode()


def mbox(rng: random.Random) -> bytes:
    """Several mails in a row."""
    line = b"From a@example.org Sat Feb 29 12:00:00 2020\n"
    return b"".join(line + mail(rng).replace(b"\nFrom ", b"\n>From ") + b"\n\n" for _ in range(rng.randrange(1, 4)))
