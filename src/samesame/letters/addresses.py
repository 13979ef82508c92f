"""Lines of addresses, mostly of the United States, and of offices to which letters go."""

from __future__ import annotations

import re

_STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|"
    "Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|"
    "Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|"
    "Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|"
    "West Virginia|Wisconsin|Wyoming|Puerto Rico|Guam|Ontario|Quebec|British Columbia|Alberta|Manitoba"
)
_CODES = (
    r"AL|AK|AZ|AR|CA|CO|CT|DE|DC|D\.C\.|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|"
    "OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|GU|ON|QC|BC|AB|MB"
)
_STATE = f"(?:{_STATES}|{_CODES})"
_NATION = r"(?:USA|U\.S\.A\.|United[ ]States(?:[ ]of[ ]America)?)"
_TOWN_NAME = r"[^\W\d_](?:[^\W\d_]|[ .'’()-]){0,40}"
_ZIP = r"\d{5}(?:-\d{4})?"
_PHONE = r"\(?\+?\d[\d ().-]{6,18}\d"
_EXTENSION = r"(?:[ ](?:ext|x)\.?[ ]?\d{1,6})?"
_MAIL = r"<?[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}>?"
_SITE = r"(?:https?://|www\.)\S{3,80}"
_TOWNS = (
    rf"{_TOWN_NAME},?[ ]{_STATE}\.?,?[ ]{{1,3}}{_ZIP}(?:,?[ ]{_NATION})?",
    rf"{_TOWN_NAME},[ ]?(?:{_STATE}|[Uu]\.?[Ss]\.?[Aa]?\.?)\.?",
    rf"{_STATE},?[ ]{_ZIP}",
    _ZIP,
    rf"{_TOWN_NAME},?[ ]{_ZIP}",
    r"(?:[A-Z]{1,2}-)?\d{4,5}[ ][A-ZÄÖÜÉ][\w' -]{1,40}",
    # British and Canadian codes
    r"[\w ,.'-]{0,40}\b[A-Z]{1,2}\d[A-Z\d]?[ ]\d[A-Z]{2}",
    r"[\w ,.'-]{0,40}\b[A-Z]\d[A-Z][ ]\d[A-Z]\d",
    rf"{_NATION}|Canada|Deutschland|France|México",
)
_STREETS = (
    r"(?:#[ ]?)?\d{1,6}(?:-\d+|[A-Za-z]|½)?,?[ ](?!(?:years?|percent|days?|million|people)\b)[\w .,'’#/&½-]{2,50}",
    r"(?i:one|two|three)[ ][\w .'-]{2,30}[ ](?:Street|Avenue|Plaza|Place|Road|Drive|Center|Square)\b[\w ,.#-]{0,20}",
    r"(?i:p\.?[ ]?o\.?[ ]?(?:box|drawer)|box|rr|hc|rural[ ]route|route|apt\.?|apartment|suite|ste\.?|unit|room|floor|"
    r"county[ ]road|mailcode:?|mail[ ](?:code|stop):?)[ ]?#?[\w .,#-]{0,30}\d[\w .,#-]{0,20}",
    r"[^\W\d_][\w .'-]{0,40}(?:straße|strasse|str\.|weg|platz|gasse|allee|Straße|Weg|Platz)[ ]\d{1,4}[a-z]?",
    r"(?:Am|An[ ]der|Im|Auf[ ]dem|Zum|Calle|Avenida|Carrera)[ ][\w .'-]{2,40}[ ]\d{1,4}[a-z]?",
)
_CONTACTS = (
    r"(?i:tel|telephone|phone|ph|fax|cell|mobile|home|work|office|e-?mail|web(?:site)?)\.?[ ]?(?:no\.?[ ]?)?[:#]?[ ]?"
    rf"(?:{_PHONE}|\d{{3}}-\d{{4}}|{_MAIL}|{_SITE}){_EXTENSION}",
    rf"{_PHONE}{_EXTENSION}",
    _MAIL,
    _SITE,
)
_LINE = re.compile("|".join((*_TOWNS, *_STREETS, *_CONTACTS)))
# How the last line of an address ends or begins.
_CODE = re.compile(r"\d{5}(?:-\d{4})?\Z|\A\d{4,5}[ ]|[A-Z]\d[A-Z]?[ ]?\d[A-Z]{1,2}\d?\Z|,[ ]?[A-Z]{2}\Z")
_OFFICE = re.compile(
    r"\b(?:Agency|Department|Dept|Administration|Commission|Bureau|Office[ ]of|Docket|Dockets|Secretary|Division|"
    r"Directorate|Ministry|Secretariat|Regulations|Rules[ ]Docket|U\.?S\.?[ ]|Federal|Honorable|Hon\.|Administrator|"
    r"Chairman|Commissioner|Attn|Attention|Content[ ]Analysis|Comments|Clerk|Services?|"
    r"Bundesamt|Bundesministerium|Ministère|Ministerio|Oficina|Agence|Direction)\b"
)
_PERSON = re.compile(r"(?:Mr|Ms|Mrs|Dr|Hon|Prof|Rep|Sen|The[ ]Honorable|Senator|Secretary|Director|Chief)\b\.?[ ][A-Z]")


def is_address(said: str) -> bool:
    """Whether a line is part of an address: a street, a town with its state or code, a telephone, a mail address.

    >>> is_address("12 Elm Street"), is_address("Troy, NY 12180"), is_address("Ann Lee")
    (True, True, False)
    """
    return len(said) <= 100 and _LINE.fullmatch(said) is not None


def is_town(said: str) -> bool:
    """Whether a line is the one of an address that has the town and its code."""
    return is_address(said) and _CODE.search(said) is not None


def names_office(said: str) -> bool:
    """Whether a line names an office or who holds one, as addresses of agencies do."""
    return _OFFICE.search(said) is not None


def names_person(said: str) -> bool:
    """Whether a line begins with a title and a name, as the first one of an address does."""
    return _PERSON.match(said) is not None
