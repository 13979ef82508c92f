"""Errors of Spark's jobs as errors of samesame: what a task refused, or that the job failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from samesame import errors
from samesame.errors import InternalError, SamesameError

# How a Python traceback ends.
_TOLD = re.compile(r"^samesame(?:\.\w+)*\.(\w+): (.+)$", re.MULTILINE)
_LONGEST = 500


@contextmanager
def named() -> Iterator[None]:
    """Raises what a task refused as if it had been refused here, and other failures as one error."""
    try:
        yield
    except SamesameError:
        raise
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("py4j", "pyspark"):
            raise
        raise told_by(str(error)) from error


def told_by(message: str) -> SamesameError:
    """The error that a message of Spark is about.

    >>> told_by("Job aborted.\\nTraceback ...:\\nsamesame.ParameterError: common: expected less\\n at ...")
    ParameterError('common: expected less')
    >>> told_by("Job aborted due to stage failure: executor lost\\n at ...")
    InternalError('Spark: Job aborted due to stage failure: executor lost')
    """
    for name, words in reversed(_TOLD.findall(message)):
        kind = getattr(errors, name, None)
        if isinstance(kind, type) and issubclass(kind, SamesameError):
            return kind(words)
    first = next(iter(message.strip().splitlines()), "the job failed")
    return InternalError(f"Spark: {first[:_LONGEST]}")
