//! sign and match: the paths of CoDet, the corpus tree as a join and as a stream.

use std::sync::{Mutex, MutexGuard};

use arrow_array::{FixedSizeBinaryArray, Float64Array, UInt32Array, UInt64Array};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::error::{Error, Result};
use samesame_core::r#match::pairs;
use samesame_core::r#match::stars::Wishes;
use samesame_core::r#match::tree::{self, Threshold, TreeMatch};
use samesame_core::segment::tokens::WordOptions;
use samesame_core::sign::paths::{self, PathOptions, PathSigner};

use crate::arrays::{flags, lists, numbers32, to_pyarrow};
use crate::options::{self, WordArguments};
use crate::pairs::Pairs;
use crate::run::{run, run_here};
use crate::sign::WordWeights;

pub fn path_options(sorted: bool, depth: i64, suffixes: i64) -> PyResult<PathOptions> {
    let (depth, suffixes) = (options::count("depth", depth, 1)?, options::count("suffixes", suffixes, 1)?);
    Ok(PathOptions { sorted, depth, suffixes })
}

/// A key per document: equal if labels and lists are equal, null if there is no label.
#[pyfunction]
fn list_keys<'py>(py: Python<'py>, labels: PyArray, array: PyArray) -> PyResult<Bound<'py, PyAny>> {
    let (labels, lists) = (numbers32(labels)?, lists(array)?);
    // Not in the pool of one thread, in which a tree may be growing.
    let keys: FixedSizeBinaryArray = run_here(py, || paths::list_keys(&labels, &lists))?;
    to_pyarrow(py, keys)
}

/// The self-containment of each document, from its list of paths: the upper and the lower half of a 128-bit
/// number.
#[pyfunction]
fn path_weights<'py>(py: Python<'py>, array: PyArray) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let lists = lists(array)?;
    let [upper, lower] = run_here(py, || Ok(tree::path_weights(&lists)))?;
    Ok([to_pyarrow(py, upper)?, to_pyarrow(py, lower)?])
}

/// The nodes of lists of paths: list, node, visits, and what these add to the containment in a document that
/// visits the node once.
#[pyfunction]
fn visited_nodes<'py>(py: Python<'py>, array: PyArray) -> PyResult<[Bound<'py, PyAny>; 4]> {
    let lists = lists(array)?;
    let nodes = run(py, 1, |cancel| tree::visited_nodes(&lists, cancel))?;
    Ok([
        to_pyarrow(py, UInt32Array::from_iter_values(nodes.iter().map(|node| node.list)))?,
        to_pyarrow(py, UInt64Array::from_iter_values(nodes.iter().map(|node| node.key)))?,
        to_pyarrow(py, UInt32Array::from_iter_values(nodes.iter().map(|node| node.visits)))?,
        to_pyarrow(py, Float64Array::from_iter_values(nodes.iter().map(|node| node.gain)))?,
    ])
}

/// The containment of each list of paths in itself.
#[pyfunction]
fn path_wholes<'py>(py: Python<'py>, array: PyArray) -> PyResult<Bound<'py, PyAny>> {
    to_pyarrow(py, tree::wholes(&lists(array)?))
}

/// For pairs of lists of paths, the share of each in the other.
#[pyfunction]
fn path_shares<'py>(
    py: Python<'py>,
    array: PyArray,
    left: PyArray,
    right: PyArray,
    threads: usize,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let (lists, left, right) = (lists(array)?, numbers32(left)?, numbers32(right)?);
    let shares = run(py, threads, |cancel| tree::shares(&lists, &left, &right, cancel))?;
    let column = |side: usize| Float64Array::from_iter_values(shares.iter().map(|share| share[side]));
    Ok([to_pyarrow(py, column(0))?, to_pyarrow(py, column(1))?])
}

/// All pairs of a collection.
#[pyclass]
struct TreeJoin(tree::TreeJoin);

#[pymethods]
impl TreeJoin {
    #[new]
    fn new(memory: usize) -> Self {
        Self(tree::TreeJoin::new(memory))
    }

    fn push(&mut self, py: Python<'_>, array: PyArray) -> PyResult<()> {
        let lists = lists(array)?;
        run(py, 1, |cancel| self.0.push(&lists, cancel))
    }

    /// The pairs that pass; scores are the share of each in the other.
    fn pairs(
        &self,
        py: Python<'_>,
        threshold: f64,
        split: Option<u32>,
        memory: usize,
        threads: usize,
    ) -> PyResult<Pairs> {
        let found = pairs::Pairs::within(memory);
        run(py, threads, |cancel| self.0.pairs(Threshold(threshold), split, &found, cancel))?;
        Ok(Pairs::new(found))
    }

    /// Which document stays in the place of each, and whether that one passes, too.
    #[allow(clippy::too_many_arguments)]
    fn stars<'py>(
        &self,
        py: Python<'py>,
        threshold: f64,
        order: PyArray,
        fixed: PyArray,
        ahead: usize,
        within: bool,
        threads: usize,
    ) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let (order, fixed) = (numbers32(order)?, flags(fixed)?);
        let wishes = Wishes { order: order.values(), fixed: &fixed, ahead, within };
        let stars = run(py, threads, |cancel| self.0.stars(Threshold(threshold), &wishes, cancel))?;
        Ok([to_pyarrow(py, stars.kept)?, to_pyarrow(py, stars.mutual)?])
    }

    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// The corpus tree as a stream: documents are added and removed. Several threads may use it: texts are signed
/// in parallel, and the tree takes one document at a time.
#[pyclass(frozen)]
struct CorpusTree {
    tree: Mutex<tree::CorpusTree>,
    weights: Py<WordWeights>,
    words: WordOptions,
    options: PathOptions,
}

type Matches = Vec<(String, f64, f64)>;
type Node = (Option<u32>, String, u32, f64, Vec<String>);

#[pymethods]
impl CorpusTree {
    #[new]
    #[pyo3(signature = (weights, words, *, sorted, depth, suffixes, threshold, all_pairs))]
    fn new(
        weights: Py<WordWeights>,
        words: WordArguments,
        sorted: bool,
        depth: i64,
        suffixes: i64,
        threshold: f64,
        all_pairs: bool,
    ) -> PyResult<Self> {
        let tree = tree::CorpusTree::new(Threshold(threshold), all_pairs);
        let options = path_options(sorted, depth, suffixes)?;
        Ok(Self { tree: Mutex::new(tree), weights, words: words.try_into()?, options })
    }

    /// Adds a text. Returns the documents that contain it or that it contains, with the share of the text in
    /// each, and the reverse.
    fn add_text(&self, py: Python<'_>, id: &str, text: &str, time: Option<i64>) -> PyResult<Matches> {
        self.add(py, id, time, |signer, list| signer.sign(text, list))
    }

    /// Adds a document whose sentences are cut into words already.
    fn add_sentences(
        &self,
        py: Python<'_>,
        id: &str,
        sentences: Vec<Vec<String>>,
        time: Option<i64>,
    ) -> PyResult<Matches> {
        self.add(py, id, time, |signer, list| {
            signer.sign_sentences(sentences.iter().map(|sentence| sentence.iter().map(String::as_str)), list);
        })
    }

    fn remove(&self, py: Python<'_>, id: &str) -> PyResult<()> {
        run_here(py, || self.lock()?.remove(id))
    }

    fn expire(&self, py: Python<'_>, before: i64) -> PyResult<usize> {
        run_here(py, || self.lock()?.expire(before))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        run_here(py, || Ok(self.lock()?.len()))
    }

    fn __contains__(&self, py: Python<'_>, id: &str) -> PyResult<bool> {
        run_here(py, || Ok(self.lock()?.contains(id)))
    }

    /// Documents, profiles, nodes, visits, words, bytes, bytes of ids.
    fn stats(&self, py: Python<'_>) -> PyResult<(usize, usize, usize, u64, usize, usize, usize)> {
        let stats = run_here(py, || Ok(self.lock()?.stats()))?;
        let (documents, profiles, nodes) = (stats.documents, stats.profiles, stats.nodes);
        Ok((documents, profiles, nodes, stats.visits, stats.words, stats.bytes, stats.id_bytes))
    }

    /// Each node: the index of its parent, label, depth, idf, ids.
    fn nodes(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let nodes = run_here(py, || Ok(self.lock()?.nodes()))?;
        Ok(nodes
            .into_iter()
            .map(|node| (node.parent, node.label, node.depth, node.idf, node.documents))
            .collect())
    }
}

impl CorpusTree {
    /// Signs a document, which needs no lock, and adds it.
    fn add(
        &self,
        py: Python<'_>,
        id: &str,
        time: Option<i64>,
        sign: impl FnOnce(&mut PathSigner<'_>, &mut Vec<u64>) + Send,
    ) -> PyResult<Matches> {
        let weights = &self.weights.get().0;
        let matches = run_here(py, || {
            let (mut signer, mut list) = (PathSigner::new(weights, self.words, self.options), Vec::new());
            sign(&mut signer, &mut list);
            self.lock()?.add(id, &list, time, signer.words())
        })?;
        Ok(told(matches))
    }

    /// Locks the tree. After a panic it may be half changed and is refused.
    fn lock(&self) -> Result<MutexGuard<'_, tree::CorpusTree>> {
        let broken = |_| Error::InternalError("the tree broke in an earlier call; make a new one".into());
        self.tree.lock().map_err(broken)
    }
}

fn told(matches: Vec<TreeMatch>) -> Matches {
    matches.into_iter().map(|found| (found.other.into(), found.share, found.other_share)).collect()
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TreeJoin>()?;
    module.add_class::<CorpusTree>()?;
    module.add_function(wrap_pyfunction!(path_weights, module)?)?;
    module.add_function(wrap_pyfunction!(list_keys, module)?)?;
    module.add_function(wrap_pyfunction!(visited_nodes, module)?)?;
    module.add_function(wrap_pyfunction!(path_wholes, module)?)?;
    module.add_function(wrap_pyfunction!(path_shares, module)?)
}
