//! Sets put aside until all are there: in memory up to a limit, then in a temporary file without a name.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError, RwLock};

use crate::error::Result;
use crate::r#match::sets::Sets;

pub(crate) struct Pile {
    limit: usize,
    inner: RwLock<Inner>,
}

#[derive(Default)]
struct Inner {
    held: Vec<Sets>,
    bytes: usize,
    file: Option<Mutex<File>>,
    /// The lengths of the vectors of each `Sets` in the file, one after the other.
    written: Vec<[usize; 2]>,
}

impl Pile {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, inner: RwLock::default() }
    }

    pub(crate) fn put(&self, sets: Sets) -> Result<()> {
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        let bytes = 24 * sets.keys.len() + 4 * sets.documents.len();
        if inner.bytes + bytes <= self.limit {
            inner.bytes += bytes;
            inner.held.push(sets);
            return Ok(());
        }
        inner.write(&sets)
    }

    /// Calls `f` with all sets; their order means nothing. Several threads may do so at a time.
    pub(crate) fn each(&self, mut f: impl FnMut(&Sets) -> Result<()>) -> Result<()> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        inner.held.iter().try_for_each(&mut f)?;
        let Inner { file: Some(file), written, .. } = &*inner else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0))?;
        for &[sets, documents] in written.iter() {
            f(&Sets {
                keys: read(&mut file, sets)?,
                weights: read(&mut file, sets)?,
                ends: read(&mut file, sets)?,
                documents: read(&mut file, documents)?,
            })?;
        }
        Ok(())
    }
}

impl Inner {
    fn write(&mut self, sets: &Sets) -> Result<()> {
        if self.file.is_none() {
            self.file = Some(Mutex::new(tempfile::tempfile()?));
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.write_all(bytemuck::cast_slice(&sets.keys))?;
        file.write_all(bytemuck::cast_slice(&sets.weights))?;
        file.write_all(bytemuck::cast_slice(&sets.ends))?;
        file.write_all(bytemuck::cast_slice(&sets.documents))?;
        self.written.push([sets.keys.len(), sets.documents.len()]);
        Ok(())
    }
}

fn read<T: bytemuck::Pod>(file: &mut File, count: usize) -> Result<Vec<T>> {
    let mut values = vec![T::zeroed(); count];
    file.read_exact(bytemuck::cast_slice_mut(&mut values))?;
    Ok(values)
}
