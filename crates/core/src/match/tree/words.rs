//! The words of a tree: each has a small number as long as a node has it.

use hashbrown::HashTable;

use super::runs::push;

/// Words by number. They are identified by their hashes.
#[derive(Default)]
pub(super) struct TreeWords {
    table: HashTable<u32>,
    hashes: Vec<u64>,
    idfs: Vec<u64>,
    /// How many nodes have each word.
    uses: Vec<u32>,
    /// The words themselves, if the tree will be shown to people.
    texts: Vec<Box<str>>,
    free: Vec<u32>,
}

impl TreeWords {
    /// The number of a word, if any node has it.
    pub(super) fn find(&self, hash: u64) -> Option<u32> {
        self.table.find(hash, |&word| self.hashes[word as usize] == hash).copied()
    }

    /// The number of a word, a new one if there is none. It is freed when the last node that uses it is
    /// removed.
    pub(super) fn intern(&mut self, hash: u64, idf: u64) -> u32 {
        if let Some(word) = self.find(hash) {
            return word;
        }
        let word = self.free.pop().unwrap_or(self.hashes.len() as u32);
        if word as usize == self.hashes.len() {
            push(&mut self.hashes, hash);
            push(&mut self.idfs, idf);
            push(&mut self.uses, 0);
        } else {
            (self.hashes[word as usize], self.idfs[word as usize]) = (hash, idf);
        }
        self.table.insert_unique(hash, word, |&word| self.hashes[word as usize]);
        word
    }

    pub(super) fn use_again(&mut self, words: &[u32]) {
        words.iter().for_each(|&word| self.uses[word as usize] += 1);
    }

    /// Called when a node with these words is removed.
    pub(super) fn leave(&mut self, words: &[u32]) {
        for &word in words {
            self.uses[word as usize] -= 1;
            if self.uses[word as usize] == 0 {
                self.forget(word);
            }
        }
    }

    fn forget(&mut self, word: u32) {
        let found = self.table.find_entry(self.hashes[word as usize], |&other| other == word);
        if let Ok(entry) = found {
            entry.remove();
        }
        if let Some(text) = self.texts.get_mut(word as usize) {
            *text = Box::default();
        }
        self.free.push(word);
    }

    /// Stores the spelling of a word.
    pub(super) fn spell(&mut self, hash: u64, text: &str) {
        let Some(word) = self.find(hash) else {
            return;
        };
        while self.texts.len() <= word as usize {
            push(&mut self.texts, Box::default());
        }
        if self.texts[word as usize].is_empty() {
            self.texts[word as usize] = text.into();
        }
    }

    pub(super) fn text(&self, word: u32) -> &str {
        self.texts.get(word as usize).map_or("", |text| text)
    }

    /// Its hash and its idf.
    pub(super) fn step(&self, word: u32) -> [u64; 2] {
        [self.hashes[word as usize], self.idfs[word as usize]]
    }

    pub(super) fn idf(&self, word: u32) -> u64 {
        self.idfs[word as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let texts: usize = self.texts.iter().map(|text| text.len()).sum();
        texts
            + self.table.allocation_size()
            + 8 * (self.hashes.capacity() + self.idfs.capacity())
            + 4 * (self.uses.capacity() + self.free.capacity())
            + size_of::<Box<str>>() * self.texts.capacity()
    }
}
