"""Errors of Spark's jobs as errors of samesame: what a task refused, a mistake in a task, or that the job failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from samesame import errors
from samesame.errors import InternalError, ParameterError, SamesameError

# How a Python traceback ends.
_TOLD = re.compile(r"^samesame(?:\.\w+)*\.(\w+): (.+)$", re.MULTILINE)
_RAISED = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\w\S*(?:: .*)?)$", re.MULTILINE)
# What Spark says of a job, behind the Java call that a message begins with.
_ABORTED = re.compile(r"Job aborted.*|(?<=SparkException: ).*")
_LACKED = re.compile(r"^ModuleNotFoundError: No module named '(samesame|pyarrow|numpy)", re.MULTILINE)
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

    What another exception in a task ended is a mistake of samesame, what else failed is the cluster's affair.

    >>> told_by("Job aborted.\\nTraceback (most recent call last):\\n  File ...\\nKeyError: 'keys'\\n\\n\\tat ...")
    InternalError("Spark: a task failed: KeyError: 'keys'")
    >>> told_by("An error occurred while calling z:Some.java.\\n: SparkException: Job aborted: lost\\n\\tat ...")
    SamesameError('Spark: Job aborted: lost')
    >>> told_by("Traceback (most recent call last):\\nModuleNotFoundError: No module named 'samesame.engines'")
    ParameterError('engine: the Python of the executors has no samesame; ship it: ss.Spark(session, ship=...)')
    """
    for name, words in reversed(_TOLD.findall(message)):
        kind = getattr(errors, name, None)
        if isinstance(kind, type) and issubclass(kind, SamesameError):
            return kind(words)
    if lacked := _LACKED.search(message):
        remedy = (
            "ship it: ss.Spark(session, ship=...)" if lacked[1] == "samesame" else "set PYSPARK_PYTHON to one that has"
        )
        return ParameterError(f"engine: the Python of the executors has no {lacked[1]}; {remedy}")
    raised = _RAISED.findall(message)
    if raised and not raised[-1].startswith(("MemoryError", "OSError")):
        return InternalError(f"Spark: a task failed: {raised[-1][:_LONGEST]}")
    aborted = _ABORTED.search(message)
    first = aborted[0] if aborted else next(iter(message.strip().splitlines()), "the job failed")
    reason = f"; a task ended with {raised[-1]}" if raised else ""
    return SamesameError(f"Spark: {first[:_LONGEST]}{reason}")
