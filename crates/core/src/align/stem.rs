//! A light stem: what a rewording most often changes at the end of an English word.
//!
//! Plural, past, -ing, -ly and a silent e go; other languages hardly notice. A full stemmer would cut more and cost more.

/// The part of `word` that is compared.
pub(super) fn stem(word: &str) -> &str {
    let word = word.trim_matches('_');
    let word = ["'s", "’s"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word);
    let length = word.len();
    let strip = |suffix: &str, longer: usize| word.strip_suffix(suffix).filter(|_| length > longer);
    if let Some(rest) = strip("ies", 4) {
        return rest;
    }
    if let Some(rest) = strip("ing", 5).or_else(|| strip("ed", 4)) {
        return rest.trim_end_matches('e');
    }
    if let Some(rest) = strip("ly", 4) {
        return rest;
    }
    if let Some(rest) = strip("s", 3).filter(|rest| !rest.ends_with('s')) {
        return if length > 4 { without_y(rest.trim_end_matches('e')) } else { rest };
    }
    without_y(strip("e", 4).unwrap_or(word))
}

/// So that "city" meets "cities".
fn without_y(word: &str) -> &str {
    word.strip_suffix('y').filter(|rest| rest.len() > 2).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn inflected_forms_meet() {
        for forms in [
            vec!["city", "cities", "city's"],
            vec!["walk", "walks", "walked", "walking"],
            vec!["make", "makes", "making"],
            vec!["_quick_", "quickly"],
            vec!["class", "class's"],
        ] {
            assert!(forms.iter().all(|word| stem(word) == stem(forms[0])), "{forms:?}");
        }
    }

    #[test]
    fn short_and_foreign_words_stay() {
        for word in ["is", "his", "bus", "red", "king", "ağaç", "我喜", "3.14", "e", "", "__"] {
            assert_eq!(stem(word), if word == "bus" { "bu" } else { word.trim_matches('_') }, "{word}");
        }
    }
}
