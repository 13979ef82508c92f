"""Damage that knows mail."""

from __future__ import annotations

import random

_HEADERS = (
    b"Content-Type: text/plain; charset=",
    b"Content-Type: text/html; charset=utf-16",
    b"Content-Type: text/plain; charset=utf-7",
    b"Content-Type: text/plain; charset=iso-2022-kr",
    b"Content-Type: message/rfc822",
    b"Content-Type: multipart/mixed; boundary=",
    b"Content-Type: multipart/mixed",
    b"Content-Type: multipart/mixed; boundary=b; boundary*0=c; boundary*1=d",
    b"Content-Transfer-Encoding: base64",
    b"Content-Transfer-Encoding: uuencode",
    b"Content-Type: application/octet-stream",
    b"Subject: =?utf-8?b?gICA?= =?utf-8?q?=?=",
    b"Subject: " + b"=?utf-8?q?a?= " * 300,
    b"Message-ID: <>",
    b"Date: Mon, 0 Jan 0000 99:99:99 +9999",
    b"Date: Fri, 31 Dec 9999 23:59:59 -2359",
    b"Content-Disposition: attachment; filename*=utf-8''%ff",
    b" folded",
    b": no name",
    b"\xff\xfe: x",
    b"From a@example.org",
    b">From b",
)


def header(rng: random.Random, data: bytes) -> bytes:
    """Puts a header in, at any line."""
    lines = data.split(b"\n")
    lines.insert(rng.randrange(min(len(lines), 12) + 1), rng.choice(_HEADERS))
    return b"\n".join(lines)


def nested(rng: random.Random, data: bytes) -> bytes:
    """Mails in mails in mails."""
    many = rng.choice((5, 50, 500, 2000))
    way = rng.random()
    if way < 0.5:
        return b"Content-Type: message/rfc822\n\n" * many + data
    boundary = b"b" if way < 0.75 else b"b%d"
    layers = []
    for i in range(many):
        mark = boundary % i if b"%" in boundary else boundary
        layers.append(b"Content-Type: multipart/mixed; boundary=" + mark + b"\n\n--" + mark + b"\n")
    return b"".join(layers) + data


def parts(rng: random.Random, data: bytes) -> bytes:
    """Very many empty parts."""
    return b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * rng.choice((10, 1000, 8000)) + data


def emptied(rng: random.Random, data: bytes) -> bytes:
    """Takes an empty line away, or puts one in: headers become body and body headers."""
    lines = data.split(b"\n")
    i = rng.randrange(len(lines))
    if lines[i].strip():
        lines.insert(i, b"")
    else:
        del lines[i]
    return b"\n".join(lines)


MUTATORS = (header, header, nested, parts, emptied)
# What may be repeated without end.
FLOODS = (
    b"Content-Type: message/rfc822\n\n",
    b"--b\n",
    b"=?utf-8?q?a?= ",
    b"From a\n",
    b"A: b\n",
    b"<p ",
    b"<b>",
    b"&",
)
