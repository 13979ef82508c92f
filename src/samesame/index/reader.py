"""An index as it is read: one whole state of it, whatever is written meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pyarrow as pa

from samesame import _core
from samesame.errors import FormatError, InputError, ParameterError
from samesame.index.header import HEADER, Header, early, load
from samesame.index.parts import open_parts
from samesame.index.related import Related, whole_batches
from samesame.methods import MethodSettings
from samesame.read.side import Question, Side
from samesame.sign.statistics import Statistics


class State(NamedTuple):
    """What an index is at some time: its header, and its files, opened."""

    header: Header
    core: _core.IndexReader


class Index:
    """The signatures of a collection on disk, as they stood when it was opened. Serves as the second side of a `find`.

    It stays open for many questions, from several threads too; each reads only the blocks that its answer stands in,
    and compares them with their checksums. Writers do not disturb it: `refresh` shows what they have written since.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry.", "b": "Close the port."})
    >>> with ss.Index(folder) as index:
    ...     [len(ss.find({"x": text}, against=index)) for text in ("keep the ferry", "keep the port")]
    [1, 0]
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._opened: State | None = self._load()
        self._statistics: Statistics | None = None

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes its files, as soon as no question is under way."""
        self._opened = None

    def refresh(self) -> bool:
        """Takes in what was written since; whether there was anything. Questions under way go on as before."""
        if load(self.path) == self._state.header:
            return False
        self._opened = self._load()
        return True

    @staticmethod
    def is_one(path: object) -> bool:
        """Whether this is an index, or there is one at this path."""
        return isinstance(path, Index) or (isinstance(path, str | Path) and (Path(path) / HEADER).is_file())

    @property
    def _state(self) -> State:
        if self._opened is None:
            raise InputError(f"index: '{self.path}' is closed; open it anew with ss.Index")
        return self._opened

    @property
    def header(self) -> Header:
        """What it says of itself."""
        return self._state.header

    @property
    def core(self) -> _core.IndexReader:
        """Its files, opened."""
        return self._state.core

    def statistics(self) -> Statistics | None:
        """The word statistics that its signatures were made under. They never change."""
        file = self.header.statistics_file
        if file is not None and self._statistics is None:
            self._statistics = Statistics.load(file.verified(self.path))
        return self._statistics

    def check(self, settings: MethodSettings) -> None:
        """Refuses signatures of another kind."""
        header, method, asked = self.header, settings.method.name, early(settings.to_dict())
        if method != header.method or asked != header.early_settings():
            raise ParameterError(
                f"index: '{self.path}' was made by '{header.method}' with {_show(header.early_settings())}; "
                f"asked for '{method}' with {_show(asked)}"
            )

    def verify(self) -> None:
        """Reads all that it holds and compares it with the checksums."""
        file = self.header.statistics_file
        if file is not None:
            file.verified(self.path)
        self.core.verify()

    @property
    def size(self) -> int:
        """Bytes of the texts that were added, roughly."""
        return self.header.bytes

    @property
    def documents(self) -> int:
        """How many documents it holds."""
        return sum(part.documents for part in self.header.parts) - self.header.removed

    def ids(self) -> pa.Array:
        """The ids of all documents."""
        return self.core.ids()

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches with id, key, features and plain shingles of all documents."""
        return whole_batches(self.core)

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """The documents that match those asked about, and how many others there are; all, if the method needs them."""
        header, core = self._state
        kinds = question.answer(core)
        if kinds is None:
            return self, 0
        related = Related(core, kinds)
        total = sum(part.documents for part in header.parts) - header.removed
        return related, total - related.documents

    def _load(self) -> State:
        """The header, and the files that it names. They may be taken away in between, when others take their place."""
        while True:
            header = load(self.path)
            try:
                return State(header, open_parts(self.path, header.parts, header.removed_file))
            except (FormatError, InputError):
                if load(self.path) == header:
                    raise


def _show(settings: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())
