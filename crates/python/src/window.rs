//! window: documents as they arrive.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use rayon::prelude::*;
use samesame_core::error::{Error, Result};
use samesame_core::r#match::tree::Threshold;
use samesame_core::segment::tokens::WordOptions;
use samesame_core::sign::features::{FeatureOptions, Select, features_of};
use samesame_core::sign::form::{SameBy, exact_form};
use samesame_core::sign::hash::text_key;
use samesame_core::sign::paths::{PathOptions, PathSigner};
use samesame_core::window::{
    self, Arrival, Clip, Clock, Group, Judged, Met, Moment, PathIndex, Remember, SetIndex, Stamp, Standing,
    Told, Work, opened,
};

use crate::options::{self, WordArguments, choose};
use crate::run::run_here;
use crate::sign::WordWeights;
use crate::tree::path_options;

/// A window over sets of features or over paths of a corpus tree.
enum State {
    Sets(Box<window::Window<SetIndex>>),
    Paths(Box<window::Window<PathIndex>>),
}

/// The same for either.
macro_rules! either {
    ($state:expr, $window:ident => $call:expr) => {
        match $state {
            State::Sets($window) => $call,
            State::Paths($window) => $call,
        }
    };
}

/// How a text is signed.
enum Signer {
    Features(FeatureOptions),
    Paths(Py<WordWeights>, WordOptions, PathOptions),
}

/// Several threads may feed it: texts are signed side by side, and the window takes one document at a time.
#[pyclass(frozen)]
struct Window {
    state: Mutex<State>,
    signer: Signer,
    same: SameBy,
    words: WordOptions,
    texts: bool,
}

/// Hours, what is remembered, matches told, memory, whether texts are kept.
#[derive(FromPyObject)]
struct Wishes(i64, String, usize, Option<usize>, bool);

impl Wishes {
    fn remember(&self) -> PyResult<Remember> {
        choose("remember", &self.1, &[("all", Remember::All), ("accepted", Remember::Accepted)])
    }
}

type Match = (String, &'static str, f64, f64, i64, u64, String);
type Verdict = (i64, &'static str, Vec<Match>, usize, u64, String, u64, bool, usize);
/// Id, text, time and whose it is, group, its origin with its time, how many had joined, whether it is held.
type JudgedRow = (String, String, i64, String, u64, String, i64, u64, bool);
type GroupRow = (u64, String, i64, u32, u64);

#[pymethods]
impl Window {
    /// A window over sets of shingles.
    #[staticmethod]
    #[pyo3(signature = (wishes, words, same, *, measure, threshold, clip, size, unit, hash))]
    #[allow(clippy::too_many_arguments)] // Python gives them by name.
    fn sets(
        wishes: Wishes,
        words: WordArguments,
        same: &str,
        measure: &str,
        threshold: f64,
        clip: Option<(u32, f64)>,
        size: i64,
        unit: &str,
        hash: &str,
    ) -> PyResult<Self> {
        let clip = clip.map(|(fewest, share)| Clip { fewest, share });
        let index = SetIndex::new(options::measure(measure, threshold)?, clip);
        let words: WordOptions = words.try_into()?;
        let (unit, hash, size) =
            (options::unit(unit)?, options::hash(hash)?, options::count("size", size, 1)?);
        let features = FeatureOptions { words, unit, size, select: Select::All, hash };
        let state = State::Sets(Box::new(window::Window::new(
            index,
            wishes.0,
            wishes.remember()?,
            wishes.2,
            wishes.3,
        )));
        Self::new(state, Signer::Features(features), same, words, wishes.4)
    }

    /// A window over a corpus tree.
    #[staticmethod]
    #[pyo3(signature = (wishes, words, same, weights, *, threshold, sorted, depth, suffixes))]
    #[allow(clippy::too_many_arguments)] // Python gives them by name.
    fn paths(
        wishes: Wishes,
        words: WordArguments,
        same: &str,
        weights: Py<WordWeights>,
        threshold: f64,
        sorted: bool,
        depth: i64,
        suffixes: i64,
    ) -> PyResult<Self> {
        let index = PathIndex::new(Threshold(threshold));
        let words: WordOptions = words.try_into()?;
        let signer = Signer::Paths(weights, words, path_options(sorted, depth, suffixes)?);
        let state = State::Paths(Box::new(window::Window::new(
            index,
            wishes.0,
            wishes.remember()?,
            wishes.2,
            wishes.3,
        )));
        Self::new(state, signer, same, words, wishes.4)
    }

    /// Judges a document and keeps it. Times are microseconds since 1970.
    fn add(&self, py: Python<'_>, id: &str, text: &str, time: Option<i64>, now: i64) -> PyResult<Verdict> {
        let told = run_here(py, || {
            let (key, signature) = self.sign(text);
            let text = if self.texts { text } else { "" };
            let arrival = Arrival { id, key, signature, text, time, now };
            either!(&mut *self.lock()?, window => window.add(arrival))
        })?;
        Ok(verdict(told))
    }

    /// Judges documents one after the other: id, text, time and now of each. They are signed side by side.
    fn add_all(
        &self,
        py: Python<'_>,
        rows: Vec<(String, String, Option<i64>, i64)>,
    ) -> PyResult<Vec<Verdict>> {
        run_here(py, || {
            let signed: Vec<_> = rows.par_iter().map(|row| self.sign(&row.1)).collect();
            let mut state = self.lock()?;
            let mut told = Vec::with_capacity(rows.len());
            for ((id, text, time, now), (key, signature)) in rows.iter().zip(signed) {
                let text = if self.texts { text } else { "" };
                let arrival = Arrival { id, key, signature, text, time: *time, now: *now };
                told.push(verdict(either!(&mut *state, window => window.add(arrival))?));
            }
            Ok(told)
        })
    }

    /// Puts documents back that were judged before, in that order: signed side by side, not compared again.
    fn put(&self, py: Python<'_>, rows: Vec<JudgedRow>) -> PyResult<()> {
        run_here(py, || {
            let unsigned = || (None, Vec::new());
            let sign = |row: &JudgedRow| if row.8 { self.sign(&row.1) } else { unsigned() };
            let signed: Vec<_> = rows.par_iter().map(sign).collect();
            let mut state = self.lock()?;
            for ((id, text, time, whose, group, origin, origin_time, joined, held), (key, signature)) in
                rows.iter().zip(signed)
            {
                let (time, group, joined, held) = (*time, *group, *joined, *held);
                let moment = Moment { time, stamp: stamp(whose)? };
                let judged = Judged { moment, group, origin, origin_time: *origin_time, joined, held };
                let text = if self.texts { text } else { "" };
                let arrival = Arrival { id, key, signature, text, time: None, now: time };
                either!(&mut *state, window => window.put(arrival, &judged))?;
            }
            Ok(())
        })
    }

    /// No group gets a number up to this one.
    fn reserve(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        run_here(py, || {
            either!(&mut *self.lock()?, window => window.reserve(number));
            Ok(())
        })
    }

    fn remove(&self, py: Python<'_>, id: &str) -> PyResult<()> {
        run_here(py, || either!(&mut *self.lock()?, window => window.remove(id)))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        run_here(py, || Ok(either!(&*self.lock()?, window => window.len())))
    }

    fn __contains__(&self, py: Python<'_>, id: &str) -> PyResult<bool> {
        run_here(py, || Ok(either!(&*self.lock()?, window => window.contains(id))))
    }

    /// Number, origin, its time, how many are held and have joined.
    fn groups(&self, py: Python<'_>) -> PyResult<Vec<GroupRow>> {
        let groups = run_here(py, || Ok(either!(&*self.lock()?, window => window.groups())))?;
        let row = |group: Group| (group.number, group.origin.into(), group.time, group.held, group.joined);
        Ok(groups.into_iter().map(row).collect())
    }

    /// The ids and times of the held documents of a group, as they came.
    fn members(&self, py: Python<'_>, group: u64) -> PyResult<Vec<(String, i64)>> {
        let members = run_here(py, || Ok(either!(&*self.lock()?, window => window.members(group))))?;
        Ok(members.into_iter().map(|(id, time)| (id.into(), time)).collect())
    }

    fn group_of(&self, py: Python<'_>, id: &str) -> PyResult<Option<u64>> {
        run_here(py, || Ok(either!(&*self.lock()?, window => window.group_of(id))))
    }

    /// The hours that have documents, and how many.
    fn hours(&self, py: Python<'_>) -> PyResult<Vec<(i64, usize)>> {
        run_here(py, || Ok(either!(&*self.lock()?, window => window.hours())))
    }

    /// The window's hour, and the first that was not dropped for memory.
    fn clock(&self, py: Python<'_>) -> PyResult<(Option<i64>, Option<i64>)> {
        let clock: Clock = run_here(py, || Ok(either!(&*self.lock()?, window => window.clock())))?;
        Ok((clock.latest, clock.floor))
    }

    fn bytes(&self, py: Python<'_>) -> PyResult<usize> {
        run_here(py, || Ok(either!(&*self.lock()?, window => window.bytes())))
    }

    /// Entries of lists that were read, signatures that were compared, features of these: the cost without a clock.
    fn work(&self, py: Python<'_>) -> PyResult<(u64, u64, u64)> {
        let work: Work = run_here(py, || Ok(either!(&*self.lock()?, window => window.work())))?;
        Ok((work.entries, work.compared, work.features))
    }

    fn save(&self, py: Python<'_>, path: PathBuf, header: &str) -> PyResult<()> {
        run_here(py, || either!(&*self.lock()?, window => window.save(&path, header)))
    }

    /// Fills a new window with what was saved.
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        run_here(py, || {
            let (name, bytes) = (path.display().to_string(), read(&path)?);
            let (_, input) = opened(&bytes, &name)?;
            either!(&mut *self.lock()?, window => window.load(input))
        })
    }
}

impl Window {
    fn new(state: State, signer: Signer, same: &str, words: WordOptions, texts: bool) -> PyResult<Self> {
        Ok(Self { state: Mutex::new(state), signer, same: options::same_by(same)?, words, texts })
    }

    /// The key that identical documents share, and the signature; no key where there is no signature.
    fn sign(&self, text: &str) -> (Option<u128>, Vec<u64>) {
        let mut form = Vec::new();
        exact_form(text, self.same, self.words.language, &mut String::new(), &mut form);
        let mut signature = Vec::new();
        match &self.signer {
            Signer::Features(options) => signature = features_of(text, *options),
            Signer::Paths(weights, words, options) => {
                PathSigner::new(&weights.get().0, *words, *options).sign(text, &mut signature);
                // The same words in other sentences are another document.
                form.extend(signature.iter().flat_map(|word| word.to_le_bytes()));
            }
        }
        (text_key(&form).filter(|_| !signature.is_empty()), signature)
    }

    /// The window, once no other thread has it. After a panic it may be half changed, and answers no more.
    fn lock(&self) -> Result<MutexGuard<'_, State>> {
        let broken =
            |_| Error::InternalError("the window broke in an earlier call; restore a snapshot".into());
        self.state.lock().map_err(broken)
    }
}

const STAMPS: [(&str, Stamp); 3] =
    [("document", Stamp::Document), ("arrival", Stamp::Arrival), ("ahead", Stamp::Ahead)];

fn stamp(name: &str) -> Result<Stamp> {
    let unknown = || Error::InputError(format!("clock: expected document, arrival or ahead, got '{name}'"));
    STAMPS.iter().find(|(known, _)| *known == name).map(|(_, stamp)| *stamp).ok_or_else(unknown)
}

fn verdict(told: Told) -> Verdict {
    let stamp = STAMPS.iter().find(|(_, stamp)| *stamp == told.moment.stamp).map_or("", |(name, _)| name);
    let matches = told.matches.into_iter().map(met).collect();
    let Told { moment, total, group, origin, joined, held, shortened, .. } = told;
    (moment.time, stamp, matches, total, group, origin.into(), joined, held, shortened)
}

fn met(found: Met) -> Match {
    let standing = match found.standing {
        Standing::Exact => "exact",
        Standing::Near => "near",
        Standing::Contained => "contained",
        Standing::Contains => "contains",
    };
    let [score, other_score] = found.scores;
    (found.id.into(), standing, score, other_score, found.time, found.group, found.text.into())
}

fn read(path: &PathBuf) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| Error::InputError(format!("{}: {error}", path.display())))
}

/// What the header of a saved window says.
#[pyfunction]
fn window_header(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    run_here(py, || {
        let (name, bytes) = (path.display().to_string(), read(&path)?);
        opened(&bytes, &name).map(|(header, _)| header.to_owned())
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Window>()?;
    module.add_function(wrap_pyfunction!(window_header, module)?)
}
