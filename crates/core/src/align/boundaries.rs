//! How strongly a text breaks between two words.

/// The break between two words, ordered from none to the end of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Boundary {
    None,
    Line,
    Paragraph,
    Sentence,
}

/// Classifies the text between two words.
pub(crate) fn boundary(gap: &str) -> Boundary {
    // Nearly all gaps are a single space.
    if gap.len() < 2 {
        return if gap == "\n" || gap == "\r" { Boundary::Line } else { Boundary::None };
    }
    let lines = gap.matches('\n').count().max(gap.matches('\r').count());
    if ends_sentence(gap) || (lines > 0 && gap.trim_start().starts_with([':', '：'])) {
        return Boundary::Sentence;
    }
    match lines {
        0 => Boundary::None,
        1 => Boundary::Line,
        _ => Boundary::Paragraph,
    }
}

/// A sentence ends with a full stop, any closing quotes and brackets, then white space. Full-width stops need
/// no space.
fn ends_sentence(gap: &str) -> bool {
    let mut after_stop = false;
    for c in gap.chars() {
        match c {
            '。' | '！' | '？' | '।' | '۔' | '؟' | '．' => return true,
            '.' | '!' | '?' | '…' | '‽' => after_stop = true,
            '"' | '\'' | ')' | ']' | '}' | '”' | '’' | '»' => {}
            c if c.is_whitespace() && after_stop => return true,
            _ => after_stop = false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_by_strength() {
        let cases = [
            (" ", Boundary::None),
            (", ", Boundary::None),
            (" - ", Boundary::None),
            ("\n", Boundary::Line),
            ("\r\n", Boundary::Line),
            (",\n> ", Boundary::Line),
            ("\n\n", Boundary::Paragraph),
            ("\r\n\r\n", Boundary::Paragraph),
            (". ", Boundary::Sentence),
            ("?\"\n", Boundary::Sentence),
            (".) ", Boundary::Sentence),
            ("。", Boundary::Sentence),
            ("…，", Boundary::None),
            (":\n", Boundary::Sentence),
            (": ", Boundary::None),
            (".-", Boundary::None),
        ];
        for (gap, expected) in cases {
            assert_eq!(boundary(gap), expected, "{gap:?}");
        }
    }
}
