"""Checks metadata that is given as JSON: whether every JSON reader accepts it."""

from __future__ import annotations

import json
from typing import NoReturn

# Deeper values are refused by the core and by most other JSON readers.
DEPTH = 100


def is_object(text: str) -> bool:
    """Whether a text is a JSON object that every reader accepts.

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
