"""The parts of a letter are a partition of any text."""

from __future__ import annotations

from bisect import bisect_right

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samesame.letters.dockets import dockets_in
from samesame.letters.model import FIELDS, MAIN, QUOTE, SEPARATOR, Letter
from samesame.letters.parts import letter

# Lines that rules know, in any order and with any ends, beside any text at all.
KNOWN = st.sampled_from(
    [
        *(
            "From: Ann Lee <ann@lee.example>",
            "To: EPA",
            "Date: 3/4/2004",
            "Subject: Docket OAR-2002-0056",
            "Name:",
            "Comment:",
        ),
        *(
            "First Name: Ann",
            "Last Name: Lee",
            "City: Troy",
            "Sender: x@relay.example",
            "Docket ID: 17",
            "Re: a",
            "Re:",
        ),
        *(
            "From: a@b.example On Behalf Of Ann Lee",
            "-----Original Message-----",
            "March 3, 2004",
            "Dear Sir:",
            "Dear Sir, no.",
        ),
        *(
            "Sincerely,",
            "Sincerely, Ann Lee",
            "Ann Lee",
            "Ann Lee, MD",
            "Troy, NY 12180",
            "12 Elm Street",
            "(555) 555-0100",
        ),
        *(
            "Environmental Protection Agency",
            "Washington, DC 20460",
            "> quoted",
            ">",
            "On Monday Ann wrote:",
            "P.S. More.",
            "cc: Bob",
        ),
        *(
            "Sent from my iPhone",
            "This message was sent by Lake Friends on behalf of Ann.",
            "____",
            "--",
            "Docket Nos. A-90-16, A-91-46",
        ),
        *(
            "It is late. Sincerely, Ann Lee",
            "EPA-HQ-OAR-",
            "2002-0056",
            "Comments on the rule",
            "General Comment",
            "",
            " ",
            "\t",
        ),
    ]
)
TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.tuples(
            st.one_of(KNOWN, KNOWN, st.text(max_size=12)),
            st.sampled_from(["\n", "\n", "\r\n", "\r", "\f", "\n\n", " "]),
        )
    ).map(lambda lines: "".join(line + end for line, end in lines)),
)


def check(found: Letter) -> None:
    place = 0
    for part in found.parts:
        assert part.start == place and part.end > part.start, part
        assert part.name in {*FIELDS, MAIN, QUOTE, SEPARATOR}
        place = part.end
    assert place == len(found.text)
    for field in found.fields:
        assert field.name in FIELDS and 0 <= field.start < field.end <= place, field
        assert field.value
    nested(found)
    ends = sorted(part.end for part in found.parts)
    assert all(field.end <= ends[bisect_right(ends, field.start)] for field in found.fields), "each inside one part"


def nested(found: Letter) -> None:
    """Fields lie inside one another or apart, so that elements can be made of them."""
    ends: list[int] = []
    for field in found.fields:
        while ends and ends[-1] <= field.start:
            ends.pop()
        assert not ends or field.end <= ends[-1], field
        ends.append(field.end)


@given(TEXTS)
def test_the_parts_put_together_are_the_text(text: str) -> None:
    found = letter(text)
    check(found)
    assert "".join(text[part.start : part.end] for part in found.parts) == text


@given(TEXTS)
def test_parts_that_are_fields_are_among_the_fields(text: str) -> None:
    found = letter(text)
    fields = {(field.name, field.start, field.end) for field in found.fields}
    assert {(p.name, p.start, p.end) for p in found.parts if p.name in FIELDS} <= fields


@given(TEXTS)
def test_no_docket_id_is_lost_but_where_two_fields_meet(text: str) -> None:
    found = letter(text)
    told = {field for field in found.fields if field.name == "docket"}
    ends = [part.end for part in found.parts if part.name not in (MAIN, SEPARATOR)]
    starts = [part.start for part in found.parts if part.name not in (MAIN, SEPARATOR)]
    for one in dockets_in(text):
        assert one in told or any(one.start < place < one.end for place in [*starts, *ends]), one


@given(TEXTS)
def test_every_letter_of_the_main_text_is_outside_of_blocks(text: str) -> None:
    """Only docket ids may lie inside the main text."""
    found = letter(text)
    for start, end in found.main:
        assert text[start:end] == text[start:end].strip() != ""
        assert {f.name for f in found.fields if start < f.end and f.start < end} <= {"docket"}


MEGA = 1_000_000
HUGE = {
    "one line": "a" * 10 * MEGA,
    "one line of words": "Dear me, " + "we oppose it. " * MEGA,
    "newlines": "\n" * 10 * MEGA,
    "blanks": " " * 10 * MEGA,
    "carriage returns": "\r\n" * 5 * MEGA,
    "quotes": "> a\n" * MEGA,
    "markers": "-----Original Message-----\n" * (MEGA // 10),
    "headers": "From: a\nTo: b\nSender: c@d.example\n\n" * (MEGA // 10),
    "greetings": "Dear Sir:\n" * (MEGA // 2),
    "closings": "Sincerely,\nAnn Lee\n" * (MEGA // 4),
    "dashes": "A-" * 3 * MEGA,
    "dockets": "EPA-HQ-OAR-2002-0056, " * (MEGA // 20),
    "attributions": "On Monday Ann " * (MEGA // 4),
    "rules": "_" * 5 * MEGA + "\n" + "-" * 5 * MEGA,
    "zeros": "\0" * 5 * MEGA,
    "right to left": "שלום עולם\u200f\n" * (MEGA // 4),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_text_is_cut_into_parts(name: str) -> None:
    """Rules that backtracked would not come back from these."""
    found = letter(HUGE[name])
    place = 0
    for part in found.parts:
        assert part.start == place
        place = part.end
    assert place == len(found.text)


@pytest.mark.parametrize("text", ["Re:\nComment: Agency\nDear", "Comment:\u2028Agency\nDear"])
def test_main_text_behind_its_label_is_no_address(text: str) -> None:
    check(letter(text))
