"""HTTP connections that cannot be held open, or filled, without a request."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Bytes of a request line with its headers.
LARGEST_HEAD = 64 << 10


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits on the head of a request: it has none of its own, neither in size nor in time."""

    patience = 20.0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head: int | None = 0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client came; it may not wait with its request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.patience, self._end)

    def data_received(self, data: bytes) -> None:
        """Counts what belongs to a head."""
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > LARGEST_HEAD:
            self._end()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = 0
        if self._timer is None:
            self._timer = self.loop.call_later(self.patience, self._end)

    def on_headers_complete(self) -> None:
        """Its head has come."""
        self._head = None
        self._stop()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._stop()
        super().connection_lost(exc)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
