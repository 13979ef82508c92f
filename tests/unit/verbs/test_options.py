"""The options of a verb have the same names in Python and on the command line, and the same ways of reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import samesame as ss
from samesame.cli import cluster, compare, dedup, evaluate, find, index, passages, read
from samesame.methods import METHODS
from samesame.read.verb import Reading

TEXT = "The ferry to the island leaves at ten every morning, and comes back at noon."
Lines = Callable[..., Path]

# What a program is told otherwise: results have `write`, `ss.explain` explains, parameters of a method are keywords.
COMMAND_ONLY = {"inputs", "index", "json", "explain", "quiet", "sets", "master", "overwrite"}
# Whoever calls from Python can be called back.
PYTHON_ONLY = {"source", "path", "progress", "stage", "tell"}
# Parameters of methods that have options of their own on the command line.
PARAMETERS = {"threshold", "same", "language"}
# An earlier name that is still taken.
ALIASES = {"relations"}
WRITES = {"out", "csv_safe"}
READING = set(signature(Reading).parameters)
VERBS: dict[str, tuple[Callable[..., Any], Callable[..., Any], set[str]]] = {
    # Of the command alone, beside the above.
    "find": (find.find, ss.find, {"out"}),
    "dedup": (dedup.dedup, ss.dedup, set()),
    # Campaigns are a method of the result.
    "cluster": (cluster.cluster, ss.cluster, WRITES | {"clusters"}),
    "passages": (passages.passages, ss.passages, WRITES),
    # In Python, `ss.letter` takes a text.
    "read": (read.read, ss.read, WRITES | {"letters"}),
    "index build": (index.build, ss.build_index, set()),
    "index add": (index.add, ss.add_to_index, set()),
    "index remove": (index.remove, ss.remove_from_index, set()),
    "compare": (compare.compare, ss.compare, {"html"}),
    # Alignments of a PAN collection have a function of their own.
    "evaluate": (evaluate.evaluate, ss.evaluate, {"format", "aligner", "adapt", "summary", "detections", "threads"}),
}


def names(function: Callable[..., Any]) -> set[str]:
    return {parameter.name for parameter in signature(function).parameters.values() if not is_rest(parameter)}


def is_rest(parameter: Parameter) -> bool:
    return parameter.kind is Parameter.VAR_KEYWORD


@pytest.mark.parametrize("verb", VERBS)
def test_options_have_the_same_names_in_python_and_on_the_command_line(verb: str) -> None:
    command, function, besides = VERBS[verb]
    on_command = names(command) - COMMAND_ONLY - besides
    in_python = names(function) - PYTHON_ONLY - ALIASES
    if any(map(is_rest, signature(function).parameters.values())):
        on_command -= PARAMETERS - in_python
    assert on_command == in_python


@pytest.mark.parametrize("function", [ss.find, ss.dedup, ss.passages, ss.build_index, ss.add_to_index, ss.compare])
def test_verbs_read_as_read_does(function: Callable[..., Any]) -> None:
    there, here = signature(ss.read).parameters, signature(function).parameters
    for name in READING:
        assert here[name].kind is Parameter.KEYWORD_ONLY
        assert (here[name].default, here[name].annotation) == (there[name].default, there[name].annotation), name
        assert here[name].default == signature(Reading).parameters[name].default


@pytest.fixture
def letters(lines: Lines) -> Path:
    rows = [{"key": name, "body": TEXT, "day": "2026-01-01"} for name in "ab"]
    return lines("letters.dat", [json.dumps({**row, "id": "x"}) for row in rows] + ["{broken"])


WISH: dict[str, Any] = {"format": "jsonl", "text_field": "body", "id_field": "key", "time_field": "day"}


def test_find_reads_as_it_is_told(letters: Path) -> None:
    assert [(match.left, match.right) for match in ss.find(letters, **WISH)] == [("a", "b")]
    wish = {**WISH, "id_field": "id", "ids": "path"}
    assert [(match.left, match.right) for match in ss.find(letters, **wish)] == [("letters.dat:1", "letters.dat:2")]
    with pytest.raises(ss.InputError, match=r"letters\.dat:3"):
        ss.find(letters, **WISH, strict=True)
    found = ss.find(letters, max_record="30B", **WISH)
    assert (found.summary.documents, found.summary.problems) == (0, 3)


def test_the_other_side_is_read_alike(letters: Path, lines: Lines) -> None:
    other = lines("other.dat", [{"key": "c", "body": TEXT, "day": "2026-01-02"}])
    found = ss.find(letters, against=other, **WISH)
    assert {(match.left, match.right) for match in found} == {("a", "c"), ("b", "c")}
    with pytest.raises(ss.ParameterError, match=r"id_field: what ss\.read has opened .* ss\.read\(\.\.\., id_field"):
        ss.find(letters, against=ss.read(other, format="jsonl"), **{**WISH, "format": None})


def test_an_index_is_no_collection_to_read(letters: Path, tmp_path: Path) -> None:
    ss.build_index(tmp_path / "i", [{"key": "c", "body": TEXT, "day": "2026-01-02"}], text_field="body", id_field="key")
    found = ss.find(letters, against=tmp_path / "i", **WISH)
    assert [(match.left, match.right) for match in found] == [("a", "c"), ("b", "c")]
    with pytest.warns(UserWarning, match="1 bad records were left out: letters.dat:3"):
        assert ss.add_to_index(tmp_path / "i", letters, **WISH) == 2


def test_dedup_passages_and_compare_read_as_they_are_told(letters: Path, lines: Lines) -> None:
    assert [document.id for document in ss.dedup(letters, **WISH)] == ["a"]
    (passage,) = ss.passages(letters, min_words=8, **WISH)
    assert [place.id for place in passage.places] == ["a", "b"]
    one = lines("one.dat", [{"key": "c", "body": TEXT, "day": "2026-01-02"}])
    assert ss.compare(one, TEXT, **WISH).relation == "exact"


def test_explain_reads_as_the_verb_would(letters: Path) -> None:
    for verb in ("find", "dedup", "passages"):
        plan = ss.explain(letters, verb=verb, max_record="1MiB", threads=2, **WISH)
        options = json.loads(plan.to_json())["sides"][0]["options"]
        assert (options["text_field"], options["max_record"], options["threads"]) == ("body", 1 << 20, 2)
        assert len(ss.run(plan)) == 1  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="feld"):
        ss.explain(letters, verb="passages", text_feld="body")


@pytest.mark.parametrize(
    "verb", [ss.find, ss.dedup, ss.passages, lambda *a, **o: ss.build_index("never", *a, **o), ss.explain]
)
def test_what_was_opened_is_not_opened_otherwise(verb: Callable[..., Any]) -> None:
    opened = ss.read([{"id": "a", "text": TEXT, "body": "other"}])
    with pytest.raises(ss.ParameterError, match=r"text_field: .* ss\.read\(\.\.\., text_field='body'\)"):
        verb(opened, text_field="body")
    with pytest.raises(ss.ParameterError, match="strict: "):
        verb(opened, strict=True)
    assert not Path("never").exists()


def test_fields_of_what_is_in_memory_can_be_named() -> None:
    rows = [{"key": name, "body": TEXT} for name in "ab"]
    for source in (rows, pa.Table.from_pylist(rows)):
        assert len(ss.find(source, text_field="body", id_field="key")) == 1
        with pytest.raises(ss.ParameterError, match=r"no record has the field 'Body'|no column 'Body'"):
            ss.find(source, text_field="Body")


@pytest.mark.parametrize("relation", ["near,contained", ["near", "contained"], ("near", "contained")])
def test_relations_are_asked_for_as_on_the_command_line(relation: Any) -> None:
    assert ss.explain([TEXT], relation=relation).finding.relations == ("near", "contained")
    assert ss.explain([TEXT], relations=relation).finding.relations == ("near", "contained")


def test_relations_are_asked_for_once_and_by_their_names() -> None:
    assert ss.explain([TEXT], relation="near").finding.relations == ("near",)
    with pytest.raises(ss.ParameterError, match=r"relation: expected some of .*; got 'like'"):
        ss.find([TEXT], relation="near,like")
    with pytest.raises(ss.ParameterError, match="relations: another name of 'relation'; give one of them"):
        ss.find([TEXT], relation="near", relations=["near"])
    truth = [("a", "b", "exact"), ("a", "c", "near")]
    assert ss.evaluate(truth[:1], truth=truth, relation="exact").all.recall == 1
    assert ss.evaluate(truth[:1], truth=truth, relations=["exact"]).all.recall == 1


def test_no_parameter_of_a_method_has_the_name_of_an_option_of_reading() -> None:

    for name, method in METHODS.items():
        assert not READING & {parameter.name for parameter in method.parameters}, name


def test_every_result_names_the_bad_records_of_both_collections(lines: Lines) -> None:
    here = lines("here.jsonl", [{"id": "a", "text": TEXT}, {"id": "b"}])
    other = lines("other.jsonl", [{"id": "c", "text": TEXT}, {"id": 5}])
    missing = "no field 'text'; --text-field names another"
    for found in (ss.find(here, against=other), ss.dedup(here, against=other, engine=ss.Steps(processes=False))):
        assert [str(problem) for problem in found.problems] == [f"here.jsonl:2: {missing}", f"other.jsonl:2: {missing}"]
        assert found.summary.problems == 2
    assert [problem.line for problem in ss.passages(here).problems] == [2]
    clean = ss.dedup(here)
    assert list(clean) and [problem.line for problem in clean.problems] == [2]
