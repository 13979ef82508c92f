//! read: documents from files.

use std::path::PathBuf;

use arrow_array::{LargeStringArray, UInt64Array};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3_arrow::{PyArray, PyRecordBatch};
use samesame_core::error::Error;
use samesame_core::read::files::FileKind;
use samesame_core::read::known::{Kept, fingerprint};
use samesame_core::read::source::Progress;
use samesame_core::read::{
    Fields, Format, Input, Met, Problem, ReadOptions, checksum, copy, ids, reader, sortable, write,
};

use crate::arrays::{batch_to_pyarrow, downcast, numbers32, numbers64, texts, to_pyarrow};
use crate::error::to_python;
use crate::options;
use crate::run::{pool, run, run_here, wait};

/// A problem as a tuple: file number, line (0 for the whole file), message.
type ProblemTuple = (u32, u64, String);

fn format(word: &str, delimiter: u8) -> PyResult<Format> {
    Ok(match word {
        "jsonl" => Format::Jsonl,
        "json" => Format::Json,
        "csv" => Format::Csv { delimiter },
        "tsv" => Format::Csv { delimiter: b'\t' },
        "mbox" => Format::Mbox,
        "text" => Format::File(FileKind::Text),
        "html" => Format::File(FileKind::Html),
        "mail" => Format::File(FileKind::Mail),
        "xml" => Format::File(FileKind::Xml),
        _ => {
            return Err(to_python(Error::ParameterError(format!(
                "format: '{word}' is not read by the core"
            ))));
        }
    })
}

/// Reads documents in batches. Inputs are (path or None for standard input, name, format).
#[pyclass]
struct Reader(reader::Reader);

#[pymethods]
impl Reader {
    #[new]
    #[pyo3(signature = (inputs, *, fields, max_record, clean, metadata, threads, whole=false, delimiter=',', encoding="utf-8"))]
    #[allow(clippy::too_many_arguments)] // Python gives them by name.
    fn new(
        inputs: Vec<(Option<PathBuf>, String, String)>,
        fields: (String, String, String),
        max_record: usize,
        clean: &str,
        metadata: bool,
        threads: usize,
        whole: bool,
        delimiter: char,
        encoding: &str,
    ) -> PyResult<Self> {
        let delimiter = options::delimiter(delimiter)?;
        let one =
            |(path, name, word): (_, _, String)| Ok(Input { path, name, format: format(&word, delimiter)? });
        let inputs = inputs.into_iter().map(one).collect::<PyResult<_>>()?;
        let (id, text, time) = fields;
        let clean = options::html_clean(clean)?;
        let ahead =
            if threads == 0 { std::thread::available_parallelism().map_or(2, usize::from) } else { threads };
        let fields = Fields { id, text, time };
        let encoding = options::encoding(encoding)?;
        let options = ReadOptions { fields, max_record, encoding, clean, metadata, whole, threads: ahead };
        let pool = pool(threads).map_err(to_python)?;
        Ok(Self(reader::Reader::new(inputs, options, pool)))
    }

    /// The next batch with the problems met in it; `None` at the end.
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, Vec<ProblemTuple>)>> {
        let reader = &mut self.0;
        let poll = |patience| {
            Ok(match reader.next_batch(patience)? {
                reader::Next::Batch(batch) => Some(Some(batch)),
                reader::Next::End => Some(None),
                reader::Next::Later => None,
            })
        };
        let Some(batch) = wait(py, poll)? else { return Ok(None) };
        let problems =
            batch.problems.into_iter().map(|Problem { file, line, message }| (file, line, message));
        Ok(Some((batch_to_pyarrow(py, batch.documents)?, problems.collect())))
    }

    /// Whether the fields for id, text and time occurred in any record so far, and the first few field names;
    /// none if no input has named fields.
    #[getter]
    fn fields(&self) -> (bool, bool, bool, Vec<String>) {
        let Met { id, text, time, names } = self.0.met();
        (id, text, time, names)
    }

    /// Bad records beyond the first ten thousand, which share a problem with others of their batch: to be
    /// added to the number of problems.
    #[getter]
    fn unnamed(&self) -> u64 {
        self.0.unnamed()
    }

    /// Bytes read from the inputs so far.
    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// Remembers ids over a whole run.
#[pyclass]
#[derive(Default)]
struct Ids(ids::Ids);

#[pymethods]
impl Ids {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The rows whose id occurred before, each with the place where: (row, file, line).
    fn repeated(&mut self, id: PyArray, file: PyArray, line: PyArray) -> PyResult<Vec<(usize, u32, u64)>> {
        let (id, file, line) = (texts(id)?, numbers32(file)?, numbers64(line)?);
        let places = id.iter().flatten().zip(file.values().iter().zip(line.values()));
        let admit = |(row, (id, (&file, &line)))| {
            self.0.admit(id, (file, line)).map(|(file, line)| (row, file, line))
        };
        Ok(places.enumerate().filter_map(admit).collect())
    }
}

/// Appends the lines of a file with the numbers `kept` (ascending) to another file. An error if their ids
/// have changed.
#[pyfunction]
#[pyo3(signature = (path, kept, ids, *, name, id_field, longest, out, shown, encoding="utf-8"))]
#[allow(clippy::too_many_arguments)] // Python passes them by name
fn copy_lines(
    py: Python<'_>,
    path: PathBuf,
    kept: PyArray,
    ids: PyArray,
    name: &str,
    id_field: &str,
    longest: usize,
    out: PathBuf,
    shown: &str,
    encoding: &str,
) -> PyResult<()> {
    let encoding = options::encoding(encoding)?;
    let (lines, ids) = (numbers64(kept)?, numbers64(ids)?);
    let kept = Kept { lines: lines.values(), ids: ids.values(), name, id_field, encoding, longest };
    run(py, 1, |cancel| copy::copy_file(&path, &kept, &out, shown, &Progress::default(), cancel))
}

/// An error if nobody knows an encoding of that name.
#[pyfunction]
fn check_encoding(encoding: &str) -> PyResult<()> {
    options::encoding(encoding).map(drop)
}

/// The values of a field of metadata as texts, and the first row that holds a list or an object there.
#[pyfunction]
fn field_texts<'py>(
    py: Python<'py>,
    metadata: PyArray,
    name: &str,
) -> PyResult<(Bound<'py, PyAny>, Option<usize>)> {
    let metadata: LargeStringArray = downcast(metadata, "strings")?;
    let (found, nested) = run_here(py, || Ok(sortable::field_texts(&metadata, name)))?;
    Ok((to_pyarrow(py, found)?, nested))
}

/// What texts are in an order, and their numbers: 0 a number, 1 a time, 2 a text, 3 nothing.
#[pyfunction]
fn sortable_values(py: Python<'_>, values: PyArray) -> PyResult<[Bound<'_, PyAny>; 2]> {
    let values: LargeStringArray = downcast(values, "strings")?;
    let (kinds, numbers) = run_here(py, || Ok(sortable::sortable(&values)))?;
    Ok([to_pyarrow(py, kinds)?, to_pyarrow(py, numbers)?])
}

/// Hashes of ids, by which documents are recognised in a second reading.
#[pyfunction]
fn fingerprints(py: Python<'_>, ids: PyArray) -> PyResult<Bound<'_, PyAny>> {
    let ids = texts(ids)?;
    let found = run_here(py, || Ok(ids.iter().flatten().map(fingerprint).collect::<UInt64Array>()))?;
    to_pyarrow(py, found)
}

/// 128 bits of XXH3 over a file, in hexadecimal.
#[pyfunction]
fn file_checksum(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    Ok(format!("{:032x}", run(py, 1, |cancel| checksum::file_checksum(&path, cancel))?))
}

/// The documents of a batch as JSON lines.
#[pyfunction]
fn json_lines(py: Python<'_>, batch: PyRecordBatch) -> PyResult<Bound<'_, PyBytes>> {
    let batch = batch.into_inner();
    let bytes = run(py, 1, |_| write::to_json_lines(&batch))?;
    Ok(PyBytes::new(py, &bytes))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Reader>()?;
    module.add_class::<Ids>()?;
    module.add_function(wrap_pyfunction!(file_checksum, module)?)?;
    module.add_function(wrap_pyfunction!(json_lines, module)?)?;
    module.add_function(wrap_pyfunction!(check_encoding, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprints, module)?)?;
    module.add_function(wrap_pyfunction!(field_texts, module)?)?;
    module.add_function(wrap_pyfunction!(sortable_values, module)?)?;
    module.add_function(wrap_pyfunction!(copy_lines, module)?)
}
