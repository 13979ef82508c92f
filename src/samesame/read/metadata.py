"""Values of Python as the JSON that metadata is kept in."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

# Deeper than this the core, and most other readers of JSON, refuse it.
DEPTH = 100


def to_json(value: object) -> str:
    """JSON without NaN and infinities, which it does not have; bytes are written in base64.

    >>> to_json({"a": float("nan"), "b": [float("-inf")], "c": b"\\xff"})
    '{"a": null, "b": ["-Infinity"], "c": "/w=="}'
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, default=_plain)


def _plain(value: object) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(value).decode("ascii")
    return str(value)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else f"{'-' if value < 0 else ''}Infinity"
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value


def is_object(text: str) -> bool:
    """Whether a text is a JSON object that all can read.

    >>> is_object('{"a": [1]}'), is_object('{"a": NaN}'), is_object("[1]"), is_object("[" * 100_000)
    (True, False, False, False)
    """
    try:
        return isinstance(json.loads(text, parse_constant=_refuse), dict) and depth(text) <= DEPTH
    except (ValueError, RecursionError):
        return False


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"JSON has no {constant}")


def depth(text: str) -> int:
    """How deep a valid JSON text is nested."""
    if text.count("[") + text.count("{") <= DEPTH:
        return 1
    deepest = level = 0
    is_string = is_escaped = False
    for mark in text:
        if is_string:
            is_string, is_escaped = mark != '"' or is_escaped, mark == "\\" and not is_escaped
        elif mark == '"':
            is_string = True
        elif mark in "[{":
            level += 1
            deepest = max(deepest, level)
        elif mark in "]}":
            level -= 1
    return deepest
