"""Letters, mails and web forms: lines that the rules know, in any order, beside any text at all."""

from __future__ import annotations

import random

from fuzz.seeds import texts

LINES = (
    *("From: Ann Lee <ann@lee.example>", "To: EPA", "Date: 3/4/2004", "Subject: Docket OAR-2002-0056", "cc: Bob"),
    *("Name:", "Comment:", "First Name: Ann", "Last Name: Lee", "City: Troy", "Docket ID: 17", "Re: a", "Re:"),
    *("Von: Ann", "De: Ann", "Sender: x@relay.example", "From: a@b.example On Behalf Of Ann Lee", "From:", "Sent: x"),
    *("-----Original Message-----", "---------- Forwarded message ----------", "Begin forwarded message:"),
    *("On Monday, March 3, 2004 Ann Lee <ann@lee.example> wrote:", "On Monday Ann", "wrote:", "> quoted", ">", "> > a"),
    *("March 3, 2004", "3 March 2004", "Dear Sir:", "Dear Sir, no.", "To whom it may concern", "Hello", "Dear"),
    *("Sincerely,", "Sincerely, Ann Lee", "It is late. Sincerely, Ann Lee", "Thank you", "Yours", "Best regards"),
    *("Ann Lee", "Ann Lee, MD", "A. B. C. Lee Jr.", "12 Elm Street", "P.O. Box 7", "Troy, NY 12180", "(555) 555-0100"),
    *("Environmental Protection Agency", "Washington, DC 20460", "General Comment", "Comments on the rule"),
    *("Sent from my iPhone", "This message was sent by Lake Friends on behalf of Ann.", "____", "--", "P.S. More."),
    *("Docket Nos. A-90-16, A-91-46", "EPA-HQ-OAR-", "2002-0056", "OAR-2002-0056", "A-90-16 &", "", " ", "\t", "\f"),
)
ENDS = ("\n", "\n", "\n", "\r\n", "\r", "\f", "\n\n", " ", "\u2028", "\x85", "")


def letter(rng: random.Random) -> str:
    """Lines of letters, some of them cut or repeated, with any ends between them."""
    parts = []
    for _ in range(rng.randrange(1, 24)):
        line = rng.choice(LINES) if rng.random() < 0.8 else texts.text(rng)
        if rng.random() < 0.1:
            line = line[rng.randrange(len(line) + 1) :] * rng.randrange(1, 4)
        parts.append(line + rng.choice(ENDS))
    return "".join(parts)


def long_letter(rng: random.Random) -> str:
    """The same few lines very often: what time grows with."""
    lines = [rng.choice(LINES) + rng.choice(ENDS) for _ in range(rng.randrange(1, 4))]
    return "".join(lines) * rng.randrange(1000, 20_000)
