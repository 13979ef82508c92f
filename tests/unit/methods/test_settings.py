"""Typed settings: checked when they are made, equal to loose parameters, plain data, and known to type checkers."""

from __future__ import annotations

import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, InitVar, asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mypy.api
import numpy as np
import pytest

import samesame as ss
from samesame import _core
from samesame.methods import METHODS, settings_of
from samesame.methods.base import Method, MethodSettings
from samesame.methods.common import JoinedSets, PlainWords, share, sign_shingles
from samesame.methods.parameters import number, parameters_of

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame.limits import Limits
    from samesame.match.candidates import Candidates

ROOT = Path(__file__).resolve().parents[3]
KINDS = [method.kind for method in METHODS.values()]
NOTES = {
    "a": "The ferry to the island leaves at ten every morning. Storms closed the harbour.",
    "b": "the ferry to the island leaves at ten every morning; storms closed the harbour",
    "c": "Please note: the ferry to the island leaves at ten every morning. Storms closed the harbour. Thank you!",
    "d": "There is no ferry on Sundays.",
}
# Other than the defaults, and other answers.
CHANGED: dict[str, dict[str, Any]] = {
    "overlap": {"threshold": 0.3, "size": 2, "measure": "jaccard"},
    "exact": {"same": "letters"},
    "ffp": {"threshold": 0.2, "size": 1, "exclusive": True},
    "dsc": {"threshold": 0.2, "size": 1, "step": 2},
    "imatch": {"skip": 0, "take": 3, "language": "en"},
    "simhash": {"threshold": 30, "skip": 0, "bits": 160, "hash": "sha1"},
    "codet": {"threshold": 0.1, "depth": 2, "ws": False},
    "spotsigs": {"threshold": 0.1, "minimum": 1, "chain": 1},
    "minhash": {"threshold": 0.3, "size": 1, "bands": 128, "rows": 1},
    "pdc": {"threshold": 0.3, "gamma": 1, "idf_least": 0},
    "ddd": {"threshold": 0.3, "q": 3, "fold": True},
    "durian": {"theta": 0.3, "m": 1, "families": False},
}
ORDER = {
    "overlap": "threshold size unit measure hash language unspaced",
    "exact": "same language",
    "ffp": "threshold exclusive size hash language stop stem unspaced",
    "dsc": "threshold exclusive size select step hash language stop stem unspaced",
    "imatch": "skip take hash language stop stem unspaced",
    "simhash": "threshold skip bits hash language stop stem unspaced",
    "codet": "threshold ws depth suffixes language stop stem unspaced",
    "spotsigs": "threshold antecedents distance chain minimum hash language unspaced",
    "minhash": "threshold size permutations bands rows seed hash language unspaced",
    "pdc": "threshold tau gamma signature idf_least idf_most antecedents chain bridge common language unspaced",
    "ddd": "threshold q fold hash language unspaced",
    "durian": "theta m mu beta block families links language unspaced",
}
ABSURD: list[Any] = [
    1 << 31,
    1 << 63,
    10**400,
    1e308,
    "1e400",
    float("inf"),
    float("-inf"),
    float("nan"),
    -1,
    5e-324,
    "1e-400",
]


@pytest.mark.parametrize("method", sorted(METHODS))
def test_absurd_numbers_are_refused_or_work(method: str) -> None:
    verb: Callable[..., Any] = ss.cluster if METHODS[method].kind.clusters else ss.find
    for parameter in parameters_of(METHODS[method].kind):
        for value in ABSURD if parameter.type in (int, float) else ():
            try:
                verb(NOTES, method=method, **{parameter.name: value})
            except ss.ParameterError as refused:
                assert parameter.name in str(refused)


def rows(result: Any) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = result.to_arrow().to_pylist()
    return listed


def message(action: Callable[[], object]) -> str:
    with pytest.raises(ss.ParameterError) as error:
        action()
    return str(error.value)


@pytest.mark.parametrize("name", METHODS)
def test_settings_and_loose_parameters_find_the_same(name: str) -> None:
    settings = METHODS[name].kind(**CHANGED[name])
    if settings.clusters:
        clusters = ss.cluster(NOTES, method=name, **CHANGED[name])
        assert rows(ss.cluster(NOTES, method=settings)) == rows(clusters) != rows(ss.cluster(NOTES, method=name))
        return
    found = rows(ss.find(NOTES, method=settings, all_pairs=True))
    assert found == rows(ss.find(NOTES, method=name, all_pairs=True, **CHANGED[name])) != []
    clean = ss.dedup(NOTES, method=settings)
    assert rows(clean.removed) == rows(ss.dedup(NOTES, method=name, **CHANGED[name]).removed)


def test_settings_of_an_index_are_those_of_its_parameters(tmp_path: Path) -> None:
    settings = ss.Overlap(size=2, threshold=0.3)
    one = ss.build_index(tmp_path / "one", NOTES, method=settings)
    two = ss.build_index(tmp_path / "two", NOTES, method="overlap", size=2, threshold=0.3)
    assert one.header.settings == two.header.settings == settings.to_dict()
    asked = {"q": NOTES["a"]}
    found = rows(ss.find(asked, against=str(tmp_path / "one"), method=replace(settings, threshold=0.9)))
    assert found == rows(ss.find(asked, against=str(tmp_path / "two"), size=2, threshold=0.9)) != []
    with pytest.raises(ss.ParameterError, match=r"was made by 'overlap' with size=2.*asked for 'overlap' with size=4"):
        ss.find(asked, against=str(tmp_path / "one"), method=ss.Overlap())


@pytest.mark.parametrize("name", METHODS)
def test_settings_are_plain_data(name: str) -> None:
    settings = METHODS[name].settings(CHANGED[name])
    again = pickle.loads(pickle.dumps(settings))
    assert again == settings != METHODS[name].settings({})
    assert hash(again) == hash(settings) and again.method is METHODS[name]
    assert asdict(settings) == settings.to_dict() == json.loads(json.dumps(settings.to_dict()))
    assert METHODS[name].settings(settings.to_dict()) == settings
    assert not hasattr(settings, "__dict__")
    for field in fields(settings):
        with pytest.raises(FrozenInstanceError):
            setattr(settings, field.name, None)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_and_its_settings_know_each_other(name: str) -> None:
    method = METHODS[name]
    assert method.name == name and method.kind.method is method
    assert getattr(ss, method.kind.__name__) is method.kind
    assert all(isinstance(preset, method.kind) for preset in method.presets.values())


@pytest.mark.parametrize("name", METHODS)
def test_the_parameters_of_a_method_stand_before_those_it_shares(name: str) -> None:
    assert [parameter.name for parameter in METHODS[name].parameters] == ORDER[name].split()
    assert list(METHODS[name].settings({}).to_dict()) == ORDER[name].split()


def test_values_are_of_the_types_that_are_declared() -> None:
    settings: Any = ss.Ffp
    given = settings(threshold=np.float64(0.5), size="5", exclusive="yes", stop=0, stem="NONE")
    assert given == ss.Ffp(threshold=0.5, size=5, exclusive=True, stop=False, stem="none")
    assert [type(value) for value in given.to_dict().values()] == [float, bool, int, str, str, bool, str, str]
    settings = ss.MinHash
    assert settings(bands="none", rows=np.int32(4)) == ss.MinHash(rows=4)


SWITCHES = [(name, one.name) for name in METHODS for one in METHODS[name].parameters if one.type is bool]


@pytest.mark.parametrize(("name", "switch"), SWITCHES)
def test_a_switch_given_as_1_or_0_is_stored_and_runs_as_true_or_false(name: str, switch: str) -> None:
    # The core takes real booleans only; the fuzzer found codet's ws=1, which is equal to True, raising TypeError there.
    for given, real in ((1, True), (0, False)):
        assert getattr(METHODS[name].settings({switch: given}), switch) is real
        asked: list[dict[str, Any]] = [{switch: given}, {switch: real}]
        verb: Callable[..., Any] = ss.cluster if METHODS[name].kind.clusters else ss.find
        found, expected = (list(verb(NOTES, method=name, **options)) for options in asked)
        assert found == expected


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        (ss.Overlap, {"threshold": 0}, "threshold: expected a number above 0 and up to 1, got 0"),
        (ss.Overlap, {"threshold": 1.01}, "threshold: expected a number above 0 and up to 1, got 1.01"),
        (ss.Overlap, {"threshold": float("nan")}, "threshold: expected a number above 0 and up to 1, got nan"),
        (ss.Overlap, {"size": 2.5}, "size: expected a whole number from 1 and up to 64, got 2.5"),
        (ss.Overlap, {"size": None}, "size: expected a whole number from 1 and up to 64, got None"),
        (ss.Overlap, {"unit": "line"}, "unit: expected 'word' or 'character', got 'line'"),
        (ss.CoDet, {"threshold": 1}, "threshold: expected a number from 0 and below 1, got 1"),
        (ss.CoDet, {"DT": 0}, "depth: expected a whole number from 1 and up to 1000000, got 0"),
        (ss.Ffp, {"language": None}, "language: expected words, got None"),
        (ss.SimHash, {"bits": 128}, "bits: expected 64 or 160, got 128"),
        (ss.PDC, {"tau": 0}, "tau: expected a number above 0 and up to 1, got 0"),
        (ss.Dsc, {"exclusive": True, "threshold": 1}, "exclusive: no share is above the threshold 1; give a lower "),
        (ss.MinHash, {"bands": 20, "rows": 7}, "bands: 20 bands of 7 rows need 140 permutations, there are 128; "),
        (ss.MinHash, {"rows": 129}, "bands: 1 bands of 129 rows need 129 permutations, there are 128; "),
    ],
)
def test_wrong_settings_cannot_be_made(kind: type[MethodSettings], values: dict[str, Any], words: str) -> None:
    told = message(lambda: kind(**values))
    assert told.startswith(words)
    assert told == message(lambda: ss.find(NOTES, method=kind.method.name, **values))
    good = kind()
    assert told == message(lambda: replace(good, **values))


def test_no_threshold_is_too_small() -> None:
    """The smallest number above 0 finds whoever shares anything."""
    texts = {"a": "one two three four", "b": "four five six seven", "c": "eight nine"}
    for measure in ("coverage", "jaccard", "max"):
        found = ss.find(texts, size=1, threshold=5e-324, measure=measure)
        assert [(match.left, match.right) for match in found] == [("a", "b")]


def test_settings_are_given_whole() -> None:
    settings = ss.Overlap(size=5)
    told = message(lambda: ss.find(NOTES, method=settings, threshold=0.5))
    assert told == (
        "threshold: the settings are given whole, as Overlap(…); give it there, or change settings by "
        "dataclasses.replace(settings, threshold=…)"
    )
    assert message(lambda: ss.dedup(NOTES, method=settings, threshold=0.5)) == told
    assert message(lambda: ss.find(NOTES, method=settings, treshold=0.5)).startswith(
        "treshold: the method 'overlap' has no such parameter; it has: threshold, size,"
    )
    told = message(lambda: ss.find(NOTES, method=ss.Ffp(), preset="durian"))
    assert told == "preset: the settings are given whole, as Ffp(…); for a preset give method='ffp' instead"


@pytest.mark.parametrize("method", [ss.Overlap, None, 3, ["overlap"]])
def test_what_is_no_method_is_refused_by_name(method: Any) -> None:
    told = message(lambda: ss.find(NOTES, method=method))
    assert told.startswith("method: expected a name or settings such as ss.Overlap(threshold=0.7), got ")


def test_the_papers_names_are_other_names() -> None:
    wanted = ss.CoDet(threshold=0.2, ws=False, depth=3, suffixes=2)
    assert settings_of("codet", {"ETL": 0.2, "WS": "no", "DT": "3", "PSC": 2}) == wanted
    assert ss.CoDet(ETL=0.2, WS=False, DT=3, PSC=2) == wanted
    assert settings_of("codet", {"DT": 3}, "codet") == ss.CoDet(depth=3)
    assert ss.CoDet(ETL=0).threshold == 0
    assert replace(ss.CoDet(DT=7), depth=3) == ss.CoDet(depth=3)
    assert rows(ss.find(NOTES, method="codet", DT=2, ETL=0.1)) == rows(ss.find(NOTES, method=ss.CoDet(DT=2, ETL=0.1)))
    tree = ss.CorpusTree(ss.Statistics.count_words([["ferry"]]), DT=2)
    assert tree.settings == ss.CoDet(depth=2)


def test_a_parameter_has_one_value() -> None:
    told = "DT: another name of 'depth', which is given too; give one of them"
    assert message(lambda: settings_of("codet", {"DT": 5, "depth": 5})) == told
    assert message(lambda: ss.CoDet(DT=5, depth=4)) == told
    assert message(lambda: settings_of("codet", {"dt": 5})).startswith("dt: the method 'codet' has no such parameter")
    assert message(lambda: settings_of("overlap", {"DT": 5})).startswith("DT: the method 'overlap' has no such")


@pytest.mark.parametrize("kind", KINDS)
def test_every_alias_can_be_given_to_the_class(kind: type[MethodSettings]) -> None:
    taken = {name for name, hint in kind.__annotations__.items() if str(hint).startswith(InitVar.__name__)}
    assert taken == {parameter.alias for parameter in parameters_of(kind) if parameter.alias}


@dataclass(frozen=True, slots=True, kw_only=True)
class Grams(JoinedSets, PlainWords):
    """Character q-grams: what a new method takes."""

    threshold: float = share(0.6)
    q: int = number(3, "characters in a gram", least=1, most=64)

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        return sign_shingles(texts, self.words(), size=self.q, unit="character", hash="xxh3", threads=threads)

    @property
    def rule(self) -> tuple[str, float]:
        return "coverage", self.threshold


GRAMS = Method(name="grams", kind=Grams, summary="", citation="", relations=("exact", "near", "contained"), cost="")


def test_it_is_the_method_that_contributors_are_shown() -> None:
    shown = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert inspect.getsource(Grams) in shown and len(inspect.getsource(Grams).splitlines()) < 20


def test_a_method_of_twenty_lines_works_with_every_verb(tmp_path: Path) -> None:
    twin = ss.Overlap(threshold=0.5, size=4, unit="character")
    wanted = [{**row, "method": "grams"} for row in rows(ss.find(NOTES, method=twin))]
    assert rows(ss.find(NOTES, method=Grams(threshold=0.5, q=4))) == wanted != []
    stepped = ss.find(NOTES, method=Grams(threshold=0.5, q=4), engine=ss.Steps(processes=False))
    assert rows(stepped) == wanted
    assert len(ss.dedup(NOTES, method=Grams(threshold=0.5, q=4))) == len(ss.dedup(NOTES, method=twin))
    ss.build_index(tmp_path / "index", NOTES, method=Grams(q=4))
    found = ss.find({"q": NOTES["a"]}, against=str(tmp_path / "index"), method=Grams(q=4, threshold=0.9))
    assert "a" in {match.left for match in found}


def declared(kind: Any) -> None:
    Method(name="new", kind=kind, summary="", citation="", relations=(), cost="")


def test_a_method_that_forgets_something_does_not_start() -> None:
    class Unsigned(PlainWords):
        def match(self, limits: Limits, size: int) -> Candidates:
            raise NotImplementedError

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Undeclared(Grams):
        depth: int = 5

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Missing(Grams):
        depth: int

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Refused(Grams):
        depth: int = number(0, "so deep", least=1)

    with pytest.raises(TypeError, match=r"abstract method.*sign"):
        declared(Unsigned)
    with pytest.raises(TypeError, match=r"depth: a parameter is declared with number\(\) or option\(\)"):
        declared(Undeclared)
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'depth'"):
        declared(Missing)
    assert message(lambda: declared(Refused)) == "depth: expected a whole number from 1, got 0"


def test_only_the_method_that_is_asked_for_is_imported() -> None:
    code = (
        "import sys, samesame as ss; ss.find({'a': 'one', 'b': 'one'}); "
        "print(*sorted(m for m in sys.modules if m.startswith('samesame.methods.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    shared = {f"samesame.methods.{name}" for name in ("base", "common", "parameters")}
    assert set(done.stdout.split()) == {*shared, "samesame.methods.overlap"}


TYPED = {
    "ss.Overlap(threshold=0.7, size=5)": None,
    "ss.Overlap(treshold=0.7)": 'Unexpected keyword argument "treshold" for "Overlap"',
    'ss.Overlap(size="x")': 'Argument "size" to "Overlap" has incompatible type "str"; expected "int"',
    'ss.Ffp(stem="porter")': 'Argument "stem" to "Ffp" has incompatible type',
    "ss.CoDet(DT=5, ETL=0.6)": None,
    "ss.CoDet(DT=0.5)": 'Argument "DT" to "CoDet" has incompatible type "float"',
    "ss.find([], method=ss.MinHash(bands=4))": None,
    "ss.find([], method=4)": 'Argument "method" to "find" has incompatible type "int"',
    "ss.Overlap(0.7)": "Too many positional arguments",
    "ss.Overlap().size = 5": "read-only",
    "replace(ss.Overlap(), size=3)": None,
    "replace(ss.Overlap(), sise=3)": 'Unexpected keyword argument "sise"',
}


def test_a_type_checker_knows_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the settings and in the cache of `make check`, which is much faster than a fresh look at the package."""
    monkeypatch.chdir(ROOT)
    first = ["from dataclasses import replace", "import samesame as ss"]
    (tmp_path / "user.py").write_text("\n".join([*first, *TYPED]))
    told, failed, _ = mypy.api.run(["--no-error-summary", "--hide-error-context", str(tmp_path / "user.py")])
    assert not failed
    errors: dict[int, str] = {}
    for line in told.splitlines():
        if ": error: " in line:
            errors[int(line.split(":")[1])] = errors.get(int(line.split(":")[1]), "") + line
    for number_, (code, words) in enumerate(TYPED.items(), len(first) + 1):
        assert (number_ in errors) == (words is not None), f"{code}: {told}"
        assert words is None or words in errors[number_]


@pytest.mark.parametrize("seed", [2**53 + 1, 2**63 - 1, str(2**53 + 1)])
def test_large_whole_numbers_are_taken_to_the_last_digit(seed: int | str) -> None:
    assert ss.MinHash(seed=seed).seed == int(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1.5, "1.5", float("nan"), float("inf"), "nan", 10**400, 2**63 + 1])
def test_what_is_no_whole_number_in_the_bounds_is_refused(seed: float | str) -> None:
    with pytest.raises(ss.ParameterError, match=r"^seed: expected a whole number from 0"):
        ss.MinHash(seed=seed)  # type: ignore[arg-type]
