//! A light stemmer for the endings of English words that a rewording changes most often.
//!
//! It removes plural, past, -ing, -ly and a silent e, and hardly changes other languages. A full stemmer
//! would remove more and cost more.

/// The part of `word` that is compared. Only ASCII is removed, so the cut is always between characters.
pub(super) fn stem(word: &str) -> &str {
    let word = word.trim_matches('_');
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    let length = word.len();
    let left = match word.as_bytes() {
        [.., b'i', b'e', b's'] if length > 4 => length - 3,
        [.., b'i', b'n', b'g'] if length > 5 => without_e(word, length - 3),
        [.., b'e', b'd'] if length > 4 => without_e(word, length - 2),
        [.., b'l', b'y'] if length > 4 => length - 2,
        [.., b's', b's'] => length,
        [.., b's'] if length > 4 => without_y(word, without_e(word, length - 1)),
        [.., b's'] if length > 3 => length - 1,
        [.., b'e'] if length > 4 => without_y(word, length - 1),
        _ => without_y(word, length),
    };
    &word[..left]
}

fn without_e(word: &str, length: usize) -> usize {
    word[..length].trim_end_matches('e').len()
}

/// Removes the `y` that `ies` was made of: "city" and "cities" have one stem.
fn without_y(word: &str, length: usize) -> usize {
    if length > 3 && word.as_bytes()[length - 1] == b'y' { length - 1 } else { length }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn inflected_forms_meet() {
        for forms in [
            vec!["city", "cities", "city's"],
            vec!["walk", "walks", "walked", "walking"],
            vec!["change", "changes", "changed", "changing"],
            vec!["_quick_", "quickly"],
            vec!["class", "class's"],
        ] {
            assert!(forms.iter().all(|word| stem(word) == stem(forms[0])), "{forms:?}");
        }
    }

    #[test]
    fn short_and_foreign_words_stay() {
        for word in ["is", "his", "bus", "red", "king", "ağaç", "我喜", "3.14", "e", "", "__"] {
            assert_eq!(stem(word), word.trim_matches('_'), "{word}");
        }
    }
}
