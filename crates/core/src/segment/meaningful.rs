//! Words that carry meaning in one language but are in the stop list of another.

/// If languages are detected, the stop words of all languages are left out, except these. Otherwise a
/// sentence of eight words with "one", "see" or "war" in it would have too few words left to be found in its
/// own text.
///
/// Most of them were chosen by comparing two kinds of lists: the long list of a language (Stopwords ISO) has
/// the word among its most frequent ones, the short list (NLTK) does not have it, and at most two other
/// languages do. Those for English and Turkish were extended by hand from the words of news, mails and
/// comments. No word of the English stop list is here.
pub(super) const MEANINGFUL: &[(&str, &str)] = &[
    (
        "da",
        "bare begge dit ej ene fem fordi før hvem hver hvilken hvordan hvorfor ingen kun nej nyt ser så \
         ved",
    ),
    ("de", "ab ach ag au gar kam los mal sei tel worden"),
    (
        "en",
        "af ag ah also ao au b bet bi bin bo bv c ca care cat cite co col com come cu cz design dies dog \
         doi door drug ed eg eh email end etc ex face fan fi ga gain ge gi go gu h hi hotel hu ii ill io \
         ir j jim k l link mat may mind mine mint minus mo mode moral multi mus n name net ng noon np nr \
         oh ok one pe pet peter pic pie pl plus pole post pot pro prof sale sam save sea sean see sense \
         sit sons sub sue super sy take tel ten tie ties til till tim ton tons us v via vice visa visas \
         vol w want war www z",
    ),
    (
        "es",
        "alguna allí aquella aquí asi bien cada conseguir dan dia dos estan ex igual ir mal mas medio mia \
         mio mismo poca poder primer saben saber sal ser sera siete sino sé tal tan toda",
    ),
    ("fi", "alla alta ellen eri esi hei kai meni moi oma sama siis voi"),
    (
        "fr",
        "ah allo bat bien chut deja dit dos durant eh elles etc fi hep hi las là mille mot oh pan plus \
         pres quant quanta quelle sein sien tant tel tenir unes uns via",
    ),
    ("hu", "ben ebbe ezer hat mai mind ok tele"),
    (
        "it",
        "altre ben co durante ella esse ex fa fra là mai male mentre molta nove pero però poco prima qua \
         quando sig tale tanto",
    ),
    ("nl", "af ander anders bent bv etc jou kun net noch toe via vol weg werden"),
    ("no", "ene nei"),
    (
        "pt",
        "algo alguns ali ano antes bom cada contra desde dessa dia durante dá estado estará estás fim \
         foste havia ir ista iste mal nada nove podem poder porque quanto sabem saber sei sobre sois tal \
         tanta tanto ter toda todo todos uns vem és",
    ),
    ("ro", "contra plus"),
    (
        "ru",
        "ваш ваша весь вниз внизу две двух друг назад нам наш наша около само свой та такая такое твой те \
         тысяч",
    ),
    ("sv", "dag dit ens fem igen inne kvar ned nej nog nr sitt tar tio"),
    (
        "tr",
        "acele ait alt altmış altı amma ana anda arasında ay bazen beri beş bile bin biraz bizim bol \
         bulan buna bundan bunların bunu bunun buradan bütün cuma dahil dedi dek dini düz eden ele emme \
         eren esas faiz hala ham hasta hemen idi iki ilan ilk indi kala kamu kan kar kaya kimi kur lakin \
         lig ligi mali masa nur oldu olduğu olmadı olmaz olsun olur ondan onlardan onların onu onun \
         oradan otuz para saat sana ses sizin tam ton yalnız yetmiş yüz zaman öz üç",
    ),
];
