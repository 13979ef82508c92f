"""The Rust core as Python sees it. Positions count code points; arrays are Arrow arrays."""

from pathlib import Path

import pyarrow as pa

class SamesameError(Exception): ...
class InputError(SamesameError): ...
class ParameterError(SamesameError): ...
class StatisticsMismatch(SamesameError): ...
class FormatError(SamesameError): ...
class InternalError(SamesameError): ...

_Words = tuple[str, str | None, bool, str]
_Form = tuple[bool, str, str]

class Reader:
    def __init__(
        self,
        inputs: list[tuple[Path | None, str, str]],
        *,
        fields: tuple[str, str, str],
        max_record: int,
        clean: str,
        metadata: bool,
        threads: int,
        whole: bool = False,
    ) -> None: ...
    def next(self) -> tuple[pa.RecordBatch, list[tuple[int, int, str]]] | None: ...
    @property
    def fields(self) -> tuple[bool, bool, bool, list[str]]: ...
    @property
    def unnamed(self) -> int: ...
    @property
    def bytes(self) -> int: ...

class Shapes:
    def __init__(self, names: list[str] | None = None) -> None: ...
    def add(self, records: pa.LargeStringArray, threads: int) -> None: ...
    def columns(self, records: pa.LargeStringArray, threads: int) -> pa.RecordBatch: ...

class Ids:
    def __init__(self) -> None: ...
    def repeated(
        self, id: pa.LargeStringArray, file: pa.UInt32Array, line: pa.UInt64Array
    ) -> list[tuple[int, int, int]]: ...

class NormalForm:
    def __init__(self, text: str, form: _Form, language: str | None) -> None: ...
    @property
    def text(self) -> str: ...
    def original(self, start: int, end: int) -> tuple[int, int]: ...

class WordCounter:
    def __init__(self, options: _Words, keep: int = 0) -> None: ...
    def push(self, array: pa.LargeStringArray, threads: int) -> None: ...
    def finish(self) -> tuple[int, pa.LargeStringArray, pa.UInt64Array, KeptTexts | None]: ...

class KeptTexts: ...

class ExactGroups:
    def __init__(self, same: str, language: str | None, memory: int) -> None: ...
    def push(self, array: pa.LargeStringArray, threads: int) -> pa.UInt32Array: ...
    def defer(self, array: pa.LargeStringArray, threads: int) -> None: ...
    def finish(self, threads: int) -> pa.UInt32Array: ...

class HashedTexts:
    def __init__(self, array: pa.LargeStringArray, words: _Words, threads: int) -> None: ...
    def keys(self) -> pa.FixedSizeBinaryArray: ...

class KeyGroups:
    def __init__(self) -> None: ...
    def push(self, keys: pa.FixedSizeBinaryArray) -> pa.UInt32Array: ...

class SetJoin:
    def __init__(self, memory: int, features: int) -> None: ...
    def push(self, array: pa.LargeListArray, threads: int) -> None: ...
    def push_hashed(self, texts: HashedTexts, rows: pa.UInt32Array, size: int, threads: int) -> pa.BooleanArray: ...
    def pairs(self, measure: str, threshold: float, split: int | None, threads: int) -> Pairs: ...
    def stars(
        self,
        measure: str,
        threshold: float,
        order: pa.UInt32Array,
        fixed: pa.BooleanArray,
        ahead: int,
        within: bool,
        threads: int,
    ) -> tuple[pa.UInt32Array, pa.UInt32Array, pa.UInt32Array]: ...

def path_weights(array: pa.LargeListArray) -> tuple[pa.UInt64Array, pa.UInt64Array]: ...
def star_pairs(
    left: pa.UInt32Array,
    right: pa.UInt32Array,
    left_passes: pa.BooleanArray,
    right_passes: pa.BooleanArray,
    sizes: pa.UInt64Array,
    order: pa.UInt32Array,
    fixed: pa.BooleanArray,
    ahead: int,
    within: bool,
    threads: int,
) -> tuple[pa.UInt32Array, pa.BooleanArray]: ...

class TreeJoin:
    def __init__(self, memory: int) -> None: ...
    def push(self, array: pa.LargeListArray) -> None: ...
    def pairs(self, threshold: float, split: int | None, memory: int, threads: int) -> Pairs: ...
    def stars(
        self,
        threshold: float,
        order: pa.UInt32Array,
        fixed: pa.BooleanArray,
        ahead: int,
        within: bool,
        threads: int,
    ) -> tuple[pa.UInt32Array, pa.BooleanArray]: ...
    @property
    def bytes(self) -> int: ...

_TreeMatches = list[tuple[str, float, float]]

class CorpusTree:
    def __init__(
        self,
        weights: WordWeights,
        words: _Words,
        *,
        sorted: bool,
        depth: int,
        suffixes: int,
        threshold: float,
        all_pairs: bool,
    ) -> None: ...
    def add_text(self, id: str, text: str, time: int | None) -> _TreeMatches: ...
    def add_sentences(self, id: str, sentences: list[list[str]], time: int | None) -> _TreeMatches: ...
    def remove(self, id: str) -> None: ...
    def expire(self, before: int) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, id: str) -> bool: ...
    def stats(self) -> tuple[int, int, int, int, int, int, int]: ...
    def nodes(self) -> list[tuple[int | None, str, int, float, list[str]]]: ...

class Pairs:
    @staticmethod
    def of(
        left: pa.UInt32Array,
        right: pa.UInt32Array,
        relation: pa.UInt32Array,
        left_score: pa.DoubleArray,
        right_score: pa.DoubleArray,
        memory: int,
    ) -> Pairs: ...
    def __len__(self) -> int: ...
    @property
    def written(self) -> int: ...
    def documents(self, count: int) -> pa.BooleanArray: ...
    def measure(self, overlaps: Overlaps, threads: int) -> None: ...
    def verify(self, overlaps: Overlaps, threshold: float, threads: int, most: int | None = None) -> None: ...
    def table(self) -> pa.RecordBatch: ...

class MatchRows:
    def __init__(
        self,
        pairs: Pairs,
        *,
        firsts: pa.UInt32Array,
        labels: pa.UInt32Array,
        same: tuple[pa.UInt32Array, pa.UInt32Array],
        names: pa.LargeStringArray,
        rank: pa.UInt32Array,
        split: int | None,
        groups: tuple[pa.UInt32Array, pa.UInt32Array, pa.UInt32Array] | None,
        method: str,
        relations: list[str],
        identical: str,
        memory: int,
        threads: int,
    ) -> None: ...
    @property
    def counts(self) -> list[tuple[str, int]]: ...
    @property
    def parts(self) -> int: ...
    @property
    def written(self) -> int: ...
    def batches(self, part: int, threads: int) -> list[pa.RecordBatch]: ...

def row_lines(batch: pa.RecordBatch) -> bytes: ...
def record_lines(records: pa.LargeStringArray, marks: pa.RecordBatch | None = None) -> bytes: ...
def csv_lines(batch: pa.RecordBatch, delimiter: str, safe: bool) -> bytes: ...
def list_keys(labels: pa.UInt32Array, array: pa.LargeListArray) -> pa.FixedSizeBinaryArray: ...
def visited_nodes(
    array: pa.LargeListArray,
) -> tuple[pa.UInt32Array, pa.UInt64Array, pa.UInt32Array, pa.DoubleArray]: ...
def path_wholes(array: pa.LargeListArray) -> pa.DoubleArray: ...
def path_shares(
    array: pa.LargeListArray, left: pa.UInt32Array, right: pa.UInt32Array, threads: int
) -> tuple[pa.DoubleArray, pa.DoubleArray]: ...

class Overlaps:
    def __init__(self, memory: int) -> None: ...
    def push(self, documents: pa.UInt32Array, features: pa.LargeListArray, threads: int) -> None: ...
    def of(
        self, left: pa.UInt32Array, right: pa.UInt32Array, threads: int
    ) -> tuple[pa.UInt32Array, pa.UInt32Array, pa.UInt32Array]: ...

def passage_shingles(
    array: pa.LargeStringArray, words: _Words, size: int, threads: int
) -> tuple[pa.LargeListArray, pa.UInt32Array]: ...
def passage_places(
    documents: pa.UInt32Array,
    starts: pa.UInt32Array,
    shingles: pa.LargeListArray,
    words: pa.UInt32Array,
    *,
    size: int,
    count: int,
    boilerplate: int,
    memory: int,
    threads: int,
) -> pa.RecordBatch: ...
def passage_locate(
    array: pa.LargeStringArray,
    words: _Words,
    rows: pa.UInt32Array,
    firsts: pa.UInt32Array,
    lengths: pa.UInt32Array,
    threads: int,
) -> pa.RecordBatch: ...
def passage_told(
    words: pa.UInt32Array,
    counts: pa.UInt32Array,
    boilerplate: pa.BooleanArray,
    array: pa.LargeStringArray,
    documents: pa.UInt32Array,
    starts: pa.UInt32Array,
    ends: pa.UInt32Array,
    marks: pa.UInt32Array,
) -> pa.RecordBatch: ...

class PassageFinder:
    def __init__(self, words: _Words, size: int, memory: int) -> None: ...
    def push(self, array: pa.LargeStringArray, threads: int) -> None: ...
    def find(self, ranks: pa.UInt32Array, *, count: int, boilerplate: int, threads: int) -> None: ...
    def locate(self, array: pa.LargeStringArray, threads: int) -> None: ...
    def portion(self) -> pa.RecordBatch | None: ...

def file_checksum(path: Path) -> str: ...
def copy_lines(
    path: Path,
    kept: pa.UInt64Array,
    ids: pa.UInt64Array,
    *,
    name: str,
    id_field: str,
    longest: int,
    out: Path,
    shown: str,
) -> None: ...
def fingerprints(ids: pa.LargeStringArray) -> pa.UInt64Array: ...
def field_texts(metadata: pa.LargeStringArray, name: str) -> tuple[pa.LargeStringArray, int | None]: ...
def sortable_values(values: pa.LargeStringArray) -> tuple[pa.Int8Array, pa.DoubleArray]: ...
def copy_rows(
    path: Path,
    kept: pa.UInt64Array,
    ids: pa.UInt64Array,
    *,
    name: str,
    id_field: str,
    longest: int,
    delimiter: str,
    header: bool,
    out: Path,
    shown: str,
) -> None: ...
def csv_names(path: Path, delimiter: str, longest: int) -> list[str] | None: ...
def json_lines(batch: pa.RecordBatch) -> bytes: ...
def html_text(html: str, clean: str) -> str: ...
def words(array: pa.LargeStringArray, options: _Words, threads: int) -> pa.LargeListArray: ...
def word_counts(array: pa.LargeStringArray, options: _Words, by_sentence: bool, threads: int) -> pa.UInt32Array: ...
def sentences(array: pa.LargeStringArray, threads: int) -> pa.LargeListArray: ...
def languages(array: pa.LargeStringArray, threads: int) -> pa.LargeStringArray: ...
def stop_words(language: str) -> list[str]: ...
def shingles(array: pa.LargeStringArray, options: _Words, size: int, threads: int) -> pa.LargeListArray: ...
def exact_keys(
    array: pa.LargeStringArray, same: str, language: str | None, threads: int
) -> pa.FixedSizeBinaryArray: ...
def fingerprint(preparation: str, documents: int, words: pa.LargeStringArray, counts: pa.UInt64Array) -> str: ...
def progress() -> tuple[int, int]: ...
def _busy(seconds: float, panics: bool) -> None: ...

# Features, fingerprints and candidates of the comparator methods. A hash is "xxh3" or "sha1".

def shingle_features(
    array: pa.LargeStringArray,
    words: _Words,
    *,
    size: int,
    unit: str,
    select: str,
    step: int,
    hash: str,
    threads: int,
) -> pa.LargeListArray: ...
def spot_signatures(
    array: pa.LargeStringArray,
    words: _Words,
    *,
    antecedents: list[str],
    distance: int,
    chain: int,
    minimum: int,
    hash: str,
    threads: int,
) -> pa.LargeListArray: ...

class WordWeights:
    def __init__(
        self, words: pa.LargeStringArray, counts: pa.UInt64Array, documents: int, kept: KeptTexts | None = None
    ) -> None: ...
    def imatch(
        self, array: pa.LargeStringArray, words: _Words, *, skip: int, take: int, hash: str, threads: int
    ) -> pa.UInt64Array: ...
    def most_frequent(self, count: int) -> list[str]: ...
    def paths(
        self, array: pa.LargeStringArray, words: _Words, *, sorted: bool, depth: int, suffixes: int, threads: int
    ) -> pa.LargeListArray: ...
    def simhash(
        self, array: pa.LargeStringArray, words: _Words, *, skip: int, bits: int, hash: str, threads: int
    ) -> pa.FixedSizeBinaryArray: ...

def minhash(features: pa.LargeListArray, *, permutations: int, seed: int, threads: int) -> pa.FixedSizeListArray: ...
def band_pairs(
    signatures: pa.FixedSizeListArray,
    *,
    bands: int,
    rows: int,
    split: int | None,
    ahead: bool = False,
    memory: int,
    threads: int,
) -> Pairs: ...
def hamming_pairs(
    signatures: pa.FixedSizeBinaryArray,
    *,
    distance: int,
    split: int | None,
    ahead: bool = False,
    memory: int,
    threads: int,
    most: int | None = None,
) -> Pairs: ...

# Sentences: signed (start, end, words, key, signatures), then with forms (start, end, words, key, form).

def sentence_signatures(
    array: pa.LargeStringArray,
    words: _Words,
    *,
    signature: str,
    weights: WordWeights | None,
    range: tuple[float, float],
    antecedents: list[str],
    chain: int,
    threads: int,
) -> pa.LargeListArray: ...

class SentenceForms:
    def __init__(self) -> None: ...
    def push(self, signed: pa.LargeListArray) -> pa.LargeListArray: ...
    def pairs(self, tau: float, memory: int, threads: int) -> tuple[pa.UInt32Array, pa.UInt32Array, pa.UInt32Array]: ...

def diagonals(
    sentences: pa.LargeListArray,
    left: pa.UInt32Array,
    right: pa.UInt32Array,
    *,
    gamma: int,
    bridge: int,
    common: int | None,
    split: int | None,
    ahead: bool = False,
    most: int | None,
    threads: int,
) -> pa.RecordBatch: ...
def window_seeds(
    key: pa.UInt64Array,
    other_side: pa.BooleanArray,
    before: pa.UInt32Array,
    document: pa.UInt32Array,
    at: pa.UInt32Array,
    whole: pa.BooleanArray,
    *,
    short: bool,
    across: bool,
    most: int,
    threads: int,
) -> tuple[pa.UInt32Array, pa.UInt32Array, pa.UInt32Array, pa.UInt32Array]: ...
def seeded_diagonals(
    sentences: pa.LargeListArray,
    like: tuple[pa.UInt32Array, pa.UInt32Array],
    seeds: tuple[pa.UInt32Array, pa.UInt32Array, pa.UInt32Array, pa.UInt32Array],
    size: pa.UInt32Array,
    *,
    bridge: int,
    most: int,
    frequent: int,
    threads: int,
) -> pa.RecordBatch: ...

# Sentences with fewer words start no diagonal.
FEW_WORDS: int

# Passages. An aligner is its name and the options of `reworded`: adapt, summary.

_Aligner = tuple[str, bool, bool]

def align_pairs(
    array: pa.LargeStringArray, left: pa.UInt32Array, right: pa.UInt32Array, aligner: _Aligner, threads: int
) -> pa.LargeListArray: ...
def align_texts(left: str, right: str, aligner: _Aligner) -> list[tuple[int, int, int, int, str]]: ...

class HeldTexts:
    def __init__(self, memory: int) -> None: ...
    def push(self, documents: pa.UInt32Array, array: pa.LargeStringArray) -> None: ...
    def align(
        self, left: pa.UInt32Array, right: pa.UInt32Array, aligner: _Aligner, threads: int
    ) -> pa.LargeListArray: ...
