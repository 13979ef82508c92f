//! The sentences of texts with their signatures, which PDC-MR (Zhang et al. 2010) indexes.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, LargeListArray, LargeStringArray, StructArray, UInt32Array, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use hashbrown::HashSet;

use crate::cancel::Cancel;
use crate::clean::offsets::CodePoints;
use crate::error::Result;
use crate::segment::language::Language;
use crate::segment::sentences::sentences;
use crate::segment::stop_words::{StopWords, chosen_stop_words, stop_words};
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::{HashBy, hash_run, hash_word};
use crate::sign::rank::WordWeights;
use crate::tasks::{each_task_within, even_tasks};

const BYTES_A_TASK: usize = 128 << 10;

/// The signature of a sentence.
pub enum SentenceBy<'a> {
    /// I-Match: one hash of its distinct words, or only of those whose idf is in a range.
    Words(Option<(&'a WordWeights, [f64; 2])>),
    /// Its runs of this many words; all its words if it has fewer.
    Shingles(usize),
    /// SpotSigs: chains of this many content words after the antecedents.
    Spots { antecedents: &'a [String], chain: usize },
}

/// The sentences with words of each text: start and end in code points, number of words, a key of the words
/// in their order, and the signatures, sorted and distinct.
pub fn sentence_signatures(
    texts: &LargeStringArray,
    words: WordOptions,
    by: &SentenceBy<'_>,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    let antecedents = if let SentenceBy::Spots { antecedents, .. } = by { *antecedents } else { &[] };
    let antecedents = antecedents.iter().map(String::as_str).collect();
    let english = stop_words(Language::from_code("en")?);
    let rules = SigningRules { by, antecedents, stop: chosen_stop_words(words.language).unwrap_or(english) };
    let work = |signer: &mut Signer, task: Range<usize>| {
        let mut part = SignedPart::default();
        for i in task {
            cancel.check()?;
            signer.read(texts.value(i));
            signer.sign(texts.value(i), &rules, &mut part);
        }
        Ok(part)
    };
    let lengths = (0..texts.len()).map(|i| texts.value_length(i) as usize);
    let parts: Vec<SignedPart> =
        each_task_within(even_tasks(lengths, BYTES_A_TASK), || Signer::new(words), work)?;
    table(&parts)
}

/// What is needed to sign sentences.
struct SigningRules<'a> {
    by: &'a SentenceBy<'a>,
    antecedents: HashSet<&'a str>,
    /// The stop words of the chosen language, otherwise those of English.
    stop: StopWords,
}

/// The sentences of some texts.
#[derive(Default)]
struct SignedPart {
    counts: Vec<usize>,
    starts: Vec<u32>,
    ends: Vec<u32>,
    words: Vec<u32>,
    keys: Vec<u64>,
    signatures: Vec<u64>,
    lengths: Vec<usize>,
}

/// The words of a text, sentence after sentence. Buffers are reused for all texts.
struct Signer {
    tokenizer: Tokenizer,
    text: String,
    words: Vec<Range<usize>>,
    hashes: Vec<u64>,
    /// Each sentence with words, and where its words end.
    sentences: Vec<(Range<usize>, usize)>,
    scratch: Vec<u8>,
}

impl Signer {
    fn new(options: WordOptions) -> Self {
        Self {
            tokenizer: Tokenizer::new(options),
            text: String::new(),
            words: Vec::new(),
            hashes: Vec::new(),
            sentences: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Reads the words of a text. A word belongs to the sentence in which it begins.
    fn read(&mut self, text: &str) {
        let Self { tokenizer, text: spelled, words, hashes, sentences: found, .. } = self;
        spelled.clear();
        words.clear();
        hashes.clear();
        found.clear();
        let cut = sentences(text);
        let mut next = 0;
        tokenizer.for_each_located(text, |word, place| {
            while next < cut.len() && cut[next].start <= place.start {
                next += 1;
            }
            let sentence = &cut[next.max(1) - 1];
            match found.last_mut() {
                Some((last, end)) if last.start == sentence.start => *end += 1,
                _ => found.push((sentence.clone(), words.len() + 1)),
            }
            spelled.push_str(word);
            words.push(spelled.len() - word.len()..spelled.len());
            hashes.push(hash_word(word));
        });
    }

    fn sign(&mut self, text: &str, rules: &SigningRules<'_>, part: &mut SignedPart) {
        let mut points = CodePoints::new(text);
        let mut first = 0;
        for at in 0..self.sentences.len() {
            let (place, end) = self.sentences[at].clone();
            let place = points.range(place);
            part.starts.push(place.start as u32);
            part.ends.push(place.end as u32);
            part.words.push((end - first) as u32);
            part.keys.push(hash_run(&self.hashes[first..end]));
            let before = part.signatures.len();
            self.signatures(first..end, rules, &mut part.signatures);
            part.lengths.push(part.signatures.len() - before);
            first = end;
        }
        part.counts.push(self.sentences.len());
    }

    /// Appends the signatures of the sentence with these words, sorted and distinct.
    fn signatures(&mut self, sentence: Range<usize>, rules: &SigningRules<'_>, out: &mut Vec<u64>) {
        let before = out.len();
        match rules.by {
            SentenceBy::Words(range) => out.extend(self.fingerprint(sentence, range.as_ref())),
            SentenceBy::Shingles(size) => {
                let hashes = &self.hashes[sentence];
                out.extend(hashes.windows((*size).clamp(1, hashes.len())).map(hash_run));
            }
            SentenceBy::Spots { chain, .. } => self.spots(sentence, *chain, rules, out),
        }
        out[before..].sort_unstable();
        let mut kept = before;
        for at in before..out.len() {
            if at == before || out[at] != out[kept - 1] {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// One hash of the distinct words in alphabetical order, as I-Match defines it.
    fn fingerprint(
        &mut self,
        sentence: Range<usize>,
        range: Option<&(&WordWeights, [f64; 2])>,
    ) -> Option<u64> {
        let word = |at: usize| &self.text[self.words[at].clone()];
        let within = |at: usize| {
            range.is_none_or(|(weights, range)| weights.is_within(word(at), self.hashes[at], *range))
        };
        let mut kept: Vec<&str> = sentence.filter(|&at| within(at)).map(word).collect();
        kept.sort_unstable();
        kept.dedup();
        self.scratch.clear();
        for word in &kept {
            self.scratch.extend_from_slice(word.as_bytes());
            self.scratch.push(b' ');
        }
        (!kept.is_empty()).then(|| HashBy::Xxh3.hash(&self.scratch))
    }

    /// The chains after each antecedent.
    fn spots(&self, sentence: Range<usize>, chain: usize, rules: &SigningRules<'_>, out: &mut Vec<u64>) {
        let word = |at: usize| &self.text[self.words[at].clone()];
        let content: Vec<usize> = sentence.clone().filter(|&at| !rules.stop.contains(word(at))).collect();
        for at in sentence.filter(|&at| rules.antecedents.contains(word(at))) {
            let following = &content[content.partition_point(|&other| other <= at)..];
            if let Some(following) = following.get(..chain) {
                let mut run = vec![self.hashes[at]];
                run.extend(following.iter().map(|&other| self.hashes[other]));
                out.push(hash_run(&run));
            }
        }
    }
}

fn table(parts: &[SignedPart]) -> Result<LargeListArray> {
    let numbers = |column: fn(&SignedPart) -> &Vec<u32>| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(parts.iter().flat_map(column).copied()))
    };
    let longs = |column: fn(&SignedPart) -> &Vec<u64>| -> ArrayRef {
        Arc::new(UInt64Array::from_iter_values(parts.iter().flat_map(column).copied()))
    };
    let item = Arc::new(Field::new("signature", DataType::UInt64, false));
    let lengths = parts.iter().flat_map(|part| &part.lengths).copied();
    let signatures = LargeListArray::try_new(
        Arc::clone(&item),
        OffsetBuffer::from_lengths(lengths),
        longs(|part| &part.signatures),
        None,
    )?;
    let field = |name: &str, kind: DataType| Field::new(name, kind, false);
    let fields = Fields::from(vec![
        field("start", DataType::UInt32),
        field("end", DataType::UInt32),
        field("words", DataType::UInt32),
        field("key", DataType::UInt64),
        field("signatures", DataType::LargeList(item)),
    ]);
    let columns = vec![
        numbers(|part| &part.starts),
        numbers(|part| &part.ends),
        numbers(|part| &part.words),
        longs(|part| &part.keys),
        Arc::new(signatures),
    ];
    let values = StructArray::try_new(fields.clone(), columns, None)?;
    let item = Arc::new(Field::new("sentence", DataType::Struct(fields), false));
    let offsets = OffsetBuffer::from_lengths(parts.iter().flat_map(|part| &part.counts).copied());
    Ok(LargeListArray::try_new(item, offsets, Arc::new(values), None)?)
}
