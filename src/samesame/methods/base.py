"""What a method declares: its settings, how documents are signed under them, and where it comes from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from samesame import _core
from samesame.errors import ParameterError
from samesame.methods.parameters import Parameter, parameters_of
from samesame.model import Relation
from samesame.segment.words import WordOptions

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame.limits import Limits
    from samesame.match.candidates import Candidates

# The size of the word shingles in which coverages are always given.
PLAIN_SIZE = 4
# Takes texts, weights of words (for methods that need idf) and threads; returns one signature per text.
Sign: TypeAlias = "Callable[[pa.Array, _core.WordWeights | None, int], pa.Array]"


# Sets of features, MinHash bands of them, bit strings, paths of a corpus tree, signed sentences.
Joined: TypeAlias = Literal["sets", "bands", "bits", "paths", "sentences"]


class Compared(Enum):
    """Which of the documents with the same words are compared with others, on behalf of all of them."""

    # The signature depends on the words only, so only one is signed.
    ANY = "any"
    # The same words may have different signatures: all are signed, and the one with the smallest id is compared.
    FIRST = "first"
    # As above, but one of each different signature is compared. Documents are identical only if their signatures are,
    # too.
    EACH = "each"


# Subclasses with parameters have slots; the shared bases have none of their own, so that several can be combined.
@dataclass(frozen=True, kw_only=True)
class MethodSettings(ABC):
    """The settings of a method: plain values that are checked when they are made and do not change.

    Each method has a class of its own, such as `ss.Overlap`. All parameters are keywords with defaults.

    >>> import samesame as ss
    >>> settings: ss.MethodSettings = ss.Overlap(threshold=0.7)
    >>> settings.method.name, settings.to_dict()["threshold"]
    ('overlap', 0.7)
    """

    __slots__ = ()
    method: ClassVar[Method[Any]]
    # The verbs that the method is for; None: all that have a method.
    verbs: ClassVar[tuple[str, ...] | None] = None
    # Whether it makes clusters itself, instead of pairs.
    clusters: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for parameter in parameters_of(type(self)):
            object.__setattr__(self, parameter.name, parameter.check(getattr(self, parameter.name)))
        self._check_together()

    def _take_aliases(self, **given: Any) -> None:
        """Sets values that were given by the names of a paper."""
        for parameter in parameters_of(type(self)):
            value = given.get(parameter.alias or "")
            if value is not None and getattr(self, parameter.name) not in (parameter.default, value):
                raise _twice(parameter)
            if value is not None:
                object.__setattr__(self, parameter.name, value)

    def _check_together(self) -> None:  # noqa: B027 (few methods have such values)
        """Refuses values that cannot be combined."""

    @abstractmethod
    def words(self) -> WordOptions:
        """How words are prepared."""

    @property
    def same(self) -> Literal["words", "letters", "cased letters"]:
        """What identical documents have in common."""
        return "words"

    @property
    def signing(self) -> SigningSettings | None:
        """These settings if the method signs documents; None if it finds identical documents only."""
        return None

    @property
    def needs_statistics(self) -> bool:
        """Whether words are weighed by their idf."""
        return False

    @property
    def uses_occurrences(self) -> bool:
        """Whether given statistics must tell how often words stand in the collection."""
        return False

    def note(self) -> str | None:
        """A message about these settings, if there is something that a user should know."""
        return None

    def sign_plain(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The 4-word shingles in which coverages are given for every method."""
        words = self.words()
        plain = WordOptions(language=words.language, unspaced=words.unspaced)
        return _core.shingles(texts, plain.key(), PLAIN_SIZE, threads)

    def to_dict(self) -> dict[str, Any]:
        """All values by name, as JSON values; the method's own first."""
        return {parameter.name: getattr(self, parameter.name) for parameter in parameters_of(type(self))}


class SigningSettings(MethodSettings):
    """The settings of a method that signs documents and matches the signatures."""

    __slots__ = ()
    compared: ClassVar[Compared] = Compared.ANY
    # Whether documents are signed by the words of their sentences; then these can be kept when they are counted.
    by_sentence: ClassVar[bool] = False
    # How signatures become pairs: this decides the stages of the steps `join` and `verify`.
    joined: ClassVar[Joined] = "sets"
    # Whether the signatures alone decide and are sets of features: an index has nothing else.
    indexed: ClassVar[bool] = True

    @abstractmethod
    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.Array:
        """One signature per text: a set of features, a bit string, or signed sentences."""

    @property
    def signature_type(self) -> pa.DataType:
        """The type of the signatures."""
        import pyarrow as pa

        return pa.large_list(pa.uint64())

    @property
    def rule(self) -> tuple[str, float]:
        """How sets of features are compared: the measure, and the smallest share that passes."""
        raise NotImplementedError(f"{self.method.name} compares no sets")

    @abstractmethod
    def match(self, limits: Limits, size: int) -> Candidates:
        """The matcher of signatures; `size` is the input in bytes."""

    @property
    def signing(self) -> SigningSettings:
        """These settings."""
        return self

    @property
    def plain(self) -> bool:
        """Whether the signatures are the plain 4-word shingles in which coverages are given."""
        return False

    @property
    def shingle_size(self) -> int | None:
        """The size, if the signatures are all word shingles of one size.

        These are matched without making lists of them.
        """
        return None

    @property
    def verified_from(self) -> float | None:
        """The Jaccard coefficient from which a candidate passes, if candidates must be verified."""
        return None

    @property
    def few_documents(self) -> int:
        """With fewer documents than this and no given statistics, words are not weighed."""
        return 0


S = TypeVar("S", bound=MethodSettings, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method(Generic[S]):
    """A method: its source, its parameters, the relations it reports, its cost."""

    name: str
    summary: str
    citation: str
    relations: tuple[Relation, ...]
    cost: str
    kind: type[S]
    presets: Mapping[str, S] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.kind.method = self
        self.kind()  # so that a missing or invalid default, or a missing stage, is an error on import

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the settings."""
        return parameters_of(self.kind)

    def settings(self, given: Mapping[str, Any], preset: str | None = None) -> S:
        """The settings with the given values, or an error that names what is wrong."""
        values = self._by_name(given)
        known = [parameter.name for parameter in self.parameters]
        for name in values:
            if name not in known:
                expected = ", ".join(known) or "none"
                raise ParameterError(f"{name}: the method '{self.name}' has no such parameter; it has: {expected}")
        return self.kind(**values) if preset is None else replace(self._preset(preset), **values)

    def _by_name(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values by the names of their parameters, if the papers' names were given."""
        for parameter in self.parameters:
            if parameter.alias in given and parameter.name in given:
                raise _twice(parameter)
        names = {parameter.alias: parameter.name for parameter in self.parameters}
        return {names.get(name, name): value for name, value in given.items()}

    def _preset(self, name: str) -> S:
        if name not in self.presets:
            expected = " or ".join(repr(preset) for preset in self.presets) or "none"
            raise ParameterError(f"preset: the method '{self.name}' has {expected}, got {name!r}")
        return self.presets[name]

    def describe(self) -> dict[str, Any]:
        """The declaration as plain data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "relations": list(self.relations),
            "cost": self.cost,
            "parameters": [
                {"name": p.name, "default": p.default, "help": p.help, "choices": list(p.choices), "alias": p.alias}
                for p in self.parameters
            ],
            "presets": {name: preset.to_dict() for name, preset in self.presets.items()},
            "needs_statistics": self.kind().needs_statistics,
            "citation": self.citation,
        }


def _twice(parameter: Parameter) -> ParameterError:
    name, alias = parameter.name, parameter.alias
    return ParameterError(f"{alias}: another name of '{name}', which is given too; give one of them")
