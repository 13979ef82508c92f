"""What samesame needs beyond its own dependencies, and only where it is asked for."""

from __future__ import annotations

from importlib.util import find_spec

from samesame.errors import ParameterError


def require(extra: str, *modules: str) -> None:
    """Refuses, with the name of the extra, what needs packages that are not installed.

    >>> require("serve", "json", "no_such_package")
    Traceback (most recent call last):
    ...
    samesame.ParameterError: no_such_package is not installed; install the extra: pip install 'samesame[serve]'
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ParameterError(
            f"{', '.join(missing)} {verb} not installed; install the extra: pip install 'samesame[{extra}]'"
        )
