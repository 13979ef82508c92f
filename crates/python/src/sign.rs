//! sign: shingles, spots, fingerprints, keys and statistics.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::sign::features::{FeatureOptions, feature_table};
use samesame_core::sign::spots::{SpotOptions, spot_table};
use samesame_core::sign::weights::SimHashBits;
use samesame_core::sign::{hashed, kept, minhash, paths, rank, statistics, table};

use crate::arrays::{downcast, numbers64, texts, to_pyarrow};
use crate::error::{finished, to_python};
use crate::options::{self, WordArguments};
use crate::run::{run, run_here};
use crate::tree::path_options;

#[pyfunction]
fn shingles(
    py: Python<'_>,
    array: PyArray,
    options: WordArguments,
    size: usize,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let (texts, options) = (texts(array)?, options.try_into()?);
    to_pyarrow(py, run(py, threads, |cancel| table::shingle_table(&texts, options, size, cancel))?)
}

#[pyfunction]
fn exact_keys<'py>(
    py: Python<'py>,
    array: PyArray,
    same: &str,
    language: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, same, language) = (texts(array)?, options::same_by(same)?, options::language(language)?);
    to_pyarrow(py, run(py, threads, |cancel| table::exact_keys(&texts, same, language, cancel))?)
}

/// Texts as their hashed words.
#[pyclass(frozen)]
pub struct HashedTexts(pub hashed::HashedTexts);

#[pymethods]
impl HashedTexts {
    #[new]
    fn new(py: Python<'_>, array: PyArray, words: WordArguments, threads: usize) -> PyResult<Self> {
        let (texts, words) = (texts(array)?, words.try_into()?);
        run(py, threads, |cancel| hashed::HashedTexts::of(&texts, words, cancel)).map(Self)
    }

    /// The keys that texts with the same words share, as `exact_keys` computes them.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_pyarrow(py, run_here(py, || self.0.keys())?)
    }
}

/// Counts in how many documents each word occurs.
#[pyclass]
struct WordCounter(Option<statistics::WordCounter>);

#[pymethods]
impl WordCounter {
    #[new]
    #[pyo3(signature = (options, keep = 0))]
    fn new(options: WordArguments, keep: usize) -> PyResult<Self> {
        Ok(Self(Some(statistics::WordCounter::keeping(options.try_into()?, keep))))
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, counter) = (texts(array)?, self.0.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| counter.push(&texts, cancel))
    }

    /// The number of documents, the words in order, their documents and occurrences, and the texts that were kept.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Counted<'py>> {
        let counter = self.0.take().ok_or_else(finished)?;
        let table = run(py, 0, |_| Ok(counter.finish()))?;
        let kept = table.kept.map(|kept| KeptTexts(Some(kept)));
        let (words, counts) = (to_pyarrow(py, table.words)?, to_pyarrow(py, table.counts)?);
        Ok((table.documents, words, counts, to_pyarrow(py, table.occurrences)?, kept))
    }
}

type Counted<'py> = (u64, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Option<KeptTexts>);

/// Texts that were kept as word numbers when they were counted. One `WordWeights` can take them over.
#[pyclass]
struct KeptTexts(Option<kept::KeptTexts>);

#[pyfunction]
#[pyo3(signature = (preparation, documents, words, counts, occurrences = None))]
fn fingerprint(
    preparation: &str,
    documents: u64,
    words: PyArray,
    counts: PyArray,
    occurrences: Option<PyArray>,
) -> PyResult<String> {
    let (words, counts) = (texts(words)?, numbers64(counts)?);
    let occurrences = occurrences.map(numbers64).transpose()?;
    let fingerprint = statistics::fingerprint(preparation, documents, &words, &counts, occurrences.as_ref());
    Ok(format!("{fingerprint:032x}"))
}

#[pyfunction]
#[pyo3(signature = (array, words, *, size, unit, select, step, hash, threads))]
#[allow(clippy::too_many_arguments)] // Python passes them by name
fn shingle_features<'py>(
    py: Python<'py>,
    array: PyArray,
    words: WordArguments,
    size: i64,
    unit: &str,
    select: &str,
    step: i64,
    hash: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, words, size) = (texts(array)?, words.try_into()?, options::count("size", size, 1)?);
    let (unit, select, hash) = (options::unit(unit)?, options::select(select, step)?, options::hash(hash)?);
    let options = FeatureOptions { words, unit, size, select, hash };
    to_pyarrow(py, run(py, threads, |cancel| feature_table(&texts, options, cancel))?)
}

#[pyfunction]
#[pyo3(signature = (array, words, *, antecedents, distance, chain, minimum, hash, threads))]
#[allow(clippy::too_many_arguments)] // Python passes them by name
fn spot_signatures<'py>(
    py: Python<'py>,
    array: PyArray,
    words: WordArguments,
    antecedents: Vec<String>,
    distance: i64,
    chain: i64,
    minimum: i64,
    hash: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, words, hash) = (texts(array)?, words.try_into()?, options::hash(hash)?);
    let (distance, chain) = (options::count("distance", distance, 1)?, options::count("chain", chain, 1)?);
    let minimum = options::count("minimum", minimum, 0)?;
    let options = SpotOptions { words, antecedents, distance, chain, minimum, hash };
    to_pyarrow(py, run(py, threads, |cancel| spot_table(&texts, &options, cancel))?)
}

/// The words of a reference collection with their idf.
#[pyclass(frozen)]
pub struct WordWeights(pub rank::WordWeights);

#[pymethods]
impl WordWeights {
    #[new]
    #[pyo3(signature = (words, counts, documents, kept = None))]
    fn new(
        py: Python<'_>,
        words: PyArray,
        counts: PyArray,
        documents: u64,
        kept: Option<PyRefMut<'_, KeptTexts>>,
    ) -> PyResult<Self> {
        let (words, counts) = (texts(words)?, numbers64(counts)?);
        let kept = kept.and_then(|mut kept| kept.0.take());
        let weights = run(py, 0, |_| {
            let weights = rank::WordWeights::new(words, counts, documents)?;
            Ok(match kept {
                Some(kept) => weights.with_texts(kept),
                None => weights,
            })
        })?;
        Ok(Self(weights))
    }

    #[pyo3(signature = (array, words, *, skip, take, hash, threads))]
    #[allow(clippy::too_many_arguments)] // Python passes them by name
    fn imatch<'py>(
        &self,
        py: Python<'py>,
        array: PyArray,
        words: WordArguments,
        skip: i64,
        take: i64,
        hash: &str,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (texts, words, hash) = (texts(array)?, words.try_into()?, options::hash(hash)?);
        let ranks = (options::count("skip", skip, 0)?, options::count("take", take, 1)?);
        to_pyarrow(py, run(py, threads, |cancel| self.0.imatch(&texts, words, ranks, hash, cancel))?)
    }

    /// The `count` words that most documents have.
    fn most_frequent(&self, count: usize) -> Vec<&str> {
        self.0.most_frequent(count)
    }

    #[pyo3(signature = (array, words, *, skip, bits, hash, threads))]
    #[allow(clippy::too_many_arguments)] // Python passes them by name
    fn simhash<'py>(
        &self,
        py: Python<'py>,
        array: PyArray,
        words: WordArguments,
        skip: i64,
        bits: i64,
        hash: &str,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (texts, words, skip) = (texts(array)?, words.try_into()?, options::count("skip", skip, 0)?);
        let bits = SimHashBits::new(bits, options::hash(hash)?).map_err(to_python)?;
        to_pyarrow(py, run(py, threads, |cancel| self.0.simhash(&texts, words, skip, bits, cancel))?)
    }

    /// The paths of each text.
    #[pyo3(signature = (array, words, *, sorted, depth, suffixes, threads))]
    #[allow(clippy::too_many_arguments)] // Python passes them by name
    fn paths<'py>(
        &self,
        py: Python<'py>,
        array: PyArray,
        words: WordArguments,
        sorted: bool,
        depth: i64,
        suffixes: i64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (texts, words) = (texts(array)?, words.try_into()?);
        let options = path_options(sorted, depth, suffixes)?;
        let weights = &self.0;
        to_pyarrow(py, run(py, threads, |cancel| paths::path_table(&texts, weights, words, options, cancel))?)
    }
}

#[pyfunction]
#[pyo3(name = "minhash", signature = (features, *, permutations, seed, threads))]
fn minhash_signatures(
    py: Python<'_>,
    features: PyArray,
    permutations: i64,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let features = downcast(features, "large lists of uint64")?;
    let permutations = options::count("permutations", permutations, 1)?;
    to_pyarrow(py, run(py, threads, |cancel| minhash::minhash(&features, permutations, seed, cancel))?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<WordCounter>()?;
    module.add_class::<KeptTexts>()?;
    module.add_function(wrap_pyfunction!(shingles, module)?)?;
    module.add_class::<WordWeights>()?;
    module.add_function(wrap_pyfunction!(shingle_features, module)?)?;
    module.add_function(wrap_pyfunction!(spot_signatures, module)?)?;
    module.add_function(wrap_pyfunction!(minhash_signatures, module)?)?;
    module.add_class::<HashedTexts>()?;
    module.add_function(wrap_pyfunction!(exact_keys, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint, module)?)
}
