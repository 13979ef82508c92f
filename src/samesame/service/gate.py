"""Who gets in: the token, and the limits on bodies and concurrent work, before any of the application runs."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol, TypeAlias

from starlette.responses import Response

from samesame.service.limits import ServiceLimits

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Count: TypeAlias = Callable[[str, int], None]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

# Queries that are understood here; others are FastAPI's to judge.
_REPLACE = {b"": False, b"replace=false": False, b"replace=true": True}
# Asked by service managers, which have no token and must get an answer however much there is to do.
OPEN = "/healthz"


class Judge(Protocol):
    """Answers a body of documents."""

    async def __call__(self, body: bytes, *, replace: bool) -> Response:
        """With `replace`, they take the place of documents that have their ids."""


class Refused(Exception):
    """A request that the gate answers itself."""

    def __init__(self, status: int, error: str, **headers: str) -> None:
        super().__init__(error)
        self.status, self.error, self.headers = status, error, headers


class Gate:
    """The application behind its limits. A body is read whole before the application is called."""

    def __init__(self, app: App, judge: Judge, count: Count, limits: ServiceLimits, token: str | None) -> None:
        self._app, self._judge, self._count, self._limits = app, judge, count, limits
        self._token = None if token is None else f"Bearer {token}".encode()
        self.requests = 0
        self.bodies = 0
        # Bodies that are still coming.
        self._reading: set[asyncio.Timeout] = set()
        self._stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        if scope["type"] != "http" or scope["path"] == OPEN:
            await self._app(scope, receive, send)
            return
        self.requests += 1
        held = 0
        try:
            self._check_token(scope)
            if self.requests > self._limits.requests:
                raise Refused(
                    429, f"more than {self._limits.requests:,} requests at a time; try again", retry_after="1"
                )
            self._check_length(scope)
            body, held = await self._body(receive)
            await self._answer(scope, body, receive, self._patient(send, scope["path"]))
        except Refused as refused:
            self._count(scope["path"], refused.status)
            await _answer(send, refused)
        except TimeoutError:
            # The client does not take its answer: the connection ends without the rest of it.
            return
        finally:
            self.requests -= 1
            self.bodies -= held

    def stop(self) -> None:
        """Does not wait for bodies that have not come: these requests are not begun."""
        self._stopping = True
        for limit in list(self._reading):
            limit.reschedule(asyncio.get_running_loop().time())

    async def _answer(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """The busiest address is answered without FastAPI's router, which takes as long as all else together."""
        again = _replayed(body, receive)
        replace = _REPLACE.get(scope["query_string"])
        if replace is None or scope["path"] != "/documents" or scope["method"] != "POST":
            await self._app(scope, again, send)
            return
        answer = await self._judge(body, replace=replace)
        await answer(scope, again, send)

    def _check_token(self, scope: Scope) -> None:
        if self._token is None:
            return
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        if not hmac.compare_digest(given, self._token):
            raise Refused(401, "a bearer token is needed: Authorization: Bearer …", www_authenticate="Bearer")

    def _check_length(self, scope: Scope) -> None:
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if length.isdigit() and int(length[:20]) > self._limits.body:
            raise self._too_large()

    def _too_large(self) -> Refused:
        # The rest of the body is not read, so the connection cannot be used again.
        return Refused(
            413, f"the body has more than {self._limits.body:,} bytes; send fewer documents", connection="close"
        )

    async def _body(self, receive: Receive) -> tuple[bytes, int]:
        """The body, and how much of what all may hold it takes."""
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._limits.slow) as limit:
                self._reading.add(limit)
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Refused(400, "the client went away")
                    part = message.get("body", b"")
                    parts.append(part)
                    size += len(part)
                    self.bodies += len(part)
                    self._check_size(size)
                    more = message.get("more_body", False)
        except TimeoutError:
            self.bodies -= size
            if self._stopping:
                raise Refused(503, "the server is being stopped; send it again", connection="close") from None
            raise Refused(408, f"the body did not come within {self._limits.slow:g} s", connection="close") from None
        except BaseException:
            self.bodies -= size
            raise
        finally:
            self._reading.discard(limit)
        return (parts[0] if len(parts) == 1 else b"".join(parts)), size

    def _check_size(self, size: int) -> None:
        if size > self._limits.body:
            raise self._too_large()
        if self.bodies > self._limits.bodies:
            raise Refused(429, "too much is being sent at a time; try again", retry_after="1", connection="close")

    def _patient(self, send: Send, path: str) -> Send:
        """Counts an answer, and ends a request whose answer nobody takes."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._count(path, message["status"])
            async with asyncio.timeout(self._limits.slow):
                await send(message)

        return sent


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _answer(send: Send, refused: Refused) -> None:
    body = (json.dumps({"error": refused.error}, ensure_ascii=False) + "\n").encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **refused.headers}
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
