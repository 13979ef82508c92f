//! The normal form: plain type for apostrophes, quotation marks and dashes; no invisible characters; NFKC;
//! case folding; punctuation and white space by policy.
//!
//! A text is processed in segments: a character with everything that may combine with it. Nearly all segments
//! are one character with one image, which is in a table; the others go through the Unicode functions.
//!
//! The marks of a segment are sorted, so all of them must be held, and a text may consist of marks only. So a
//! segment ends after `MOST_MARKS` marks, as in Unicode's Stream-Safe Text Process (UAX #15); no language
//! uses so many. Marks are neither sorted nor composed across that end.

use std::ops::Range;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use crate::characters::first_beyond_ascii;
use crate::clean::images::{image, is_capital_i, is_letter, segment_image};
use crate::clean::marks::Mark;
use crate::clean::offsets::OffsetMap;

/// How many characters may combine with the first one of a segment.
const MOST_MARKS: usize = 30;

/// What is done with punctuation (everything that is neither word, mark nor white space) or with white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Policy {
    #[default]
    Keep,
    /// A run becomes one space; at the ends of the text it is removed.
    Collapse,
    Drop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form {
    pub fold: bool,
    /// Turkish and Azerbaijani: I folds to ı, İ to i.
    pub turkish: bool,
    pub punctuation: Policy,
    pub space: Policy,
}

impl Form {
    /// The form that is cut into words.
    pub const WORDS: Form =
        Form { fold: true, turkish: false, punctuation: Policy::Keep, space: Policy::Keep };
}

impl Default for Form {
    fn default() -> Self {
        Self::WORDS
    }
}

/// Appends the normal form of `text` to `out`.
pub fn normalise(text: &str, form: Form, out: &mut String) {
    Normaliser { text, form, out, track: (), pending: None, base: Policy::Keep }.run();
}

/// The normal form of `text` with a map to positions in `text`.
pub fn normalise_mapped(text: &str, form: Form) -> (String, OffsetMap) {
    let mut out = String::with_capacity(text.len());
    let mut map = OffsetMap::default();
    Normaliser { text, form, out: &mut out, track: &mut map, pending: None, base: Policy::Keep }.run();
    (out, map)
}

/// Records where each part of the normal form came from: nothing on the hot path, an [`OffsetMap`] where
/// positions are needed.
trait Track {
    fn piece(&mut self, normal: Range<usize>, original: Range<usize>);
}

impl Track for () {
    fn piece(&mut self, _: Range<usize>, _: Range<usize>) {}
}

impl Track for &mut OffsetMap {
    fn piece(&mut self, normal: Range<usize>, original: Range<usize>) {
        OffsetMap::piece(self, normal, original);
    }
}

struct Normaliser<'a, T> {
    text: &'a str,
    form: Form,
    out: &'a mut String,
    track: T,
    /// Where the current run of collapsed characters began.
    pending: Option<usize>,
    /// The policy applied to the last character that is no mark.
    base: Policy,
}

impl<T: Track> Normaliser<'_, T> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.text.len() {
            at = self.ascii(at);
            if at < self.text.len() {
                at = self.beyond_ascii(at);
            }
        }
        if let Some(from) = self.pending {
            self.track.piece(self.out.len()..self.out.len(), from..self.text.len());
        }
    }

    /// Processes the ASCII run at `at`, except its last character if something may combine with it.
    fn ascii(&mut self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        let length = first_beyond_ascii(rest).unwrap_or(rest.len());
        let combines =
            self.text[at + length..].chars().next().is_some_and(|c| !image(c, self.form.fold).starts);
        let end = at + length.saturating_sub(usize::from(combines));
        if self.keeps_all() && !self.form.turkish {
            let from = self.out.len();
            self.out.push_str(&self.text[at..end]);
            if self.form.fold {
                self.out[from..].make_ascii_lowercase();
            }
        } else {
            (at..end).for_each(|i| self.character(i, self.text.as_bytes()[i] as char));
        }
        end
    }

    fn character(&mut self, at: usize, c: char) {
        let folded = match c {
            'I' if self.form.fold && self.form.turkish => 'ı',
            _ if self.form.fold => c.to_ascii_lowercase(),
            _ => c,
        };
        self.emit(folded.encode_utf8(&mut [0; 4]), at..at + 1);
    }

    /// Processes the characters from `at` on that are their own normal form, then one segment that is not.
    fn beyond_ascii(&mut self, at: usize) -> usize {
        let mut characters = self.text[at..].chars();
        let mut end = at;
        let mut next = characters.next();
        let mut known = next.map(|c| image(c, self.form.fold));
        // An ASCII character occurs here only at first, if something combines with it.
        while let (Some(c), Some(own)) = (next, known)
            && (!c.is_ascii() || end == at)
        {
            next = characters.next();
            known = next.map(|c| image(c, self.form.fold));
            let alone = known.is_none_or(|following| following.starts);
            if !alone || own.single != Some(c) || !self.keeps_all() {
                self.plain(at..end);
                return self.segment(end);
            }
            end += c.len_utf8();
        }
        self.plain(at..end);
        end
    }

    fn keeps_all(&self) -> bool {
        self.form.punctuation == Policy::Keep && self.form.space == Policy::Keep
    }

    /// Copies a range that is its own normal form.
    fn plain(&mut self, range: Range<usize>) {
        self.out.push_str(&self.text[range]);
    }

    /// Processes one character with everything that may combine with it.
    fn segment(&mut self, at: usize) -> usize {
        let mut characters = self.text[at..].chars();
        let first = characters.next().unwrap_or_default();
        let tail = combining(characters.as_str(), self.form.fold);
        let end = at + first.len_utf8() + tail;
        match image(first, self.form.fold).single {
            Some(c) if tail == 0 && !(self.form.turkish && is_capital_i(first)) => {
                self.emit(c.encode_utf8(&mut [0; 4]), at..end);
            }
            _ => {
                let normal = segment_image(&self.text[at..end], self.form.fold, self.form.turkish);
                self.emit(&normal, at..end);
            }
        }
        end
    }

    /// Writes the image of `original` under the policies.
    fn emit(&mut self, normal: &str, original: Range<usize>) {
        if self.keeps_all() {
            return self.push(normal, original);
        }
        let mut kept = String::new();
        for c in normal.chars() {
            self.base = self.policy(c, self.base);
            match self.base {
                Policy::Keep => {
                    self.flush(original.start, &mut kept);
                    kept.push(c);
                }
                // If a gap begins behind something that this segment keeps, it has no position of its own.
                Policy::Collapse if kept.is_empty() => drop(self.pending.get_or_insert(original.start)),
                Policy::Collapse => drop(self.pending.get_or_insert(original.end)),
                Policy::Drop => {}
            }
        }
        if !kept.is_empty() {
            self.push(&kept, original);
        } else if self.pending.is_none() {
            self.track.piece(self.out.len()..self.out.len(), original);
        }
    }

    /// A combining mark is treated like its base; else it would combine with another character.
    fn policy(&self, c: char, base: Policy) -> Policy {
        if c.is_whitespace() {
            self.form.space
        } else if GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c)) {
            base
        } else if matches!(self.form.punctuation, Policy::Keep) || is_letter(c) {
            Policy::Keep
        } else {
            self.form.punctuation
        }
    }

    /// Ends a gap: writes one space, inside the current segment or before it; none at the start of the text.
    fn flush(&mut self, start: usize, kept: &mut String) {
        let Some(from) = self.pending.take() else { return };
        if !kept.is_empty() {
            return kept.push(' ');
        }
        let at = self.out.len();
        if at > 0 {
            self.out.push(' ');
        }
        self.track.piece(at..self.out.len(), from..start.max(from));
    }

    fn push(&mut self, normal: &str, original: Range<usize>) {
        let from = self.out.len();
        self.out.push_str(normal);
        let plain = normal.len() == original.len() && normal.chars().nth(1).is_none();
        if !plain {
            self.track.piece(from..self.out.len(), original);
        }
    }
}

/// How many bytes of `rest` may combine with what is before. Any number of invisible characters may, because
/// they are removed.
fn combining(rest: &str, fold: bool) -> usize {
    let mut marks = 0;
    let ends = |c: char| {
        marks += usize::from(Mark::of(c) != Mark::Invisible);
        image(c, fold).starts || marks > MOST_MARKS
    };
    rest.find(ends).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str, form: Form) -> String {
        let mut out = String::new();
        normalise(text, form, &mut out);
        assert_eq!(out, normalise_mapped(text, form).0);
        out
    }

    #[test]
    fn folds_and_composes() {
        assert_eq!(normal("Straße ＡＢＣ ﬁn e\u{301}É ①", Form::WORDS), "strasse abc fin éé 1");
        assert_eq!(normal("co\u{ad}op\u{200d}\u{fe0f}", Form::WORDS), "coop");
    }

    #[test]
    fn marks_of_one_class_are_one_character() {
        assert_eq!(normal("don’t don‘t donʼt don＇t don´t don′t", Form::WORDS), ["don't"; 6].join(" "));
        assert_eq!(normal("“a” «a» „a‟ ″a‶ 「a」 ﹁a﹂ ｢a｣ ＂a＂", Form::WORDS), ["\"a\""; 8].join(" "));
        assert_eq!(normal("a‐b a‑b a–b a—b a―b a−b a﹣b a－b a⁻b", Form::WORDS), ["a-b"; 9].join(" "));
        assert_eq!(
            normal("a\u{ad}b a\u{200b}b a\u{200c}b a\u{2060}b a\u{feff}b", Form::WORDS),
            ["ab"; 5].join(" ")
        );
    }

    #[test]
    fn a_run_of_marks_of_any_length_is_taken_in_pieces() {
        let few = format!("a{}\u{323}", "\u{301}".repeat(29));
        assert_eq!(normal(&few, Form::WORDS), format!("ạ{}", "\u{301}".repeat(29)));
        let (_, map) = normalise_mapped(&"\u{301}".repeat(1000), Form::WORDS);
        assert_eq!(map.original(0..2), 0..62);
        let hidden = format!("a{}\u{301}", "\u{200d}".repeat(1000));
        assert_eq!(normal(&hidden, Form::WORDS), "á");
    }

    #[test]
    fn turkish_i_keeps_its_dot_or_not() {
        let turkish = Form { turkish: true, ..Form::WORDS };
        assert_eq!(normal("IRAK İZMİR ığdır", turkish), "ırak izmir ığdır");
        assert_eq!(normal("I\u{307}zmir I\u{200d}\u{307}zmir", turkish), "izmir izmir");
        assert_eq!(normal("ＩＳＰＡＲＴＡ", turkish), "ısparta");
        assert_eq!(normal("IRAK", Form::WORDS), "irak");
    }

    #[test]
    fn policies_drop_and_collapse() {
        let letters = Form { punctuation: Policy::Drop, space: Policy::Drop, ..Form::WORDS };
        assert_eq!(normal("A b-c, D! 🙂", letters), "abcd");
        let spaced = Form { punctuation: Policy::Collapse, space: Policy::Collapse, ..Form::WORDS };
        assert_eq!(normal("  A -- b,\r\n C. ", spaced), "a b c");
        assert_eq!(normal("½ a㈠b", spaced), "1 2 a 一 b");
        assert_eq!(normal("a-\u{301}b เป็น", letters), "abเป็น");
        let cased = Form { fold: false, ..letters };
        assert_eq!(normal("An der Spree", cased), "AnderSpree");
    }

    #[test]
    fn the_way_back_is_kept() {
        let text = "Wait… Ｏffice ½";
        let (normal, map) = normalise_mapped(text, Form::WORDS);
        let at = normal.find("office").unwrap();
        assert_eq!(&text[map.original(at..at + 6)], "Ｏffice");
        let at = normal.find("...").unwrap();
        assert_eq!(&text[map.original(at + 1..at + 2)], "…");
        assert_eq!(&text[map.original(0..4)], "Wait");
    }
}
