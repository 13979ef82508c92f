"""What stands around the main text of a letter: headers, salutation, signature, footer; and how its lines break."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FIRST = ("Ann", "Ben", "Carla", "Dmitri", "Elena", "Frank", "Grace", "Hugo", "Irene", "Jonas", "Karen", "Liam", "Maria")
LAST = (
    "Abbott",
    "Bryce",
    "Colón",
    "Dunn",
    "Ekberg",
    "Foley",
    "Garza",
    "Hale",
    "Ito",
    "Jensen",
    "Kovacs",
    "Lund",
    "Moss",
)
TOWNS = ("Duluth, MN 55804", "Troy, NY 12180", "Macon, GA 31201", "Eugene, OR 97401", "Salem, MA 01970")
SITES = ("lakesfirst", "openroads", "cleanskies", "fairwork", "rivervoice", "citizensdesk")
Copy = list[list[tuple[str, bool]]]
Ranges = tuple[tuple[int, int], ...]
STYLES = ("mail", "mail", "form", "letter", "bare")
WIDTH = 72


@dataclass(frozen=True)
class Frame:
    """How the letters of a campaign arrive."""

    style: str
    docket: str
    relayer: str

    @classmethod
    def of(cls, random: Random, number: int, dockets: int) -> Frame:
        """A frame for a campaign: some have a site that sends their letters on."""
        docket = f"EPA-HQ-OAR-2002-{56 + number % dockets:04}"
        return cls(random.choice(STYLES), docket, f"{random.choice(SITES)}.example" if random.random() < 0.6 else "")


def framed(random: Random, frame: Frame, body: Copy, *, flat: bool) -> tuple[str, Ranges]:
    """The whole text, and the ranges of the words that its writer added."""
    name = f"{random.choice(FIRST)} {random.choice(LAST)}"
    layout = random.random()
    text = Text()
    text.put(_head(random, frame, name))
    text.body(
        body, " " if flat and layout < 0.15 else "\n\n", WIDTH if 0.15 <= layout < 0.45 else 0, random, layout > 0.95
    )
    text.put(_foot(random, frame, name))
    return "".join(text.parts), tuple(text.own)


def _head(random: Random, frame: Frame, name: str) -> str:
    mail = f"{name.split()[0].lower()}{random.randrange(100)}@mail.example"
    if frame.style == "mail":
        sender = f"From: {name} <{mail}>" + (f"\nSender: letters@{frame.relayer}" if frame.relayer else "")
        return f"{sender}\nTo: Air Docket\nSubject: Docket No. {frame.docket}\n\nDear Administrator,\n\n"
    if frame.style == "form":
        return f"Name: {name}\nCity: {random.choice(TOWNS)[:-9]}\nDocket ID: {frame.docket}\nComment:\n"
    return "To whom it may concern:\n\n" if frame.style == "letter" else ""


def _foot(random: Random, frame: Frame, name: str) -> str:
    if frame.style in ("form", "bare"):
        return "\n"
    end = f"\n\nSincerely,\n\n{name}\n{random.randrange(10, 2000)} Birch Avenue\n{random.choice(TOWNS)}\n"
    return end + (f"\nThis comment was submitted through {frame.relayer}\n" if frame.relayer else "")


class Text:
    """A text as it grows, with the ranges of what its writer added."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.own: list[tuple[int, int]] = []
        self.size = 0
        self._open = False

    def put(self, text: str, own: bool | None = None) -> None:
        """Adds text; with `own` None it belongs to nobody and ends no range."""
        if own and self._open:
            self.own[-1] = (self.own[-1][0], self.size + len(text))
        elif own:
            self.own.append((self.size, self.size + len(text)))
        self._open = self._open if own is None else own
        self.parts.append(text)
        self.size += len(text)

    def body(self, body: Copy, between: str, width: int, random: Random, scanned: bool) -> None:
        """Adds paragraphs, wrapped at a width (0: not at all); scans break words at line ends and elsewhere."""
        for number, paragraph in enumerate(body):
            if number:
                self.put(between)
            column = 0
            for place, (word, own) in enumerate(paragraph):
                if place:
                    wraps = width and column + len(word) >= width
                    self.put("\n" if wraps else " ")
                    column = 0 if wraps else column + 1
                broken = scanned and word.isalpha() and len(word) > 6 and random.random() < 0.04
                shown = word[:4] + random.choice((" ", "-\n")) + word[4:] if broken else word
                self.put(shown, own)
                column += len(shown)
