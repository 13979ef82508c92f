"""Letter campaigns made of real letters: their copies in the nine ways of DURIAN, and singletons, with the truth.

The letters, the paragraphs that writers add and the singletons are texts that share nothing with each other; what a
copy has of its letter, and what its writer added, is known word by word. See `campaign_edits` for the edits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from generator.campaign_edits import EDITS, KEY, SINGLETON, Body, Paragraph, edited, plain, quoting, size_of, words_in
from generator.campaign_frames import Frame, framed

# DURIAN's mix: more than half block added or key block, more than a fifth minor change, a tenth singletons. Exact
# copies come on top: the paper took them out of its samples.
MIX = {
    "block_added": 0.33,
    "key_block": 0.23,
    "minor_change": 0.23,
    "block_deleted": 0.06,
    "minor_change_block_edit": 0.05,
    "block_reordering": 0.04,
    "repeated": 0.02,
    "bag_of_words": 0.04,
}
# More exact copies than these make a letter a reference copy.
FEWEST_EXACT = 6
# No more edited copies than these are alike, or their set would be a reference copy, too.
MOST_ALIKE = 4
RUN = 6  # texts with so many words in a row in common are not told from copies


@dataclass(frozen=True)
class Options:
    """How many campaigns and letters; what share is hard."""

    campaigns: int = 28
    edited: int = 900
    singletons: float = 0.1
    dockets: int = 1
    small: int = 3
    twins: int = 2
    hard: float = 0.25
    seed: int = 1


@dataclass(frozen=True)
class Item:
    """A letter as it arrives, and what is true of it. `part` says what makes it hard; `own` are ranges of its text."""

    id: str
    text: str
    time: str
    cluster: str
    edit: str
    part: str
    own: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Campaign:
    """A form letter."""

    name: str
    body: Body
    frame: Frame
    part: str = "easy"
    # Paragraphs that another campaign has, too.
    shared: frozenset[int] = frozenset()
    size: float = 1.0


def unlike(texts: Iterable[Body], most: int) -> Iterator[Body]:
    """Texts of which no two have a run of words in common, up to a number of them."""
    seen: set[tuple[str, ...]] = set()
    count = 0
    for body in texts:
        words = words_in(body)
        runs = {tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}
        if runs and seen.isdisjoint(runs):
            seen |= runs
            yield body
            count += 1
            if count == most:
                return


def campaigns(random: Random, pool: list[Body], options: Options) -> list[Campaign]:
    """Letters of three and more paragraphs, small ones, and pairs of letters that share paragraphs."""
    long = [body for body in pool if _is_letter(body)]
    short = [body for body in pool if len(body) == 1 and 8 <= len(words_in(body)) <= 40]
    regular = options.campaigns - options.small
    if len(long) < regular or len(short) < options.small:
        raise ValueError(f"the pool has {len(long)} letters and {len(short)} small ones; it needs more texts")
    made = [(body, "easy", frozenset[int]()) for body in long[:regular]]
    for pair in range(min(options.twins, regular // 2)):
        made[2 * pair : 2 * pair + 2] = _twins(made[2 * pair][0], made[2 * pair + 1][0], 1 + (options.dockets > 1))
    made += [(body, "small", frozenset[int]()) for body in short[: options.small]]
    taken = {id(body) for body in (*long[:regular], *short[: options.small])}
    pool[:] = [body for body in pool if id(body) not in taken]
    framed_ones = [(one, Frame.of(random, number, options.dockets)) for number, one in enumerate(made)]
    random.shuffle(framed_ones)
    return [
        # A few are large.
        Campaign(f"letter-{number:02}", body, frame, part, shared, 1 / (number + 2))
        for number, ((body, part, shared), frame) in enumerate(framed_ones)
    ]


def _is_letter(body: Body) -> bool:
    """At least three paragraphs, none too short or long, and enough of them that can stand for the letter."""
    fit = all(12 <= len(paragraph) <= 180 for paragraph in body)
    return len(body) >= 3 and fit and sum(len(p) >= KEY for p in body[2:]) >= 1 and len(words_in(body)) <= 600


def _twins(first: Body, second: Body, shared: int) -> list[tuple[Body, str, frozenset[int]]]:
    """The second letter begins with paragraphs of the first."""
    lent = frozenset(range(shared))
    return [(first, "shared", lent), ([*first[:shared], *second[shared:]], "shared", lent)]


def items(texts: Sequence[Body], options: Options) -> list[Item]:
    """All letters of a collection, in random order."""
    random = Random(options.seed)
    pool = list(texts)
    random.shuffle(pool)
    letters = campaigns(random, pool, options)
    donors, alone = pool[: len(pool) // 2], pool[len(pool) // 2 :]
    made: list[Item] = []
    for letter in letters:
        made += [_exact(random, letter, number) for number in range(FEWEST_EXACT + random.randrange(6))]
    made += _copies(random, letters, donors, options)
    made += _singletons(random, letters, alone, donors, options)
    random.shuffle(made)
    return [replace(item, id=f"c{number:05}") for number, item in enumerate(made)]


def _exact(random: Random, letter: Campaign, number: int) -> Item:
    return _item(random, letter, [plain(p) for p in letter.body], "exact", letter.part, first=number == 0)


def _copies(random: Random, letters: list[Campaign], donors: list[Body], options: Options) -> list[Item]:
    made: list[Item] = []
    turn = _turns(random, donors)
    wanted = [edit for edit, share in MIX.items() for _ in range(round(share * options.edited))]
    times: Counter[str] = Counter()
    while wanted:
        edit = wanted[-1]
        fitting = [letter for letter in letters if edit in EDITS and EDITS[edit].fits(letter.body)]
        letter = random.choices(fitting, [one.size for one in fitting])[0]
        hard = letter.part == "easy" and random.random() < options.hard
        lent = _other(random, letters, letter) if hard else None
        body, how = edited(random, edit, letter.body, turn, hard=hard, keep=letter.shared, lent=lent)
        words = " ".join(word for paragraph in body for word, _ in paragraph)
        times[words] += 1
        if times[words] > MOST_ALIKE:
            continue
        wanted.pop()
        made.append(_item(random, letter, body, edit, how if hard else letter.part))
    return made


def _other(random: Random, letters: list[Campaign], letter: Campaign) -> Body:
    """A letter that copies of another one may quote."""
    others = [one for one in letters if one is not letter]
    return random.choice([one for one in others if one.part == "easy"] or others).body


def _turns(random: Random, donors: list[Body]) -> Callable[[], Paragraph]:
    """Paragraphs that writers add, none of them twice as long as there are some."""
    paragraphs = [paragraph for body in donors for paragraph in body if 10 <= size_of(paragraph) <= 150]
    random.shuffle(paragraphs)
    place = iter(range(10**9))
    return lambda: paragraphs[next(place) % len(paragraphs)]


def _singletons(
    random: Random, letters: list[Campaign], alone: list[Body], donors: list[Body], options: Options
) -> list[Item]:
    count = round(options.edited * options.singletons / (1 - options.singletons))
    made = []
    turn = _turns(random, donors[::-1])
    for number in range(count):
        letter = random.choice(letters)
        hard = random.random() < options.hard and letter.part == "easy"
        text = [plain(paragraph, own=True) for paragraph in alone[number % len(alone)]]
        if hard and number % 2:
            body, how = edited(random, SINGLETON, letter.body, turn, hard=True, keep=frozenset(), lent=None)
        elif hard:
            body, how = quoting(random, text, letter.body), "quoting"
        else:
            body, how = text, "easy"
        made.append(_item(random, letter, body, SINGLETON, how))
    return made


def _item(
    random: Random, letter: Campaign, body: list[list[tuple[str, bool]]], edit: str, part: str, first: bool = False
) -> Item:
    text, own = framed(random, letter.frame, body, flat=edit not in ("exact", SINGLETON) and _may_be_flat(body))
    day = 1 if first else random.randrange(2, 28)
    time = f"2004-03-{day:02}T{random.randrange(24):02}:{random.randrange(60):02}:00Z"
    cluster = letter.name if edit != SINGLETON else ""
    return Item("", text, time, cluster, edit, part, own)


def _may_be_flat(body: list[list[tuple[str, bool]]]) -> bool:
    """Without blank lines a short addition cannot be told from a minor change."""
    return all(len(paragraph) >= 15 for paragraph in body)
