"""The local engine: Rust threads in this process, memory bounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from samesame.engines.base import Limits
from samesame.match.exact import exact_groups

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame.match.groups import Groups
    from samesame.methods.base import Method


class LocalEngine:
    """Runs a method in this process."""

    def groups(
        self, batches: Iterable[pa.RecordBatch], method: Method, settings: Mapping[str, Any], limits: Limits
    ) -> Groups:
        """The sets of identical documents."""
        return exact_groups(batches, **settings, memory=limits.memory, threads=limits.threads)
