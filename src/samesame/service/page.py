"""The addresses of the service as a page for people, made of the OpenAPI document; without scripts."""

from __future__ import annotations

from html import escape
from typing import Any

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
code, pre { font-family: ui-monospace, monospace; background: #f3f3f3; }
pre { padding: .6em; overflow-x: auto; }
h2 { border-top: 1px solid #ccc; padding-top: .8em; }
"""
_EXAMPLE = """curl -s ADDRESS/documents -d '{"id": "wire/1", "text": "Storm closes the port."}'"""


def page_of(document: dict[str, Any], address: str) -> str:
    """The page.

    >>> document = {"info": {"title": "t", "summary": "A & b"}, "paths": {"/x": {"get": {"summary": "See x"}}}}
    >>> "<code>GET /x</code> See x" in page_of(document, "http://127.0.0.1:8000/")
    True
    """
    info = document["info"]
    operations = [
        _operation(verb, path, operation)
        for path, verbs in document["paths"].items()
        for verb, operation in verbs.items()
    ]
    title = escape(info["title"])
    example = escape(_EXAMPLE.replace("ADDRESS", address.rstrip("/")))
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>\n'
        f"<h1>{title}</h1><p>{escape(info['summary'])} For programs: <a href='openapi.json'>openapi.json</a>.</p>\n"
        f"<pre>{example}</pre>\n{''.join(operations)}</html>\n"
    )


def _operation(verb: str, path: str, operation: dict[str, Any]) -> str:
    said = escape(operation.get("description", ""))
    queries = [
        f"<li><code>?{escape(one['name'])}</code> {escape(one.get('description', ''))}</li>"
        for one in operation.get("parameters", [])
        if one["in"] == "query"
    ]
    answers = [
        f"<li><code>{status}</code> {escape(one.get('description', ''))}</li>"
        for status, one in operation.get("responses", {}).items()
    ]
    return (
        f"<h2><code>{verb.upper()} {escape(path)}</code> {escape(operation['summary'])}</h2>"
        f"<p>{said}</p><ul>{''.join(queries)}</ul><p>Answers:</p><ul>{''.join(answers)}</ul>\n"
    )
