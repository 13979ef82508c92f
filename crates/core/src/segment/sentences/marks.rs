//! The characters that end, close or carry on a sentence.

use crate::clean::marks::Mark;

/// How strongly a run of terminators ends a sentence, weakest first; a run is as strong as its strongest
/// part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    FullStop,
    Ellipsis,
    Mark,
    Spaceless,
}

pub(super) fn strength_of(c: char) -> Option<Strength> {
    match c {
        '.' | '\u{2024}' => Some(Strength::FullStop),
        '…' => Some(Strength::Ellipsis),
        '!' | '?' | '\u{37E}' => Some(Strength::Mark),
        _ if !c.is_ascii() && is_spaceless_stop(c) => Some(Strength::Spaceless),
        _ => None,
    }
}

/// Line ends; the last three are never part of a wrapped paragraph.
pub(super) fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Unicode's sentence terminals outside ASCII. They need no space after them.
#[rustfmt::skip]
fn is_spaceless_stop(c: char) -> bool {
    matches!(c,
        '\u{589}' | '\u{61D}'..='\u{61F}' | '\u{6D4}' | '\u{700}'..='\u{702}' | '\u{7F9}' | '\u{837}'
        | '\u{839}' | '\u{83D}' | '\u{83E}' | '\u{964}' | '\u{965}' | '\u{104A}' | '\u{104B}'
        | '\u{1362}' | '\u{1367}' | '\u{1368}' | '\u{166E}' | '\u{1735}' | '\u{1736}' | '\u{17D4}'
        | '\u{17D5}' | '\u{1803}' | '\u{1809}' | '\u{1944}' | '\u{1945}' | '\u{1AA8}'..='\u{1AAB}'
        | '\u{1B4E}' | '\u{1B4F}' | '\u{1B5A}' | '\u{1B5B}' | '\u{1B5E}' | '\u{1B5F}'
        | '\u{1B7D}'..='\u{1B7F}' | '\u{1C3B}' | '\u{1C3C}' | '\u{1C7E}' | '\u{1C7F}' | '\u{203C}'
        | '\u{203D}' | '\u{2047}'..='\u{2049}' | '\u{2CF9}'..='\u{2CFB}' | '\u{2E2E}' | '\u{2E3C}'
        | '\u{2E53}' | '\u{2E54}' | '\u{3002}' | '\u{A4FF}' | '\u{A60E}' | '\u{A60F}' | '\u{A6F3}'
        | '\u{A6F7}' | '\u{A876}' | '\u{A877}' | '\u{A8CE}' | '\u{A8CF}' | '\u{A92F}' | '\u{A9C8}'
        | '\u{A9C9}' | '\u{AA5D}'..='\u{AA5F}' | '\u{AAF0}' | '\u{AAF1}' | '\u{ABEB}' | '\u{FE12}'
        | '\u{FE15}' | '\u{FE16}' | '\u{FE52}' | '\u{FE56}' | '\u{FE57}' | '\u{FF01}' | '\u{FF0E}'
        | '\u{FF1F}' | '\u{FF61}' | '\u{10A56}' | '\u{10A57}' | '\u{10F55}'..='\u{10F59}'
        | '\u{10F86}'..='\u{10F89}' | '\u{11047}' | '\u{11048}' | '\u{110BE}'..='\u{110C1}'
        | '\u{11141}'..='\u{11143}' | '\u{111C5}' | '\u{111C6}' | '\u{111CD}' | '\u{111DE}'
        | '\u{111DF}' | '\u{11238}' | '\u{11239}' | '\u{1123B}' | '\u{1123C}' | '\u{112A9}'
        | '\u{113D4}' | '\u{113D5}' | '\u{1144B}' | '\u{1144C}' | '\u{115C2}' | '\u{115C3}'
        | '\u{115C9}'..='\u{115D7}' | '\u{11641}' | '\u{11642}' | '\u{1173C}'..='\u{1173E}'
        | '\u{11944}' | '\u{11946}' | '\u{11A42}' | '\u{11A43}' | '\u{11A9B}' | '\u{11A9C}'
        | '\u{11C41}' | '\u{11C42}' | '\u{11EF7}' | '\u{11EF8}' | '\u{11F43}' | '\u{11F44}'
        | '\u{16A6E}' | '\u{16A6F}' | '\u{16AF5}' | '\u{16B37}' | '\u{16B38}' | '\u{16B44}'
        | '\u{16D6E}' | '\u{16D6F}' | '\u{16E98}' | '\u{1BC9F}' | '\u{1DA88}'
    )
}

/// Brackets and quotes that only ever close.
#[rustfmt::skip]
pub(super) fn is_closer(c: char) -> bool {
    matches!(c,
        ')' | ']' | '}' | '”' | '›' | '」' | '』' | '）' | '】' | '〉' | '》' | '〕' | '〗' | '〙' | '〛' | '］'
        | '｝' | '｠' | '｣' | '〞' | '〟' | '﹂' | '﹄'
    )
}

/// Quotes and emphasis marks that open in one language and close in another, or do both; the last two are
/// curly quotes that were decoded with the wrong code page. Other apostrophes do not occur in plain type.
pub(super) fn is_either_way_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '*' | '_' | '`' | '\u{92}' | '\u{94}') || Mark::of(c) == Mark::Quote
}

/// Marks that continue a sentence even after a terminator (Unicode's SContinue without the dashes).
pub(super) fn is_continuation(c: char) -> bool {
    matches!(
        c,
        ',' | ':'
            | ';'
            | '،'
            | '؍'
            | '՝'
            | '、'
            | '，'
            | '：'
            | '；'
            | '､'
            | '︐'
            | '︑'
            | '﹐'
            | '﹑'
            | '﹕'
    )
}

/// Letters of scripts written without spaces between words.
pub(super) fn is_wide_letter(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
        && c.is_alphanumeric()
}

pub(super) fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}')
}
