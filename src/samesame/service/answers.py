"""Answers as JSON, and the statuses of what can go wrong."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from samesame.errors import InputError, ParameterError
from samesame.store import Busy, Outcome, StoreError, StoreFull

# What becomes of a document, as a status.
STATUS = {"judged": 200, "known": 200, "conflict": 409, "refused": 422}


def as_json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as an answer."""
    return raw_json(json.dumps(value, ensure_ascii=False), status, headers)


def raw_json(text: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON that is there already. What has no UTF-8, such as a part of an id that was refused, is escaped."""
    body = f"{text}\n".encode(errors="backslashreplace")
    return Response(body, status, headers, media_type="application/json")


def failure(error: BaseException) -> Response:
    """What an error is told as."""
    if isinstance(error, Busy):
        return as_json({"error": f"{error}; try again"}, 429, {"retry-after": "1"})
    if isinstance(error, StoreFull):
        return as_json({"error": str(error)}, 507)
    if isinstance(error, StoreError):
        return as_json({"error": str(error)}, 503, {"retry-after": "5"})
    if isinstance(error, InputError | ParameterError):
        return as_json({"error": str(error)}, 422)
    return as_json({"error": f"a mistake of samesame, not yours: {type(error).__name__}: {error}"}, 500)


def told(outcome: Outcome) -> str:
    """An outcome among others: the verdict, or what is wrong with the item."""
    status = STATUS[outcome.kind]
    if status == 200:
        return outcome.verdict_json
    return json.dumps({"id": outcome.id or None, "status": status, "error": outcome.message})


def told_alone(outcome: Outcome) -> Response:
    """An outcome as the answer of a request."""
    status = STATUS[outcome.kind]
    return raw_json(outcome.verdict_json) if status == 200 else as_json({"error": outcome.message}, status)
