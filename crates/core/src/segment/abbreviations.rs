//! The words the sentence rules know: abbreviations and sentence starters of English, Turkish, German,
//! French and Spanish, the characters that end or close a sentence, and what a word next to a full stop
//! looks like. The lists are at the end.
//!
//! One union serves all languages. A list entry in lower case matches every case of the word; an entry
//! with a capital matches only as written, so that "Gen." is a title and "gen." is not.

/// What an abbreviation says about the full stop after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    NeverLast,
    BeforeNumber,
    InDates,
    Time,
    UnlessStarter,
    Closing,
}

const LISTS: [(&[&str], Abbreviation); 6] = [
    (NEVER_LAST, Abbreviation::NeverLast),
    (BEFORE_NUMBER, Abbreviation::BeforeNumber),
    (IN_DATES, Abbreviation::InDates),
    (TIMES, Abbreviation::Time),
    (UNLESS_STARTER, Abbreviation::UnlessStarter),
    (CLOSING, Abbreviation::Closing),
];

/// No listed word is longer, so longer ones need no search.
const LONGEST_ABBREVIATION: usize = 6;
const LONGEST_WORD: usize = 24;

pub(super) fn abbreviation(token: &str) -> Option<Abbreviation> {
    if token.len() > LONGEST_ABBREVIATION || !SEEN[fingerprint(token.as_bytes())] {
        return None;
    }
    let mut buffer = [0; LONGEST_WORD];
    let lowered = lower(token, &mut buffer)?;
    LISTS
        .iter()
        .find(|(list, _)| holds(list, token) || (lowered != token && holds(list, lowered)))
        .map(|&(_, kind)| kind)
}

/// A cheap mark of a word, the same for all its cases.
const fn fingerprint(word: &[u8]) -> usize {
    if word.is_empty() {
        return 0;
    }
    let (first, last) = (word[0] as usize | 0x20, word[word.len() - 1] as usize | 0x20);
    (first * 61 + last * 7 + word.len()) % FINGERPRINTS
}

const FINGERPRINTS: usize = 4096;

/// The fingerprints of all abbreviations. Nearly every word is told apart here, without a search.
static SEEN: [bool; FINGERPRINTS] = {
    let mut seen = [false; FINGERPRINTS];
    let mut list = 0;
    while list < LISTS.len() {
        let mut word = 0;
        while word < LISTS[list].0.len() {
            seen[fingerprint(LISTS[list].0[word].as_bytes())] = true;
            word += 1;
        }
        list += 1;
    }
    seen
};

pub(super) fn is_starter(word: &str) -> bool {
    holds_lowered(STARTERS, word) && !is_acronym_like(word)
}

pub(super) fn is_name_particle(word: &str) -> bool {
    holds_lowered(NAME_PARTICLES, word)
}

pub(super) fn is_label(word: &str) -> bool {
    holds_lowered(LABELS, word)
}

pub(super) fn is_ordinal_noun(word: &str) -> bool {
    holds(ORDINAL_NOUNS, word)
}

pub(super) fn is_ordinal_cue(word: &str) -> bool {
    holds(ORDINAL_CUES, word)
}

pub(super) fn is_date_word(word: &str) -> bool {
    holds(DATE_WORDS, word)
}

/// "IT" and "US" are names where "It" and "Us" are words; from three letters on capitals are just loud.
fn is_acronym_like(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

fn holds_lowered(list: &[&str], word: &str) -> bool {
    let mut buffer = [0; LONGEST_WORD];
    lower(word, &mut buffer).is_some_and(|lowered| holds(list, lowered))
}

/// Lower case without allocating; `None` when the word is longer than any listed one.
fn lower<'a>(word: &str, buffer: &'a mut [u8; LONGEST_WORD]) -> Option<&'a str> {
    let mut used = 0;
    for letter in word.chars().map(lower_letter) {
        let room = buffer.get_mut(used..used + letter.len_utf8())?;
        used += letter.encode_utf8(room).len();
    }
    std::str::from_utf8(&buffer[..used]).ok()
}

/// The Turkish dotted capital has a two-letter lower case in Unicode; here it is a plain i.
fn lower_letter(letter: char) -> char {
    match letter {
        'İ' => 'i',
        _ => letter.to_lowercase().next().unwrap_or(letter),
    }
}

/// How a run of terminators binds, weakest first; a run is as strong as its strongest part.
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
        '!' | '?' => Some(Strength::Mark),
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

/// Quotes and emphasis marks that open in one language and close in another, or do both; the last two
/// are curly quotes that were decoded with the wrong code page.
pub(super) fn is_either_way_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '’' | '‘' | '“' | '«' | '»' | '‹' | '*' | '_' | '`' | '\u{92}' | '\u{94}')
}

/// Marks that carry a sentence on even after a terminator (Unicode's SContinue without the dashes).
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

/// The longest token or word worth looking at, and the most symbols to skip before one.
pub(super) const REACH: usize = 24;

/// What a token before a full stop looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Word,
    Number,
    Roman,
    Initial,
    SmallLetter,
    Acronym,
}

impl Shape {
    pub(super) fn of(token: &str) -> Shape {
        let last_part = token.rsplit(['-', '\'', '’']).next().unwrap_or(token);
        match single_char(last_part) {
            Some(only) if only.is_uppercase() => Shape::Initial,
            Some(only) if only.is_lowercase() && last_part == token => Shape::SmallLetter,
            _ if is_number(token) => Shape::Number,
            _ if is_roman(token) => Shape::Roman,
            _ if is_dotted_letters(last_part) => Shape::Acronym,
            _ => Shape::Word,
        }
    }
}

fn single_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

pub(super) fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"IVXLC".contains(&byte))
}

/// "U.S", "T.C", "Ph.D": parts of one or two letters.
fn is_dotted_letters(token: &str) -> bool {
    let is_short =
        |part: &str| part.chars().all(char::is_alphabetic) && matches!(part.chars().count(), 1 | 2);
    token.contains('.') && token.split('.').all(is_short)
}

/// How the text after a stop begins, once quotes, brackets and dashes are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Only symbols up to the end of the line.
    Nothing,
    Continuation,
    Lower,
    Upper,
    Digit,
    Other,
}

/// The first word of the text after a stop, and what comes right after it.
pub(super) struct Following<'a> {
    pub(super) start: Start,
    pub(super) word: &'a str,
    rest: &'a str,
}

impl<'a> Following<'a> {
    pub(super) fn read(ahead: &'a str) -> Following<'a> {
        let mut symbols = ahead.char_indices().take(REACH);
        let found = symbols.find(|(_, c)| c.is_alphanumeric() || is_newline(*c));
        let (at, start) = match found {
            _ if ahead.starts_with(|c| is_continuation(c) || strength_of(c).is_some()) => {
                (0, Start::Continuation)
            }
            Some((at, c)) => (at, start_with(c)),
            None if ahead.chars().nth(REACH).is_none() => (ahead.len(), Start::Nothing),
            None => (0, Start::Other),
        };
        let word = first_word(&ahead[at..]);
        Following { start, word, rest: &ahead[at + word.len()..] }
    }

    /// A known first word of sentences, and not the initial of a name ("A. Smith", "O'Brien").
    pub(super) fn starts_sentence(&self) -> bool {
        let mut rest = self.rest.chars();
        match rest.next() {
            Some('.') => false,
            Some('\'' | '’') if self.word.len() == 1 => rest.next().is_some_and(char::is_lowercase),
            _ => is_starter(self.word),
        }
    }

    pub(super) fn is_initial(&self) -> bool {
        single_char(self.word).is_some_and(char::is_uppercase) && self.rest.starts_with('.')
    }

    /// What "No." and "Art." number: "5", "II", "B12".
    pub(super) fn is_numbered(&self) -> bool {
        (is_roman(self.word) && !self.starts_sentence()) || self.word.chars().any(char::is_numeric)
    }

    /// Days and months are often numbers with a dot of their own: "3. 10. 1990".
    pub(super) fn is_dotted_number(&self) -> bool {
        is_number(self.word) && self.rest.starts_with('.')
    }

    /// Words such as iPhone and eBay keep their small letter at the start of a sentence.
    pub(super) fn is_mixed_case(&self) -> bool {
        self.word.chars().any(char::is_uppercase) && self.word.chars().all(char::is_alphabetic)
    }

    pub(super) fn is_time_zone(&self) -> bool {
        (2..=4).contains(&self.word.len()) && self.word.bytes().all(|byte| byte.is_ascii_uppercase())
    }
}

fn start_with(c: char) -> Start {
    match c {
        _ if is_newline(c) => Start::Nothing,
        _ if c.is_lowercase() => Start::Lower,
        _ if c.is_uppercase() => Start::Upper,
        _ if c.is_numeric() => Start::Digit,
        _ => Start::Other,
    }
}

fn first_word(text: &str) -> &str {
    let mut chars = text.char_indices().take(REACH + 1);
    let end = chars.find(|(_, c)| !c.is_alphanumeric());
    &text[..end.map_or_else(|| longest_prefix(text), |(at, _)| at)]
}

fn longest_prefix(text: &str) -> usize {
    text.char_indices().nth(REACH).map_or(text.len(), |(at, _)| at)
}

/// The run of matching characters at the end of `text`; empty when it is too long to be listed anywhere.
pub(super) fn last_run(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    let mut chars = text.char_indices().rev();
    let mut start = text.len();
    for _ in 0..=REACH {
        match chars.next() {
            Some((at, c)) if belongs(c) => start = at,
            _ => return &text[start..],
        }
    }
    &text[text.len()..]
}

/// Titles and words that always announce what follows.
#[rustfmt::skip]
const NEVER_LAST: &[&str] = &[
    "Adm", "Alb", "Ald", "Arq", "Arş", "Av", "Bkz", "Brig", "Capt", "Cf", "Cmdr", "Col", "Cpl", "D.h",
    "Det", "Dipl", "Doç", "Dr", "Drs", "Dña", "E.g", "EE", "Ecz", "Fr", "Frl", "Gen", "Gov", "Gral", "Gör",
    "Hon", "Hr", "Hrsg", "Hz", "I.e", "Ing", "Insp", "Krş", "Lic", "Lt", "MM", "Maj", "Messrs", "Mgr",
    "Mlle", "Mlles", "Mme", "Mmes", "Mr", "Mrs", "Ms", "Mt", "Mx", "Müh", "Op", "Opr", "Org", "Pr", "Pres",
    "Prof", "Pvt", "Rep", "Reps", "Rev", "Sen", "Sens", "Sgt", "Sn", "Sra", "Sras", "Sres", "Srta", "Supt",
    "Tğm", "Ud", "Uds", "Uz", "Vd", "Vds", "Vgl", "Yrd", "Yzb", "Z.B", "abzgl", "av", "bkz", "bzw", "cf",
    "d.h", "doç", "dr", "e.g", "eg", "evtl", "exkl", "geb", "ggf", "i.d.R", "i.e", "inkl", "krş", "m.E",
    "p.ej", "p.ex", "prof", "sog", "u.U", "v", "vgl", "viz", "yrd", "z.B", "z.T", "zzgl", "Çev", "Örn",
    "Öğr", "çev", "örn",
];

/// Words that are short for something numbered; otherwise plain words ("No.", "art.").
#[rustfmt::skip]
const BEFORE_NUMBER: &[&str] = &[
    "abs", "anm", "app", "art", "arts", "bd", "cap", "ch", "chap", "cl", "eq", "eqs", "ext", "fig", "figs",
    "kap", "lfd", "max", "md", "min", "no", "nos", "nr", "núm", "núms", "para", "paras", "pg", "pp", "pt",
    "pág", "págs", "ref", "refs", "reg", "rn", "sec", "secs", "sf", "ss", "tab", "tel", "ver", "vers",
    "vol", "vols", "ziff",
];

/// Months and days.
#[rustfmt::skip]
const IN_DATES: &[&str] = &[
    "Apr", "Aug", "Dec", "Dez", "Feb", "Febr", "Fri", "Jan", "Jul", "Jun", "Mar", "Mon", "Mär", "Nov",
    "Oct", "Okt", "Sat", "Sep", "Sept", "Sun", "Thu", "Thur", "Thurs", "Tue", "Tues", "Wed", "abr", "ago",
    "avr", "dic", "déc", "ene", "févr", "janv", "juil",
];

/// Halves of the day.
#[rustfmt::skip]
const TIMES: &[&str] = &[
    "A.M", "P.M", "a.m", "p.m",
];

/// Words found both inside and at the end of sentences.
#[rustfmt::skip]
const UNLESS_STARTER: &[&str] = &[
    "A.Ş", "Ala", "Apt", "Ariz", "Ark", "Assn", "Avda", "Ave", "B.A", "Blv", "Blvd", "Bros", "Böl", "Bşk",
    "Ca", "Cad", "Calif", "Cd", "Cia", "Co", "Colo", "Conn", "Corp", "Cos", "Cía", "Dept", "Ed", "Eds",
    "Fak", "Fed", "Fla", "Ft", "Ga", "Gn", "Hwy", "Ibid", "Ill", "Inc", "Ind", "J.-C", "Jh", "Jhd", "Jr",
    "Kan", "LL.M", "Ltd", "Ltda", "M.A", "M.D", "Mah", "Mass", "Mfg", "Mich", "Minn", "Mio", "Mo", "Mrd",
    "Müd", "Natl", "Neb", "Nev", "Okla", "Ore", "Penn", "Ph.D", "Rd", "Sk", "Sok", "Sr", "St", "Sta", "Std",
    "Ste", "Sto", "Str", "Tel", "Tenn", "Tic", "Tsd", "UU", "Univ", "VS", "Va", "Vs", "Wash", "Wis", "a.C",
    "al", "approx", "apr", "ca", "d.C", "dept", "e.V", "ed", "eds", "ej", "env", "est", "ex", "ibid",
    "incl", "o.Ä", "o.ä", "resp", "s.o", "s.u", "sq", "str", "trans", "u.a", "u.Ä", "u.ä", "usf", "usw",
    "uvm", "vb", "vd", "vs", "yy", "Üniv", "Şti",
];

/// Words that close an enumeration and, before a capital, nearly always a sentence.
#[rustfmt::skip]
const CLOSING: &[&str] = &[
    "etc",
];

/// Function words that open sentences and are no part of a name.
#[rustfmt::skip]
const STARTERS: &[&str] = &[
    "a", "aber", "about", "according", "además", "after", "ainsi", "all", "alle", "allerdings", "als",
    "also", "although", "am", "ama", "among", "an", "ancak", "and", "another", "antes", "any", "après",
    "ardından", "artık", "as", "at", "au", "auch", "auf", "aunque", "aus", "aux", "avant", "avec", "ayrıca",
    "because", "before", "bei", "ben", "bir", "bis", "biz", "both", "bu", "bugün", "buna", "bunlar",
    "bunların", "bunu", "bunun", "burada", "but", "by", "böyle", "ce", "cependant", "ces", "cet", "cette",
    "comme", "como", "con", "cuando", "da", "dabei", "daha", "daher", "damit", "danach", "dann", "dans",
    "das", "denn", "der", "deshalb", "despite", "después", "die", "diese", "diesem", "diesen", "dieser",
    "dieses", "doch", "during", "dün", "each", "ein", "eine", "einem", "einen", "einer", "el", "ella",
    "ellas", "elle", "elles", "ellos", "en", "er", "es", "esa", "ese", "esta", "estas", "este", "esto",
    "estos", "et", "even", "every", "eğer", "fakat", "for", "from", "furthermore", "für", "hay", "he",
    "her", "here", "hier", "his", "hiç", "how", "however", "i", "ich", "if", "ihr", "iki", "il", "ils",
    "im", "in", "inşallah", "it", "its", "je", "jedoch", "kendisi", "la", "le", "les", "let", "leur",
    "leurs", "lo", "mais", "many", "meanwhile", "mit", "moreover", "most", "my", "nach", "ne", "nicht",
    "noch", "nor", "not", "nous", "now", "nun", "nur", "o", "ob", "on", "once", "one", "onlar", "only",
    "onun", "or", "our", "over", "par", "para", "pero", "please", "pour", "pourtant", "puis", "quand",
    "que", "qui", "se", "según", "sein", "seine", "seit", "selon", "several", "she", "si", "sie", "since",
    "siz", "so", "sobre", "some", "sonra", "su", "such", "sur", "sus", "también", "that", "the", "their",
    "then", "there", "therefore", "these", "they", "this", "those", "though", "thus", "to", "toplam",
    "tras", "two", "un", "und", "under", "une", "unos", "until", "upon", "ve", "von", "vous", "warum", "we",
    "weil", "wenn", "what", "when", "where", "which", "while", "whoever", "why", "wie", "wir", "with",
    "without", "wo", "während", "y", "ya", "yaklaşık", "yani", "yes", "yine", "you", "your", "zu", "zum",
    "zur", "çünkü", "él", "önce", "öyle", "şimdi", "şu",
];

/// Starters that also follow an initial inside a name ("M. Le Pen", "J. A. Smith").
#[rustfmt::skip]
const NAME_PARTICLES: &[&str] = &[
    "a", "al", "an", "ben", "da", "das", "der", "die", "e", "el", "en", "i", "in", "la", "le", "o", "so",
    "un", "y",
];

/// Capitalised words that follow a German or Turkish ordinal ("3. Mai", "II. Dünya").
#[rustfmt::skip]
const ORDINAL_NOUNS: &[&str] = &[
    "Abdülhamid", "April", "Aralık", "Armee", "Asliye", "Auflage", "August", "Ağustos", "Ağır", "Band",
    "Bayezid", "Bezirk", "Bundesliga", "Bölge", "Cadde", "Ceza", "Daire", "Dairesi", "Derece", "Dezember",
    "Division", "Dönem", "Dünya", "Ekim", "Etage", "Etap", "Eylül", "Februar", "Geburtstag", "Genel", "Gün",
    "Hafta", "Haziran", "Hukuk", "Jahrestag", "Jahrhundert", "Jahrhunderts", "Jahrtausend", "Januar",
    "Juli", "Juni", "Jänner", "Kapitel", "Kasım", "Kat", "Katip", "Klasse", "Kolordu", "Köprü",
    "Lebensjahr", "Lig", "Liga", "Madde", "Mahmut", "Mai", "Mal", "Mart", "Mayıs", "Mehmed", "Mehmet",
    "Minute", "Murat", "März", "Nisan", "Noter", "Noterliği", "November", "Ocak", "Oktober", "Olağan",
    "Ordu", "Platz", "Reich", "Runde", "Selim", "Semester", "September", "Sokak", "Spieltag", "Stock",
    "Sulh", "Süleyman", "Sınıf", "Tag", "Teil", "Temmuz", "Ulusal", "Uluslararası", "Weltkrieg",
    "Weltkrieges", "Weltkriegs", "Yüzyıl", "Yıl", "İcra", "İdare", "Şubat",
];

/// German words that come right before an ordinal ("am 3. Mai").
#[rustfmt::skip]
const ORDINAL_CUES: &[&str] = &[
    "Am", "Beim", "Bis", "Das", "Dem", "Den", "Der", "Die", "Im", "Seit", "Vom", "Zum", "Zur", "ab", "beim",
    "bis", "das", "dem", "den", "der", "des", "die", "im", "seit", "und", "vom", "zum", "zur",
];

/// Words that follow a day, a month or a time of day.
#[rustfmt::skip]
const DATE_WORDS: &[&str] = &[
    "Apr", "April", "Aug", "August", "Central", "Dec", "December", "Eastern", "Feb", "February", "Fri",
    "Friday", "Jan", "January", "Jul", "July", "Jun", "June", "Mar", "March", "May", "Mon", "Monday",
    "Mountain", "Nov", "November", "Oct", "October", "Pacific", "Sat", "Saturday", "Sep", "Sept",
    "September", "Sun", "Sunday", "Thu", "Thursday", "Tue", "Tuesday", "Wed", "Wednesday",
];

/// Words that are numbered at the start of a heading ("Section 5. Fees").
#[rustfmt::skip]
const LABELS: &[&str] = &[
    "abschnitt", "amendment", "annex", "appendix", "article", "artikel", "artículo", "bölüm", "capítulo",
    "chapitre", "chapter", "clause", "exhibit", "figure", "item", "kapitel", "madde", "note", "paragraf",
    "paragraph", "part", "partie", "question", "regla", "rule", "schedule", "sección", "section", "step",
    "table", "teil", "title",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_so_that_binary_search_works() {
        let vocabularies = [STARTERS, NAME_PARTICLES, ORDINAL_NOUNS, ORDINAL_CUES, DATE_WORDS, LABELS];
        for list in LISTS.iter().map(|row| row.0).chain(vocabularies) {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }

    #[test]
    fn no_abbreviation_is_longer_than_the_search_limit() {
        let mut words = LISTS.iter().flat_map(|row| row.0);
        assert!(words.all(|word| word.len() <= LONGEST_ABBREVIATION));
    }

    #[test]
    fn lower_case_entries_match_every_case() {
        assert_eq!(abbreviation("FIG"), Some(Abbreviation::BeforeNumber));
        assert_eq!(abbreviation("gen"), None);
    }
}
