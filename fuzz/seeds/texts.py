"""Texts of many scripts, with what is hard about them."""

from __future__ import annotations

import random

SENTENCES = (
    "The ferry to the island leaves at ten every morning and comes back at noon.",
    "Please keep the library open on Sundays, as it was before the flood of 1998.",
    "Doğu Anadolu’da yağış bekleniyor; İstanbul’da ise hava ılık ve güneşli olacak.",
    "Le café du port rouvrira l’été prochain, après de longs travaux.",
    "Der Fährverkehr wird wegen des Sturms auf unbestimmte Zeit eingestellt.",
    "今天下午三点会议改到明天上午十点，请各位准时参加。",
    "渡し船は毎朝十時に島へ出発します。",
    "เรือข้ามฟากออกจากท่าทุกเช้าเวลาสิบโมง",
    "تغادر العبّارة إلى الجزيرة في العاشرة صباحًا كل يوم.",
    "המעבורת לאי יוצאת בעשר בכל בוקר.",
    "नाव हर सुबह दस बजे द्वीप के लिए निकलती है।",
    "Паром на остров отходит каждое утро в десять часов.",
    "배는 매일 아침 열 시에 섬으로 떠납니다.",
    "Το πλοίο για το νησί φεύγει κάθε πρωί στις δέκα.",
)
HARD = (
    "",
    " ",
    "\n\n\n",
    "\0",
    "a\0b",
    "e\u0301" * 3 + "a" + "\u0308" * 40,
    "👩‍👩‍👧‍👦🏳️‍🌈👍🏽",
    "\u202eabc\u202c \u200f\u200e",
    "\ufeffbom",
    "soft\u00adhyphen zero\u200bwidth",
    "ﬁ ﬂ Ⅷ ㎏ ｆｕｌｌ",
    "x" * 3000,
    "ß" * 700,
    "字" * 700,
    "\u1100\u1161" * 30,
    "a." * 300,
    "- " * 200,
    "don't don’t “quoted” – dash — and…",
    "=1+1",
    "line\r\nline\rline\u2028line\u0085line",
    "\U0010ffff\ufffd\uffff",
    "1,234.5 a_b c-d e@f.example http://example.org/?a=b&c=d",
)


def sentence(rng: random.Random) -> str:
    """A sentence, now and then with another word in it."""
    text = rng.choice(SENTENCES)
    if rng.random() < 0.3:
        words = text.split(" ")
        words[rng.randrange(len(words))] = f"word{rng.randrange(100)}"
        text = " ".join(words)
    return text


def text(rng: random.Random) -> str:
    """A text of a few sentences, or something hard."""
    if rng.random() < 0.2:
        return rng.choice(HARD)
    parts = [sentence(rng) for _ in range(rng.randrange(1, 6))]
    if rng.random() < 0.1:
        parts.insert(rng.randrange(len(parts) + 1), rng.choice(HARD))
    return rng.choice((" ", " ", "\n", "\n\n")).join(parts)


def name(rng: random.Random) -> str:
    """An id that hardly comes twice."""
    number = rng.getrandbits(40)
    return rng.choice((f"{number:x}", f"doc-{number}", f"{number} ü/{number % 7}", f"id\t{number}"))
