"""Bodies of requests: JSON that may be anything, as items for a desk."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from samesame.errors import InputError
from samesame.store import Item
from samesame.store.item import ClockChoice, as_of_arrival

_FIELDS = {
    "id": "a text",
    "text": "a text",
    "html": "a text",
    "time": "ISO 8601 or seconds since 1970",
    "source": "a text",
    "metadata": "an object",
}
_TYPES: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "text": (str,),
    "html": (str,),
    "time": (str, int, float),
    "source": (str,),
    "metadata": (dict,),
}


def parsed(body: bytes) -> Any:
    """The JSON of a body; an `InputError` if it is none. NaN and its like are none, nor is bottomless nesting."""
    try:
        return json.loads(body.decode(), parse_constant=_refuse)
    except UnicodeDecodeError as error:
        raise InputError(f"body: no UTF-8 at byte {error.start:,}") from error
    except RecursionError as error:
        raise InputError("body: nested too deeply") from error
    except ValueError as error:  # also numbers with more digits than Python converts
        raise InputError(f"body: no JSON: {str(error)[:200]}") from error


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value of JSON")


def item_of(record: object, *, replace: bool, clock: ClockChoice) -> Item:
    """The item that a record describes; an `InputError` with the name of the field if it describes none."""
    if not isinstance(record, dict):
        raise InputError(f"document: expected an object, got {_kind(record)}")
    for name, value in record.items():
        _check(name, value)
    if "id" not in record:
        raise InputError("id: missing")
    given = [record[name] for name in ("text", "html") if name in record]
    if len(given) != 1:
        raise InputError(f"text: expected either text or html, got {'both' if given else 'none'}")
    item = Item(
        id=record["id"],
        text=given[0],
        html="html" in record,
        time=record.get("time"),
        source=record.get("source"),
        metadata=record.get("metadata") or {},
        replace=replace,
    )
    return as_of_arrival(item) if clock == "arrival" else item


def _check(name: str, value: object) -> None:
    if name not in _FIELDS:
        raise InputError(f"{name[:60]!a}: no such field; expected {', '.join(_FIELDS)}")
    if value is None and name in ("time", "source", "metadata"):
        return
    if not isinstance(value, _TYPES[name]) or isinstance(value, bool):
        raise InputError(f"{name}: expected {_FIELDS[name]}, got {_kind(value)}")


def _kind(value: object) -> str:
    """What JSON calls it."""
    if value is None:
        return "null"
    kinds = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "an array",
        dict: "an object",
    }
    return kinds[type(value)]


def two_texts(body: Any) -> tuple[str | dict[str, str], str | dict[str, str]]:
    """What is to be compared: of each side a text, or the id of a stored document."""
    if not isinstance(body, dict) or set(body) != {"left", "right"}:
        raise InputError("body: expected an object with left and right, each a text or an object with an id")
    for name, value in body.items():
        named = isinstance(value, dict) and set(value) == {"id"} and isinstance(value["id"], str)
        if not named and not isinstance(value, str):
            raise InputError(f"{name}: expected a text, or an object with the id of a document")
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise InputError(f"{name}: a lone surrogate is no character") from error
    return body["left"], body["right"]
