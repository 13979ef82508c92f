"""A letter in parts: fields with their ranges, and a partition of the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# In the order in which tables and pages list them.
FIELDS = ("sender", "receiver", "date", "address", "signature", "salutation", "docket", "topic", "relayer", "footer")
MAIN, QUOTE, SEPARATOR = "main", "quote", "separator"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the text: a field, `main`, `quote` (of an earlier mail) or `separator` (labels, blank lines)."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """What was found, and where: `text[start:end]`. The value is in a form that can be compared."""

    name: str
    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A text in parts. Ranges count code points.

    The parts follow one another without gap or overlap: put together they are the text. Fields may lie inside parts: a
    docket id inside the main text or the topic, a name inside the signature, a relayer inside the footer.
    """

    text: str
    parts: tuple[Part, ...]
    fields: tuple[Field, ...]

    @property
    def main(self) -> tuple[tuple[int, int], ...]:
        """The ranges of the main text."""
        return tuple((part.start, part.end) for part in self.parts if part.name == MAIN)

    @property
    def main_text(self) -> str:
        """The main text, its ranges with a blank line between them."""
        return "\n\n".join(self.text[start:end] for start, end in self.main)

    def values(self, name: str) -> tuple[str, ...]:
        """The values of a field, each once, in the order of the text."""
        return tuple(dict.fromkeys(field.value for field in self.fields if field.name == name))

    def to_dict(self) -> dict[str, Any]:
        """Fields and main ranges as plain values, as `samesame read --letters` writes them."""
        fields = [{"name": one.name, "start": one.start, "end": one.end, "value": one.value} for one in self.fields]
        return {"fields": fields, "main": [list(one) for one in self.main]}
