"""Escapes characters that would control a terminal or change the order of what it shows."""

from __future__ import annotations

# C0 and C1 with the delete character between them; line and paragraph separators; the embeddings, overrides and
# isolates of the bidirectional algorithm; halves of surrogate pairs, which cannot be encoded.
_COMMANDS = [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_VISIBLE = {code: chr(code).encode("unicode_escape").decode() for code in [*_COMMANDS, *range(0xD800, 0xE000)]}
# On a page that shows several lines, line ends and tabs stay what they are.
MARKS = {code: shown for code, shown in _VISIBLE.items() if chr(code) not in "\n\t"}
# JSON already escapes C0, except line ends.
_JSON = {code: f"\\u{code:04x}" for code in _COMMANDS if code >= 0x20}


def visible(text: str) -> str:
    """A text that is safe to show on one line of a terminal.

    >>> print(visible("red \\x1b[31m\\rhidden"))
    red \\x1b[31m\\rhidden
    """
    return text if text.isascii() and text.isprintable() else text.translate(_VISIBLE)


def escaped_json(lines: str) -> str:
    """Equivalent JSON lines that are safe to show."""
    return lines.translate(_JSON)
