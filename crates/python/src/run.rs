//! Runs the core's work: without the interpreter lock, interruptible by Ctrl-C, with panics turned into
//! exceptions.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use samesame_core::cancel::Cancel;
use samesame_core::error::{Error, Result};

use crate::error::{InternalError, to_python};

/// How long Ctrl-C may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs `work` in a pool of `threads` (0: one per core) while this thread checks for signals.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&Cancel) -> Result<T> + Send,
) -> PyResult<T> {
    let cancel = Cancel::default();
    let _watched = Watched::new(&cancel);
    let (sender, outcomes) = bounded(1);
    let (outcome, interrupt) = pool(threads).map_err(to_python)?.in_place_scope(|scope| {
        let token = cancel.clone();
        scope.spawn(move |_| drop(sender.send(catch_unwind(AssertUnwindSafe(|| work(&token))))));
        let mut interrupt = None;
        loop {
            match py.detach(|| outcomes.recv_timeout(PATIENCE)) {
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        cancel.cancel();
                        interrupt = Some(signal);
                    }
                }
                outcome => break (outcome, interrupt),
            }
        }
    });
    match (interrupt, outcome) {
        (Some(signal), _) => Err(signal),
        (None, Ok(Ok(result))) => result.map_err(to_python),
        (None, Ok(Err(panic))) => Err(InternalError::new_err(panic_message(&*panic))),
        (None, Err(_)) => Err(InternalError::new_err(panic_message(&"a worker was lost"))),
    }
}

/// The call that runs now, for those who ask how far it has come. If several threads call, it is the one that began last.
static RUNNING: Mutex<Option<Cancel>> = Mutex::new(None);

/// A call that can be asked about while this lives.
struct Watched;

impl Watched {
    fn new(cancel: &Cancel) -> Self {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(cancel.clone());
        Self
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// How far the running call has come: what is done, of what; (0, 0) if none runs or it does not tell.
#[pyfunction]
fn progress() -> (u64, u64) {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.as_ref().map_or((0, 0), Cancel::progress)
}

/// Runs short work on this thread: nobody would want to interrupt it, and starting a thread would take
/// longer.
pub fn run_here<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(work))) {
        Ok(result) => result.map_err(to_python),
        Err(panic) => Err(InternalError::new_err(panic_message(&*panic))),
    }
}

/// Calls `poll` again and again, each time for at most as long as Ctrl-C may go unnoticed, until it has a
/// result.
pub fn wait<T: Send>(
    py: Python<'_>,
    mut poll: impl FnMut(Duration) -> Result<Option<T>> + Send,
) -> PyResult<T> {
    loop {
        match run_here(py, || poll(PATIENCE))? {
            Some(answer) => return Ok(answer),
            None => py.check_signals()?,
        }
    }
}

/// A pool starts all of its threads when it is made, whether they find work or not. `samesame.limits` has the same bound.
const MOST_THREADS: usize = 1024;
/// From so many sizes of pools on, those that nobody uses end before another one is made.
const KEPT_POOLS: usize = 8;

/// The pool with this number of threads (0: one per core).
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>> {
    static POOLS: LazyLock<Mutex<HashMap<usize, Arc<ThreadPool>>>> = LazyLock::new(Mutex::default);
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&threads) {
        return Ok(Arc::clone(pool));
    }
    if threads > MOST_THREADS {
        let refused =
            format!("threads: expected a number up to {MOST_THREADS}, or 0 for one per core; got {threads}");
        return Err(Error::ParameterError(refused));
    }
    if pools.len() >= KEPT_POOLS {
        pools.retain(|_, pool| Arc::strong_count(pool) > 1);
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(built.map_err(|error| Error::InternalError(error.to_string()))?);
    pools.insert(threads, Arc::clone(&pool));
    Ok(pool)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in samesame, please report it: {}", text.unwrap_or("panic without a message"))
}

/// Works for `seconds`, or panics at once: for tests of this file.
#[pyfunction]
fn _busy(py: Python<'_>, seconds: f64, panics: bool) -> PyResult<()> {
    run(py, 0, move |cancel| {
        assert!(!panics, "asked to panic");
        let steps = (seconds / 0.01) as u64;
        (0..steps).try_for_each(|_| {
            thread::sleep(Duration::from_millis(10));
            cancel.check()
        })
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(progress, module)?)?;
    module.add_function(wrap_pyfunction!(_busy, module)?)
}
