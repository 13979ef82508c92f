//! The words the sentence rules know: abbreviations and sentence starters of English, Turkish, German,
//! French and Spanish. One union serves all languages. Each list is sorted by bytes.

/// Titles and words that always announce what follows.
#[rustfmt::skip]
pub(super) const NEVER_LAST: &[&str] = &[
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
pub(super) const BEFORE_NUMBER: &[&str] = &[
    "abs", "anm", "app", "art", "arts", "bd", "cap", "ch", "chap", "cl", "eq", "eqs", "ext", "fig", "figs",
    "kap", "lfd", "max", "md", "min", "no", "nos", "nr", "núm", "núms", "para", "paras", "pg", "pp", "pt",
    "pág", "págs", "ref", "refs", "reg", "rn", "sec", "secs", "sf", "ss", "tab", "tel", "ver", "vers",
    "vol", "vols", "ziff",
];

/// Months and days.
#[rustfmt::skip]
pub(super) const IN_DATES: &[&str] = &[
    "Apr", "Aug", "Dec", "Dez", "Feb", "Febr", "Fri", "Jan", "Jul", "Jun", "Mar", "Mon", "Mär", "Nov",
    "Oct", "Okt", "Sat", "Sep", "Sept", "Sun", "Thu", "Thur", "Thurs", "Tue", "Tues", "Wed", "abr", "ago",
    "avr", "dic", "déc", "ene", "févr", "janv", "juil",
];

/// Halves of the day.
#[rustfmt::skip]
pub(super) const TIMES: &[&str] = &[
    "A.M", "P.M", "a.m", "p.m",
];

/// Words found both inside and at the end of sentences.
#[rustfmt::skip]
pub(super) const UNLESS_STARTER: &[&str] = &[
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
pub(super) const CLOSING: &[&str] = &[
    "etc",
];

/// Function words that open sentences and are no part of a name.
#[rustfmt::skip]
pub(super) const STARTERS: &[&str] = &[
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
pub(super) const NAME_PARTICLES: &[&str] = &[
    "a", "al", "an", "ben", "da", "das", "der", "die", "e", "el", "en", "i", "in", "la", "le", "o", "so",
    "un", "y",
];

/// Capitalised words that follow a German or Turkish ordinal ("3. Mai", "II. Dünya").
#[rustfmt::skip]
pub(super) const ORDINAL_NOUNS: &[&str] = &[
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
pub(super) const ORDINAL_CUES: &[&str] = &[
    "Am", "Beim", "Bis", "Das", "Dem", "Den", "Der", "Die", "Im", "Seit", "Vom", "Zum", "Zur", "ab", "beim",
    "bis", "das", "dem", "den", "der", "des", "die", "im", "seit", "und", "vom", "zum", "zur",
];

/// Words that follow a day, a month or a time of day.
#[rustfmt::skip]
pub(super) const DATE_WORDS: &[&str] = &[
    "Apr", "April", "Aug", "August", "Central", "Dec", "December", "Eastern", "Feb", "February", "Fri",
    "Friday", "Jan", "January", "Jul", "July", "Jun", "June", "Mar", "March", "May", "Mon", "Monday",
    "Mountain", "Nov", "November", "Oct", "October", "Pacific", "Sat", "Saturday", "Sep", "Sept",
    "September", "Sun", "Sunday", "Thu", "Thursday", "Tue", "Tuesday", "Wed", "Wednesday",
];

/// Words that are numbered at the start of a heading ("Section 5. Fees").
#[rustfmt::skip]
pub(super) const LABELS: &[&str] = &[
    "abschnitt", "amendment", "annex", "appendix", "article", "artikel", "artículo", "bölüm", "capítulo",
    "chapitre", "chapter", "clause", "exhibit", "figure", "item", "kapitel", "madde", "note", "paragraf",
    "paragraph", "part", "partie", "question", "regla", "rule", "schedule", "sección", "section", "step",
    "table", "teil", "title",
];
