"""The addresses of the service, with what its OpenAPI document says of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from samesame import __version__
from samesame.errors import InputError
from samesame.service import models
from samesame.service.answering import Service
from samesame.service.answers import as_json, failure
from samesame.service.page import page_of
from samesame.store import StoreError

_SUMMARY = "The window over HTTP: each document is judged as it arrives, and is durable before the answer."
_MEANING = {
    401: "no token, or a wrong one",
    404: "no such document",
    408: "the body came too slowly",
    409: "the id is taken by another text",
    413: "the body is too large",
    422: "not understood",
    429: "too much at a time; try again",
    503: "not ready, or the store cannot be read or written",
    507: "no room on the disk; nothing was taken",
}
# What Starlette says of an address that nobody answers.
_NOT_FOUND = "Not Found"
_ASKED = (401, 422, 429, 503)
_SENT = (*_ASKED, 408, 413)


def application(service: Service) -> FastAPI:
    """The application. FastAPI's pages of documentation would load scripts from elsewhere; `/docs` has none."""
    app = FastAPI(
        title="samesame",
        version=__version__,
        summary=_SUMMARY,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(_known_queries)],
    )
    judged = models.Verdict | list[models.Verdict | models.ItemError]
    some = dict[str, Any]
    _add(app, "POST /documents", service.post, "Judge documents", judged, *_SENT, 409, 507, extra=models.DOCUMENTS_BODY)
    _add(app, "GET /documents/{id:path}", service.get, "A document and its verdict", models.Stored, *_ASKED, 404)
    _add(app, "DELETE /documents/{id:path}", service.delete, "Take a document out", None, *_ASKED, 404, 507)
    _add(app, "POST /compare", service.compare, "Two texts side by side", some, *_SENT, 404, extra=models.COMPARE_BODY)
    _add(app, "GET /matches", service.matches, "What was found, the earliest first", models.MatchPage, *_ASKED)
    _add(app, "GET /groups", service.groups, "Groups of copies, the earliest first", models.GroupPage, *_ASKED)
    _add(app, "GET /stats", service.stats, "How many of what, also per source", some, *_ASKED)
    _add(app, "GET /metrics", service.prometheus, "For Prometheus", str, 401, 429)
    _add(app, "GET /healthz", service.health, "Whether documents are judged", models.Health)
    app.add_api_route("/docs", _page, include_in_schema=False)
    for kind, handler in {StoreError: _failed, InputError: _failed, RequestValidationError: _invalid}.items():
        app.add_exception_handler(kind, handler)
    app.add_exception_handler(HTTPException, _http)
    return app


def _add(
    app: FastAPI,
    address: str,
    answer: Callable[..., Any],
    summary: str,
    model: Any,
    *errors: int,
    extra: dict[str, Any] | None = None,
) -> None:
    verb, path = address.split()
    said: dict[int | str, dict[str, Any]] = {
        status: {"model": models.Error, "description": _MEANING[status]} for status in errors
    }
    if model is str:
        said[200] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    elif model is not None:
        said[200] = {"model": model}
    if model is models.Health:
        said[503] = {"model": model}
    app.add_api_route(
        path,
        answer,
        methods=[verb],
        summary=summary,
        status_code=200 if model is not None else 204,
        response_model=None,
        # For the document: answers are made by `answers`.
        response_class=Response if model is str or model is None else JSONResponse,
        responses=said,
        openapi_extra=extra,
    )


async def _page(request: Request) -> Response:
    return HTMLResponse(page_of(request.app.openapi(), str(request.base_url)))


async def _known_queries(request: Request) -> None:
    """A misspelt query must not be passed over: without `replace`, say, another thing happens."""
    known = [field.alias for field in request.scope["route"].dependant.query_params]
    for name in request.query_params:
        if name not in known:
            expected = f"expected {', '.join(known)}" if known else "there are none here"
            raise InputError(f"{name[:60]!a}: no such query; {expected}")


async def _failed(request: Request, error: Exception) -> Response:
    return failure(error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return as_json({"error": f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"}, 422)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = str(error.detail)
    headers = {name.lower(): value for name, value in (error.headers or {}).items()}
    if error.status_code == 405:
        # Starlette names the methods of the first route that has the path.
        paths = [route for route in request.app.routes if isinstance(route, Route)]
        headers["allow"] = ", ".join(_methods(paths, request.url.path))
        told = f"method: {request.method[:20]} is not for this address; expected {headers['allow']}"
    elif error.status_code == 404 and told == _NOT_FOUND:
        told = "no such address; /docs tells which there are, /openapi.json for programs"
    return as_json({"error": told}, error.status_code, headers)


def _methods(routes: list[Route], path: str) -> list[str]:
    return sorted({verb for route in routes if route.path_regex.match(path) for verb in route.methods or ()})
