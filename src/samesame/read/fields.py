"""The fields that records have: if none of them has a given name, it is misspelt, and nothing must be written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from samesame.errors import ParameterError

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions

DEFAULTS = {"id_field": "id", "text_field": "text", "time_field": "time"}
# Names that an error lists.
LISTED = 20


@dataclass(slots=True)
class FieldsMet:
    """Which of the wanted fields occur in the records of a reading. Files that are one document each have no fields."""

    options: ReadOptions
    met: set[str] = field(default_factory=set)
    # Some of the names; none if no input has records with fields.
    names: dict[str, None] = field(default_factory=dict)

    def add(self, names: Iterable[str]) -> None:
        """Adds the names of a record, or of the columns of a table."""
        for name in names:
            self.met.update(option for option in DEFAULTS if getattr(self.options, option) == name)
            self._note(name)

    def add_core(self, id: bool, text: bool, time: bool, names: Iterable[str]) -> None:
        """Adds the fields that the core met."""
        self.met.update(option for option, is_met in zip(DEFAULTS, (id, text, time), strict=True) if is_met)
        for name in names:
            self._note(name)

    def _note(self, name: str) -> None:
        if len(self.names) < LISTED:
            self.names[name] = None

    def check(self, documents: int) -> None:
        """Raises if there were records and none of them has a field that was asked for by name.

        A record without the usual id or time is complete; without a text it is none, unless other inputs gave
        documents.
        """
        if not self.names:
            return
        for option, default in DEFAULTS.items():
            wanted = getattr(self.options, option)
            needed = wanted != default or (option == "text_field" and not documents)
            # A broken record may have the field; then its own problem is the relevant one.
            if needed and option not in self.met and wanted not in self.names:
                raise ParameterError(self._message(option, wanted))

    def _message(self, option: str, wanted: str) -> str:
        flag = option.replace("_", "-")
        return (
            f"{option}: no record has the field '{wanted}' (there are: {', '.join(self.names)}); --{flag} names another"
        )
