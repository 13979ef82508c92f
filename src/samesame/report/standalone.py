"""What pages have in common that stand alone: a policy that allows their own script and styles only, and safe text."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape

from samesame.report.visible import MARKS


def policy(page: str, *styles: str) -> str:
    """A Content-Security-Policy for a page: its scripts and styles by their hashes; nothing else, from nowhere.

    Placeholders of a template are no styles yet: what will stand there is given as `styles`.
    """
    scripts = _hashes(re.findall("<script>(.*?)</script>", page, re.DOTALL))
    own = _hashes([*re.findall("<style>([^$].*?)</style>", page, re.DOTALL), *styles])
    return f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {own}; script-src {scripts}"


def safe(text: str) -> str:
    """A text as HTML that shows it: markup is escaped, and control characters are seen; lines stay lines.

    >>> safe("<b>\\r\\nleft \\u202e right")
    '&lt;b&gt;\\nleft \\\\u202e right'
    """
    return escape(text.replace("\r\n", "\n").translate(MARKS))


def _hashes(parts: list[str]) -> str:
    digests = (base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in parts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
