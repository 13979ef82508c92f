"""Sources that this process cannot read: data frames of Spark, and files of systems that only Spark reaches."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from samesame.errors import ParameterError

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


@dataclass(frozen=True, slots=True)
class Frame:
    """A data frame of Spark as a source. It stays in this process: a plan that is sent on is run over another one."""

    frame: Any = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[Frame], tuple[()]]:
        return Frame, ()

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return [] if self.frame is None else list(self.frame.columns)


def is_frame(source: object) -> bool:
    """Whether it is a data frame of Spark; nothing of Spark is imported to see it."""
    return any(
        kind.__name__ == "DataFrame" and kind.__module__.startswith("pyspark.sql") for kind in type(source).__mro__
    )


def is_elsewhere(source: str) -> bool:
    """Whether a name is an address of a file system, such as s3a://bucket/news.jsonl.

    >>> is_elsewhere("hdfs://node/news"), is_elsewhere("news/2026.jsonl")
    (True, False)
    """
    return _SCHEME.match(source) is not None


def refuse_frame() -> NoReturn:
    """Another engine was asked to read a data frame."""
    raise ParameterError(
        "source: a data frame of Spark is read by engine=ss.Spark(session); for another engine hand over "
        "frame.toArrow(), which collects it here"
    )


def refuse_elsewhere(address: str) -> NoReturn:
    """Another engine was asked to read what only Spark reaches."""
    raise ParameterError(f"source: '{address}' is read by the engine 'spark' only; others read files of this machine")
