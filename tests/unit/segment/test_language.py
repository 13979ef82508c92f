"""Language detection per document, and the override."""

from __future__ import annotations

import pyarrow as pa
import pytest

import samesame as ss
from samesame.segment.language import detect_language, detect_languages
from samesame.segment.words import WordOptions, words

SENTENCES = {
    "ar": "ألغت إدارة الميناء رحلة العبارة هذا الصباح بسبب العاصفة القوية.",
    "az": "Dənizdə güclü fırtına olduğu üçün gəmi bu səhər yola düşmədi.",
    "bg": "Фериботът не отплава тази сутрин, защото в морето имаше силна буря.",
    "bn": "সমুদ্রে প্রবল ঝড়ের কারণে আজ সকালে ফেরি ছাড়েনি।",
    "ca": "El transbordador no ha sortit aquest matí perquè hi havia una forta tempesta al mar.",
    "cs": "Trajekt dnes ráno nevyplul, protože na moři zuřila silná bouře.",
    "da": "Færgen sejlede ikke i morges, fordi der var en kraftig storm på havet.",
    "de": "Die Fähre fuhr heute Morgen nicht, weil auf dem Meer ein heftiger Sturm tobte.",
    "el": "Το πλοίο δεν αναχώρησε σήμερα το πρωί εξαιτίας της ισχυρής καταιγίδας.",
    "en": "The ferry did not leave this morning because a heavy storm was raging at sea.",
    "es": "El transbordador no salió esta mañana porque había una fuerte tormenta en el mar.",
    "fa": "کشتی امروز صبح به دلیل طوفان شدید در دریا حرکت نکرد.",
    "fi": "Lautta ei lähtenyt tänä aamuna, koska merellä riehui ankara myrsky.",
    "fr": "Le bac n'est pas parti ce matin parce qu'une forte tempête soufflait sur la mer.",
    "he": "המעבורת לא יצאה הבוקר לדרכה בגלל סערה חזקה בים.",
    "hi": "समुद्र में तेज़ तूफ़ान के कारण आज सुबह नाव नहीं चली।",
    "hr": "Trajekt jutros nije isplovio jer je na moru bjesnjela jaka oluja.",
    "hu": "A kikötő vezetősége közölte, hogy a komp ma reggel nem indult el, mert erős vihar volt a tengeren.",
    "hy": "Լաստանավը այսօր առավոտյան չմեկնեց ուժեղ փոթորկի պատճառով։",
    "it": "Il traghetto non è partito questa mattina perché sul mare c'era una forte tempesta.",
    "ja": "今朝は海が荒れていたため、フェリーは出航しませんでした。",
    "ka": "ბორანი დილით არ გავიდა, რადგან ზღვაზე ძლიერი ქარიშხალი იყო.",
    "ko": "오늘 아침에는 폭풍 때문에 배가 떠나지 못했습니다.",
    "lt": "Keltas šį rytą neišplaukė, nes jūroje siautė stipri audra.",
    "nl": "De veerboot vertrok vanochtend niet omdat er een zware storm op zee woedde.",
    "no": "Fergen gikk ikke i morges fordi det var en kraftig storm på havet, sa havnesjefen.",
    "pl": "Prom nie wypłynął dziś rano, ponieważ na morzu szalała silna burza.",
    "pt": "A balsa não partiu esta manhã porque havia uma forte tempestade no mar.",
    "ro": "Feribotul nu a plecat în această dimineață pentru că pe mare era o furtună puternică.",
    "ru": "Сегодня утром паром не вышел в море, потому что начался сильный шторм.",
    "sk": "Trajekt dnes ráno nevyplával, pretože na mori zúrila silná búrka.",
    "sr": "Трајект јутрос није испловио јер је на мору беснела јака олуја.",
    "ta": "கடலில் பலத்த புயல் வீசியதால் இன்று காலை படகு புறப்படவில்லை.",
    "th": "เรือข้ามฟากไม่ได้ออกเดินทางเมื่อเช้านี้เพราะมีพายุ",
    "tr": "Denizde şiddetli fırtına olduğu için vapur bu sabah iskeleden kalkmadı.",
    "uk": "Сьогодні вранці пором не вийшов у море, бо почався сильний шторм.",
    "ur": "سمندر میں شدید طوفان کی وجہ سے آج صبح کشتی روانہ نہیں ہوئی۔",
    "vi": "Sáng nay chuyến phà không khởi hành vì ngoài biển có bão lớn.",
    "zh": "今天早上因为海上有大风暴，渡轮没有开航。",
}


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_sentence_tells_its_language(code: str) -> None:
    assert detect_language(SENTENCES[code]) == code


@pytest.mark.parametrize("text", ["", " \n", "?! 123", "🙂👍🏽", "…"])
def test_a_text_without_words_has_no_language(text: str) -> None:
    assert detect_language(text) is None


def test_many_texts_keep_their_order_and_nulls_whatever_the_threads() -> None:
    texts = [*SENTENCES.values(), "123"] * 20
    expected = [*SENTENCES, None] * 20
    for threads in (0, 1, 3):
        found = detect_languages(pa.array(texts, pa.large_string()), threads=threads)
        assert found.to_pylist() == expected


def test_a_long_text_is_cut_between_characters_only() -> None:
    assert detect_language(SENTENCES["zh"] * 200) == "zh"
    assert detect_language("a" + SENTENCES["th"] * 200) == "th"


def test_what_a_page_begins_with_does_not_hide_the_language_of_its_text() -> None:
    styles = "Normal 0 21 false false false X-NONE MicrosoftInternetExplorer4 /* Style Definitions */ table.MsoNormal "
    text = "Liman başkanlığı, fırtına yüzünden vapurların iskeleden kalkamadığını ve yolcuların beklediğini açıkladı. "
    assert detect_language(styles * 3 + text * 20) == "tr"


def test_the_same_words_are_of_the_same_language_however_they_are_set() -> None:
    text = " ".join(SENTENCES["tr"] + " " + SENTENCES["de"] for _ in range(30))
    detected = detect_language(text)
    assert detected in ("tr", "de")
    assert detect_language(text.replace(" ", "\n\n   ")) == detect_language(text.replace(".", " !!! ")) == detected


def test_auto_detects_per_document_and_a_code_overrides_it() -> None:
    text = SENTENCES["tr"].upper().replace("İ", "I")
    detected = words(SENTENCES["tr"] + " ILIK", WordOptions(language="auto"))
    assert detected[-1].word == "ılık"
    assert words(text + " ILIK", WordOptions(language="en"))[-1].word == "ilik"
    assert words(SENTENCES["en"] + " ILIK", WordOptions(language="tr"))[-1].word == "ılık"
    assert words(SENTENCES["en"] + " ILIK", WordOptions(language="auto"))[-1].word == "ilik"


def test_without_a_language_equal_texts_are_treated_alike() -> None:
    assert words("ILIK")[0].word == words(SENTENCES["tr"] + " ILIK")[-1].word == "ilik"


def test_an_unknown_code_is_refused_and_the_known_ones_listed() -> None:
    with pytest.raises(ss.ParameterError, match=r"'klingon' is not known; give one of .* en .* tr .*'auto'"):
        words("a", WordOptions(language="klingon"))
