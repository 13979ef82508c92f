"""What each address answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from samesame.errors import InputError
from samesame.model import Document
from samesame.service import models
from samesame.service.answers import as_json, failure, raw_json, told, told_alone
from samesame.service.limits import ServiceLimits
from samesame.service.metrics import CONTENT_TYPE, Metrics
from samesame.service.parse import item_of, parsed, two_texts
from samesame.service.waiting import Waiting
from samesame.store import POSITION, Desk, Item, Outcome, StoreError, Writer
from samesame.store.item import ClockChoice
from samesame.verbs.compare import compare

_PAGE = Query(ge=1, le=1000, description="how many at a time")


class Service:
    """The answers of one desk; `routes` says at which addresses."""

    def __init__(self, desk: Desk, writer: Writer, limits: ServiceLimits, clock: ClockChoice) -> None:
        self.desk, self.writer, self.limits, self._clock = desk, writer, limits, clock
        self.metrics = Metrics(desk, writer)
        self.stopping = False
        self._compared = 0
        self._waiting = Waiting()
        self._comparing = ThreadPoolExecutor(limits.comparisons, thread_name_prefix="samesame-compare")

    async def post(
        self,
        request: Request,
        replace: Annotated[
            bool, Query(description="take the place of a document that has the id and another text")
        ] = False,
    ) -> Response:
        """An object is answered by its verdict, an array by an array of verdicts, or errors, in its order."""
        return await self.judge(await request.body(), replace=replace)

    async def judge(self, body: bytes, *, replace: bool) -> Response:
        """The answer to a body, counted."""
        begun = perf_counter()
        answer = await self._posted(body, replace)
        self.metrics.seconds.labels("/documents").observe(perf_counter() - begun)
        return answer

    async def _posted(self, body: bytes, replace: bool) -> Response:
        try:
            self._require_ready()
            records = parsed(body)
            if not isinstance(records, list):
                (outcome,) = await self._judged([self._item(records, replace)])
                return told_alone(outcome)
            if len(records) > self.limits.batch:
                raise InputError(f"body: {len(records):,} documents; at most {self.limits.batch:,} at a time")
            outcomes = await self._judged([self._item_or_refusal(record, replace) for record in records])
            return raw_json(f"[{', '.join(map(told, outcomes))}]")
        except Exception as error:
            return failure(error)

    def _item(self, record: object, replace: bool) -> Item:
        return item_of(record, replace=replace, clock=self._clock)

    def _item_or_refusal(self, record: object, replace: bool) -> Item | Outcome:
        try:
            return self._item(record, replace)
        except InputError as error:
            id_ = record.get("id") if isinstance(record, dict) else None
            return Outcome(id=id_ if isinstance(id_, str) else "", kind="refused", message=str(error))

    async def _judged(self, items: Sequence[Item | Outcome]) -> list[Outcome]:
        """The outcomes of items; those that were refused already stay as they are."""
        asked = [item for item in items if isinstance(item, Item)]
        judged: list[Outcome] = await self._waiting.outcomes(self.writer.submit(asked)) if asked else []
        following = iter(judged)
        outcomes = [next(following) if isinstance(item, Item) else item for item in items]
        self.metrics.count(outcomes)
        return outcomes

    def get(self, id: str) -> Response:
        """The document as it is stored, with its verdict."""
        self._require_ready()
        found = self.desk.document(id)
        return _missing(id) if found is None else as_json(found)

    def delete(self, id: str) -> Response:
        """Later documents are compared with it no more; verdicts and groups of others stay as they are."""
        self._require_ready()
        return Response(status_code=204) if self.desk.remove(id) else _missing(id)

    async def compare(self, request: Request) -> Response:
        """How two texts are related, how much of each is in the other, and the passages that they share."""
        self._require_ready()
        sides = two_texts(parsed(await request.body()))
        texts = [side if isinstance(side, str) else self._text(side["id"]) for side in sides]
        if sum(map(len, texts)) > self.limits.compared:
            return as_json({"error": f"both texts have more than {self.limits.compared:,} characters together"}, 413)
        if self._compared >= 8 * self.limits.comparisons:
            return as_json({"error": "too many comparisons wait; try again"}, 429, {"retry-after": "1"})
        self._compared += 1
        try:
            loop = asyncio.get_running_loop()
            return as_json(await loop.run_in_executor(self._comparing, _compared, texts))
        finally:
            self._compared -= 1

    def _text(self, id_: str) -> str:
        found = self.desk.document(id_)
        if found is None:
            raise HTTPException(404, f"no document has the id {id_!a}")
        text: str = found["text"]
        return text

    def matches(
        self,
        after: Annotated[str, Query(pattern=POSITION, description="'next' of the page before")] = "",
        limit: Annotated[int, _PAGE] = 100,
        relation: models.Standing | None = None,
    ) -> Response:
        """Matches of all stored documents, as they were told."""
        self._require_ready()
        found, following = self.desk.matches(after=after, limit=limit, relation=relation)
        return as_json({"matches": found, "next": following})

    def groups(
        self,
        after: Annotated[int, Query(ge=0, le=2**63 - 1, description="'next' of the page before")] = 0,
        limit: Annotated[int, _PAGE] = 100,
    ) -> Response:
        """Groups of several documents, each with its origin and the first hundred of its members."""
        self._require_ready()
        found, following = self.desk.groups(after=after, limit=limit)
        return as_json({"groups": found, "next": following})

    def stats(self) -> Response:
        """What has been judged since the store was made; what the window holds now, and its settings."""
        self._require_ready()
        stats, window = self.desk.stats(), self.desk.window
        held = {hour.isoformat(): count for hour, count in window.held_hours().items()}
        stats["window"] |= {"documents": len(window), "bytes": window.bytes, "held": held}
        return as_json(stats)

    def prometheus(self) -> Response:
        """Counters and gauges."""
        return Response(self.metrics.text(), media_type=CONTENT_TYPE)

    async def health(self) -> Response:
        """200 once the window is restored, and while it can be written to."""
        status = "stopping" if self.stopping else "ready" if self.desk.ready else "restoring"
        if status == "ready" and self.desk.in_trouble:
            status = "in trouble"
        return as_json({"status": status}, 200 if status == "ready" else 503)

    def _require_ready(self) -> None:
        if not self.desk.ready:
            raise StoreError("the window is being restored; try again in some seconds")

    def close(self) -> None:
        """Ends the threads that compare."""
        self._comparing.shutdown()


def _compared(texts: list[str]) -> dict[str, Any]:
    left, right = (Document(name, text) for name, text in zip(("left", "right"), texts, strict=True))
    return compare(left, right).to_dict()


def _missing(id_: str) -> Response:
    return as_json({"error": f"no document has the id {id_!a}"}, 404)
