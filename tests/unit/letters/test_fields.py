"""Single rules: dockets, dates, names, relayers, and the cases that real letters brought."""

from __future__ import annotations

import pytest

from samesame.letters.dates import date_value, is_date
from samesame.letters.dockets import dockets_in
from samesame.letters.names import name_place
from samesame.letters.parts import letter
from samesame.letters.relayers import relayer_value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("EPA-HQ-OAR-2002-0056", ["EPA-HQ-OAR-2002-0056"]),
        ("OAR-2002-0056", ["EPA-HQ-OAR-2002-0056"]),
        ("USEPA-OAR-2002-0056", ["EPA-HQ-OAR-2002-0056"]),
        ("EPA–HQ–OAR–2002–0056", ["EPA-HQ-OAR-2002-0056"]),
        ("EPA-HQ-OAR-\n2002-0056.", ["EPA-HQ-OAR-2002-0056"]),
        ("EPA-HQ-OAR-2002-0056-1234", ["EPA-HQ-OAR-2002-0056"]),
        ("Docket OAR-2002-0056", ["EPA-HQ-OAR-2002-0056"]),
        ("Docket ID No. EPA-HQ-OAR-2002-0056-1234", ["EPA-HQ-OAR-2002-0056"]),
        ("Docket EPA-R09-OAR–2010–0683", ["EPA-R09-OAR-2010-0683"]),
        ("Docket Nos. A-90-16 and OAR-2002-0056", ["A-90-16", "EPA-HQ-OAR-2002-0056"]),
        ("EPA-R09-OAR-2010-0683", ["EPA-R09-OAR-2010-0683"]),
        ("FDA-2019-N-1482", ["FDA-2019-N-1482"]),
        ("DOT-2003-16128", ["DOT-2003-16128"]),
        ("Docket No. 2003N-0338", ["2003N-0338"]),
        ("docket number AMS-FV-08-0051", ["AMS-FV-08-0051"]),
        ("Docket Nos. A-90-16, A-91-46 and A-92-55 say", ["A-90-16", "A-91-46", "A-92-55"]),
        ("Docket Nos. FDA-2011-N-0921 and FDA-2011-N-0920", ["FDA-2011-N-0921", "FDA-2011-N-0920"]),
        ("WC Docket No. 17-108", ["WC Docket 17-108"]),
        ("RIN 2060-AJ65", ["RIN 2060-AJ65"]),
        ("(2060-AJ65)", ["RIN 2060-AJ65"]),
        ("[FR Doc. 04-1539 Filed 1-29-04; 8:45 am]", ["FR Doc 04-1539"]),
        ("FRL-7606-3", ["FRL-7606-3"]),
        ("FY-2019-2020 and COVID-19-2020-1234", []),
        ("Message <ABC-2004-12345@relay.example>", []),
        ("the docket of 2004-05", []),
        ("it was 2004-2005, call 555-0100", []),
    ],
)
def test_docket_ids_are_found_and_written_alike(text: str, values: list[str]) -> None:
    found = list(dockets_in(text))
    assert [one.value for one in found] == values
    assert all(text[one.start : one.end] for one in found)


def test_a_docket_id_has_its_place_and_stays_in_the_main_text() -> None:
    text = "Dear EPA,\n\nKeep OAR-2002-0056 and RIN 2060-AJ65.\n"
    found = letter(text)
    assert [text[f.start : f.end] for f in found.fields if f.name == "docket"] == ["OAR-2002-0056", "RIN 2060-AJ65"]
    assert found.main_text == "Keep OAR-2002-0056 and RIN 2060-AJ65."


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("March 3, 2004", "2004-03-03"),
        ("Tulsa, March 3rd, 2004", "2004-03-03"),
        ("3 March 2004", "2004-03-03"),
        ("3/4/2004", "2004-03-04"),
        ("25/4/2004", "2004-04-25"),
        ("3/4/04", "2004-03-04"),
        ("3/4/98", "1998-03-04"),
        ("2004-03-03", "2004-03-03"),
        ("12. Mai 2014", "2014-05-12"),
        ("le 8 février 2016", "2016-02-08"),
        ("4 de marzo de 2015", "2015-03-04"),
        ("03.11.2011", "2011-11-03"),
        ("Friday, Sept. 5, 2003", "2003-09-05"),
    ],
)
def test_a_line_with_a_date_is_known_and_told_as_a_day(written: str, value: str) -> None:
    assert is_date(written)
    assert date_value(written) == value


@pytest.mark.parametrize("line", ["March 3, 2004 was a Wednesday.", "May 2004", "1/2", "x" * 100, "", "March 33"])
def test_other_lines_are_no_dates(line: str) -> None:
    assert not is_date(line)


@pytest.mark.parametrize("written", ["February 30, 2004", "99/99/2004", "soon", "0000-01-01"])
def test_a_day_that_does_not_exist_stays_as_it_is_written(written: str) -> None:
    assert date_value(written) == written


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Ann Lee", "Ann Lee"),
        ("/s/ Ann Q. Lee, M.D.", "Ann Q. Lee, M.D."),
        ("Ann Lee, Director of Nothing", "Ann Lee"),
        ("- Ludwig van der Berg", "Ludwig van der Berg"),
        ("Bob and Carol Hendricks", "Bob and Carol Hendricks"),
        ("Ann Lee.", "Ann Lee"),
        ("Executive Director", None),
        ("God Bless America", None),
        ("Stop This Now", None),
        ("ann lee", None),
        ("Ann", None),
        ("Route 66 Diner", None),
        ("", None),
    ],
)
def test_names_are_known_by_their_shape(line: str, name: str | None) -> None:
    place = name_place(line)
    assert (line[slice(*place)] if place else None) == name


def test_relayers_are_compared_by_their_domain() -> None:
    assert relayer_value("info@WWW.Lake.example") == relayer_value("https://lake.example/act") == "lake.example"


def values(text: str, name: str) -> tuple[str, ...]:
    return letter(text).values(name)


def test_the_relay_of_the_writers_own_provider_is_no_relayer() -> None:
    own = "Return-Path: <ann@lake.example>\nFrom: Ann <ann@lake.example>\n\nNo."
    assert values(own, "relayer") == ()
    assert values(own.replace("<ann@lake", "<bounce@site", 1), "relayer") == ("site.example",)


def test_a_line_of_running_text_does_not_begin_a_footer() -> None:
    prose = "I say this again, as I have often said it before to all of you:\nconfidential files must stay so.\n"
    assert values(prose, "footer") == ()
    assert values("No.\n\nConfidential: for the named person only.", "footer") != ()


def test_two_closings_are_one_signature_and_the_name_is_found() -> None:
    found = letter("I agree with all of it.\n\nThanks.\nBest regards.\nJo Tan\n")
    assert (found.values("signature"), found.values("sender")) == (("Thanks.\nBest regards.\nJo Tan",), ("Jo Tan",))


def test_an_address_with_blank_lines_between_is_one() -> None:
    block = ["Ms. Ann West", "Policy Chief", "U.S. Customs", "500 12th Street SW", "Washington, DC 20536"]
    text = "\n\n".join([*block, "Dear Chief West:", "No."])
    assert values(text, "receiver") == ("\n".join(block),)


def test_a_name_below_running_text_is_a_signature() -> None:
    text = "Nobody asked us before they drew the line on the map.\nMartha Quinn\n"
    assert values(text, "sender") == ("Martha Quinn",)


def test_thanks_alone_stay_in_the_main_text_and_regards_do_not() -> None:
    assert letter("I support it.\n\nThank you.").main_text.endswith("Thank you.")
    assert letter("I support it.\n\nBest regards.").main_text == "I support it."


def test_a_topic_that_does_not_end_is_the_text_below_it() -> None:
    text = "Re: the rule\n" + "I oppose it for reasons that I give here\n" * 6
    found = letter(text)
    assert found.values("topic") == ("the rule",)
    assert found.main_text.startswith("I oppose it")


def test_a_text_that_is_all_quoted_is_main_text() -> None:
    assert letter("> No.\n> Never.\n").main_text == "> No.\n> Never."
    assert letter("Yes.\n> No.\n").main_text == "Yes."


def test_line_ends_of_any_kind_give_the_same_fields() -> None:
    text = "From: Ann Lee\nSubject: rule\n\nDear Sir:\n\nNo.\n\nSincerely,\nAnn Lee\nTroy, NY 12180\n"
    expected = [(one.name, one.value) for one in letter(text).fields]
    assert len(expected) == 6
    for end in ("\r\n", "\r"):
        assert [(one.name, one.value) for one in letter(text.replace("\n", end)).fields] == expected


@pytest.mark.parametrize("text", ["", "\n", "\0", " \t ", "\u200f", "שלום", "\ud800"])
def test_texts_without_anything_have_no_fields(text: str) -> None:
    assert letter(text).fields == ()
