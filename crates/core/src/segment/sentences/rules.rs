//! Decides whether a terminator ends its sentence: Unicode's sentence rules (UAX #29), refined for
//! abbreviations, initials, ordinals, list numbers, quotations and texts without spaces.
//!
//! A decision reads a few characters on each side, and at most the run of terminators or spaces next to it,
//! so every text is read in linear time.

use super::marks::{Strength, is_continuation, is_wide_letter};
use super::shapes::{Following, REACH, Shape, Start, last_run};
use super::stops::Stop;
use super::vocabulary::{
    Abbreviation, abbreviation, is_date_word, is_label, is_name_particle, is_ordinal_cue, is_ordinal_noun,
};

/// Turkish "per cent": the number after it is no ordinal.
const PERCENT: &str = "yüzde";
/// Names with a terminator; the sentence continues unless a sentence starter follows: "Yahoo! Mail".
const NAMES_WITH_MARK: [&str; 2] = ["Jeopardy", "Yahoo"];

/// A stop with the sentence that it may end and the text that follows.
pub(super) struct Site<'a> {
    pub(super) text: &'a str,
    pub(super) sentence: usize,
    pub(super) stop: Stop,
    /// Where the following text begins, after white space and quote markers.
    pub(super) next: usize,
}

impl Site<'_> {
    pub(super) fn ends_sentence(&self) -> bool {
        if !self.has_words() {
            return false;
        }
        match self.stop.strength {
            Strength::Spaceless => self.spaceless_stop_ends(),
            _ if self.next == self.stop.end => self.run_on_ends(),
            _ => self.spaced_stop_ends(),
        }
    }

    /// Terminators alone are no sentence: "... and so on".
    fn has_words(&self) -> bool {
        let before = &self.text[self.sentence..self.stop.start];
        before.len() > REACH || before.chars().any(char::is_alphanumeric)
    }

    fn last_char(&self) -> Option<char> {
        self.text[..self.stop.start].chars().next_back()
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.next..].chars().next()
    }

    fn spaceless_stop_ends(&self) -> bool {
        let Some(next) = self.next_char() else {
            return true;
        };
        let in_number = self.next == self.stop.end
            && is_latin_or_digit(next)
            && self.text[self.stop.start..].starts_with('．')
            && self.last_char().is_some_and(is_latin_or_digit);
        let quoted = next == 'と' && self.ends_in_corner_bracket();
        !(is_continuation(next) || in_number || quoted)
    }

    /// 「…。」と言った: the particle makes the quotation a part of the sentence.
    fn ends_in_corner_bracket(&self) -> bool {
        self.text[..self.stop.end].ends_with(['」', '』'])
    }

    /// No space after the stop: it ends a sentence only between letters of unspaced scripts or before an
    /// unmistakable starter.
    fn run_on_ends(&self) -> bool {
        let (Some(last), Some(next)) = (self.last_char(), self.next_char()) else {
            return true;
        };
        if is_wide_letter(next) {
            let stammer = self.stop.strength == Strength::Ellipsis && last == next;
            return !stammer && (self.stop.strength != Strength::FullStop || is_wide_letter(last));
        }
        if !next.is_uppercase() {
            return false;
        }
        self.stop.strength == Strength::Ellipsis && last.is_alphanumeric()
            || self.follows_plain_word() && Following::read(&self.text[self.next..]).starts_sentence()
    }

    /// A lower-case word with a space before it, so no part of an address, a path or program code.
    fn follows_plain_word(&self) -> bool {
        let token = self.token();
        let before = self.text[..self.stop.start - token.len()].chars().next_back();
        token.chars().count() > 1
            && token.chars().skip(1).all(char::is_lowercase)
            && before.is_none_or(char::is_whitespace)
    }

    fn spaced_stop_ends(&self) -> bool {
        let following = Following::read(&self.text[self.next..]);
        match following.start {
            Start::Nothing | Start::Continuation => false,
            Start::Lower => following.is_mixed_case(),
            Start::Upper | Start::Digit | Start::Other => match self.stop.strength {
                Strength::FullStop => self.full_stop_ends(&following),
                Strength::Mark => self.mark_ends(&following),
                _ => !self.text[..self.stop.start].ends_with(['[', '(']),
            },
        }
    }

    fn mark_ends(&self, following: &Following) -> bool {
        following.starts_sentence() || !NAMES_WITH_MARK.contains(&self.token())
    }

    fn full_stop_ends(&self, following: &Following) -> bool {
        let token = self.token();
        if let Some(kind) = abbreviation(token) {
            return abbreviation_ends(kind, following);
        }
        match Shape::of(token) {
            Shape::Word => true,
            Shape::Acronym => following.starts_sentence(),
            _ if self.numbers_what_follows(token) => false,
            Shape::SmallLetter => !following.is_numbered() && !following.is_initial(),
            Shape::Initial => following.starts_sentence() && !is_name_particle(following.word),
            Shape::Number | Shape::Roman => !self.is_ordinal(token, following),
        }
    }

    /// The letters, digits and inner dots right before the stop; empty when there are too many.
    fn token(&self) -> &str {
        last_run(&self.text[self.sentence..self.stop.start], |c| {
            c.is_alphanumeric() || matches!(c, '.' | '-' | '\'')
        })
    }

    /// The sentence up to the token, without the space between them.
    fn before(&self, token: &str) -> &str {
        self.text[self.sentence..self.stop.start - token.len()].trim_end()
    }

    /// "1. Introduction", "IV. Results", "Section 5. Fees", "as follows: 1. Open the box".
    fn numbers_what_follows(&self, token: &str) -> bool {
        let before = self.before(token);
        if before.ends_with([':', ';']) {
            return token.len() <= 2;
        }
        if before.len() > REACH || token.len() > 5 {
            return false;
        }
        let label = before.trim_start_matches(|c: char| !c.is_alphanumeric());
        label.is_empty() || (Shape::of(token) != Shape::SmallLetter && is_label(label))
    }

    /// German and Turkish ordinals: "am 3. Mai", "II. Dünya Savaşı", "İstanbul 14. Ağır Ceza Mahkemesi".
    fn is_ordinal(&self, token: &str, following: &Following) -> bool {
        if token.len() > 4 || (Shape::of(token) == Shape::Number && token.len() > 3) {
            return false;
        }
        let before = last_run(self.before(token), char::is_alphanumeric);
        let spelled = following.start == Start::Upper && !following.starts_sentence();
        let cued = is_ordinal_cue(before) || self.is_turkish_near(following);
        is_ordinal_noun(following.word)
            || (spelled && cued && before != PERCENT)
            || self.is_in_dotted_date(token, following)
    }

    /// "3. 10. 1990"
    fn is_in_dotted_date(&self, token: &str, following: &Following) -> bool {
        let day = self.before(token).strip_suffix('.');
        let after_day = day.is_some_and(|day| day.ends_with(|c: char| c.is_ascii_digit()));
        following.is_dotted_number() || (following.start == Start::Digit && after_day)
    }

    /// Letters that only Turkish uses, among the last few characters or in the next word.
    fn is_turkish_near(&self, following: &Following) -> bool {
        let mut behind = self.text[..self.stop.start].chars().rev().take(REACH);
        behind.any(is_turkish_letter) || following.word.chars().any(is_turkish_letter)
    }
}

fn abbreviation_ends(kind: Abbreviation, following: &Following) -> bool {
    match kind {
        Abbreviation::NeverLast => false,
        Abbreviation::BeforeNumber => !following.is_numbered(),
        Abbreviation::InDates => !following.is_numbered() && !is_date_word(following.word),
        Abbreviation::Time => {
            following.start != Start::Digit && !following.is_time_zone() && !is_date_word(following.word)
        }
        Abbreviation::UnlessStarter => following.starts_sentence(),
        Abbreviation::Closing => true,
    }
}

fn is_turkish_letter(c: char) -> bool {
    matches!(c, 'ğ' | 'Ğ' | 'ı' | 'İ' | 'ş' | 'Ş')
}

fn is_latin_or_digit(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ')
}
