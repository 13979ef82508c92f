"""Labels before a value, as mails, web forms and memoranda have them, and what each of them announces."""

from __future__ import annotations

import re
from typing import NamedTuple

# What begins the main text, and what is of no interest.
BODY, OTHER = "body", "other"
_LABELS = {
    "sender": """
        from|name|full name|submitter name|submitter|submitted by|author|author name|commenter|
        commenter name|commenter's name|writer|first name|last name|middle name|middle initial|von|de|
        absender|nombre|nom""",
    "receiver": "to|cc|recipient|addressee|an|para|à|destinatario",
    "date": """
        date|sent|received|received date|date received|date submitted|submitted|date posted|posted|
        posted date|comment date|datum|gesendet|fecha|envoyé|submission date|timestamp""",
    "topic": "subject|re|topic|title|in re|regarding|rule title|betreff|betr|objet|asunto|concerning|reference|ref",
    "docket": """
        docket|docket id|docket no|docket no.|docket number|docket id no|docket id no.|docket id number|rin|
        agency docket number|fdms docket number|document id|proceeding|proceeding number""",
    "relayer": "return-path|sender|list-id|resent-from|relayed by|sent via|submitted via|x-campaign|campaign",
    "address": """
        address|mailing address|street|street address|address 1|address 2|address1|address2|address line 1|
        address line 2|city|town|state|province|state/province|state or province|zip|zip code|
        zip/postal code|postal code|zip/postal|zipcode|country|county|region|phone|telephone|phone number|
        telephone number|home phone|work phone|daytime phone|fax|fax number|cell|mobile|email|e-mail|
        email address|e-mail address|email-address|mail address""",
    BODY: """
        comment|comments|comment text|message|general comment|your comment|text|body|comment body|
        public comment|nachricht|mensaje|comentario|my comment|text of comment""",
    OTHER: """
        bcc|reply-to|message-id|mime-version|content-type|content-transfer-encoding|x-mailer|received by|
        importance|list-unsubscribe|x-originating-ip|in-reply-to|references|priority|sensitivity|attachments|
        attachment|organization|organization name|company|affiliation|title/position|category|
        tracking number|status|comment tracking number|agency|government agency|government agency type|
        submitter's representative|representative|comment on|document|document type|submission type|type|id|
        comment id|user-agent|x-priority|delivered-to|dkim-signature|precedence|list-help|list-post|
        errors-to|x-spam-status|ip address|prefix|suffix|salutation|attention|attn|age|occupation|url|
        website|late comment|comment due|comments due|effective date|number of attachments|page count|
        x-sender|importancia|thread-topic|thread-index|x-mimeole|authentication-results|received-spf|
        received from|form|form name""",
}
ROLES = {" ".join(label.split()): role for role, labels in _LABELS.items() for label in labels.split("|")}
FIRST_NAMES, LAST_NAMES = {"first name", "middle name", "middle initial"}, {"last name"}
# Behind the colon stands a blank, but after `Re:`, which people write without one.
_LABEL = re.compile(
    r"\*{0,2}(?P<label>[^\W\d_][\w'’/ ().-]{0,39}?)\*{0,2}[ ]?:\*{0,2}"
    r"(?=\s|\Z|[<\[\"(]|(?<=(?i:re):)|(?<=(?i:subject):))[ \t]*"
)
FORM_TITLE = re.compile(
    r"(?i:(?:public[ ])?(?:comment|submission|contact|form|submitter|your)[ ]"
    r"(?:submission|information|details|form|info)|"
    r"general[ ]comment|web[ ]?(?:site)?[ ]?form(?:[ ]submission)?|online[ ]comment[ ]form|submitter[ ]info\.txt|"
    r"public[ ]submission|personal[ ]information|memorandum|memo|date|"
    r"via[ ](?:e-?mail|fax|facsimile|hand[ ]delivery|regulations\.gov|federal[ ][\w ]{3,25}))\W{0,3}"
)
FORWARDED = re.compile(
    r"(?i:[-_ >*]{0,40}(?:original[ ]message|forwarded[ ](?:message|mail|by[ ].{1,60})|begin[ ]forwarded[ ]message|"
    r"ursprüngliche[ ]nachricht|weitergeleitete[ ]nachricht|message[ ]d['’]origine|mensaje[ ]original)[-_ :*]{0,40})"
)


class Label(NamedTuple):
    """A label, what it announces, and where its value begins in the line."""

    name: str
    role: str
    end: int


def label_of(said: str) -> Label | None:
    """The label at the beginning of a line, if it is a known one.

    >>> label_of("Your Name: Ann")
    Label(name='name', role='sender', end=11)
    """
    found = _LABEL.match(said)
    if found is None:
        return None
    name = " ".join(found["label"].lower().replace("’", "'").split()).removeprefix("your ").removesuffix(" (required)")
    role = ROLES.get(name)
    return Label(name, role, found.end()) if role else None
