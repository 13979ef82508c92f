"""A feed over HTTP: asked only for what changed, and bounded in size, time and redirects."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx

from samesame import __version__
from samesame.limits import show_bytes

REDIRECTS = 5
# No part of a request waits longer, in seconds; `_End` bounds all of it but finding the server.
_STEP = 10.0
# No server keeps a feed from being asked for longer, in seconds.
_LONGEST_RETRY = 86_400.0
_HEADERS = {
    "User-Agent": f"samesame/{__version__}",
    "Accept": "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5",
}


class FeedDown(Exception):
    """The feed gave nothing; the message says why. `retry` is how many seconds the server asks to wait."""

    def __init__(self, message: str, retry: float = 0.0) -> None:
        super().__init__(message)
        self.retry = retry


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What a feed answered. `body` is None if nothing has changed since the last time."""

    body: bytes | None
    etag: str | None = None
    modified: str | None = None


def fetch(url: str, etag: str | None, modified: str | None, *, seconds: float, size: int) -> Fetched:
    """Asks for a feed; what it said of itself the last time lets it answer that nothing has changed."""
    headers = dict(_HEADERS)
    if etag:
        headers["If-None-Match"] = etag
    if modified:
        headers["If-Modified-Since"] = modified
    # What a server said of itself goes back as the bytes that came, which may be any.
    raw = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    end = _End(seconds)
    try:
        with (
            end,
            httpx.Client(follow_redirects=True, max_redirects=REDIRECTS, timeout=_STEP) as client,
            client.stream("GET", url, headers=raw, extensions={"trace": end.trace}) as answer,
        ):
            fetched = _answered(answer, size)
    except httpx.HTTPError as error:
        raise FeedDown(end.said or _reason(error)) from None
    except (httpx.InvalidURL, OSError, UnicodeError) as error:
        raise FeedDown(str(error) or type(error).__name__) from None
    if end.said:
        # A body of unknown length ends where the connection was shut down.
        raise FeedDown(end.said)
    return fetched


def _reason(error: httpx.HTTPError) -> str:
    if isinstance(error, httpx.TooManyRedirects):
        return f"more than {REDIRECTS} redirects"
    if isinstance(error, httpx.TimeoutException):
        return f"no answer in time ({type(error).__name__})"
    return str(error) or type(error).__name__


class _End:
    """Ends a request after a time, whatever it is at: the time limits of HTTP clients begin anew with every byte.

    httpx tells of each connection it makes; when time is over, they are shut down, and whoever reads from them gets an
    error.
    """

    def __init__(self, seconds: float) -> None:
        self.said = ""
        self._seconds = seconds
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._shut)
        self._timer.daemon = True

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Called by httpx with every step."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._sockets.append(info["return_value"].get_extra_info("socket"))
            if self.said:
                self._shut()

    def _shut(self) -> None:
        self.said = f"not complete after {self._seconds:g} s"
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _answered(answer: httpx.Response, size: int) -> Fetched:
    if answer.status_code == httpx.codes.NOT_MODIFIED:
        return Fetched(body=None)
    if answer.status_code != httpx.codes.OK:
        raise FeedDown(f"HTTP {answer.status_code} {answer.reason_phrase}".strip(), _retry(answer))
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) > size:
            raise FeedDown(f"larger than {show_bytes(size)} (--max-size)")
    return Fetched(body=bytes(body), etag=_header(answer, b"etag"), modified=_header(answer, b"last-modified"))


def _header(answer: httpx.Response, name: bytes) -> str | None:
    """The value of a header, a character for each byte."""
    for key, value in answer.headers.raw:
        if key.lower() == name:
            return value.decode("latin-1")
    return None


def _retry(answer: httpx.Response) -> float:
    """Retry-After in seconds: as a number, or as the date until which to wait; at most a day."""
    said = (_header(answer, b"retry-after") or "").strip()
    if said.isascii() and said.isdecimal():
        return min(float(said[:9]), _LONGEST_RETRY)
    try:
        until = parsedate_to_datetime(said).timestamp()
    except (ValueError, OverflowError):
        return 0.0
    return min(max(until - time.time(), 0.0), _LONGEST_RETRY)


def shown_url(url: str) -> str:
    """A URL as it may stand in a log: without user and password.

    >>> shown_url("https://me:secret@example.org/feed?x=1"), shown_url("http://[::1]:80/")
    ('https://example.org/feed?x=1', 'http://[::1]:80/')
    """
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
