"""Mails: body, sender, receiver, subject, date."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import samesame as ss


def mail(body: str = "Dear all,\n\nthe ferry sails.\n", **headers: str) -> EmailMessage:
    message = EmailMessage()
    for name, value in {
        "From": "Ann Lee <ann@example.org>",
        "To": "Bo <bo@example.org>, cy@example.org",
        "Subject": "The ferry – again",
        "Date": "Mon, 03 Mar 2025 12:06:40 +0100",
        "Message-ID": "<1@example.org>",
        **headers,
    }.items():
        message[name] = value
    message.set_content(body)
    return message


def read(path: str, **options: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(path, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


def test_an_eml_gives_body_sender_receiver_subject_and_date(folder: Path) -> None:
    Path("a.eml").write_bytes(mail().as_bytes())
    documents, problems = read("a.eml")
    (document,) = documents
    assert (document.id, document.text.strip()) == ("a.eml", "Dear all,\n\nthe ferry sails.")
    assert document.time == datetime(2025, 3, 3, 11, 6, 40, tzinfo=UTC)
    assert document.metadata == {
        "sender": "Ann Lee <ann@example.org>",
        "receiver": "Bo <bo@example.org>, cy@example.org",
        "subject": "The ferry – again",
        "message_id": "1@example.org",
    }
    assert problems == []


def test_encodings_of_the_body_are_undone(folder: Path) -> None:
    for name, charset, cte in [
        ("q", "utf-8", "quoted-printable"),
        ("b", "utf-8", "base64"),
        ("l", "iso-8859-9", "8bit"),
    ]:
        message = mail()
        message.set_content("Işık söndü, çığ düştü.\n", charset=charset, cte=cte)
        Path(f"{name}.eml").write_bytes(message.as_bytes())
    assert [document.text.strip() for document in ss.read(".")] == ["Işık söndü, çığ düştü."] * 3


def test_of_two_versions_the_plain_one_is_the_body_and_attachments_are_not(folder: Path) -> None:
    message = mail("plain version\n")
    message.add_alternative("<p>html version</p>", subtype="html")
    message.add_attachment("attached words", filename="notes.txt")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="x.png")
    Path("a.eml").write_bytes(message.as_bytes())
    assert [document.text.strip() for document in ss.read("a.eml")] == ["plain version"]


def test_a_mail_in_html_gives_its_text(folder: Path) -> None:
    message = mail()
    message.set_content("<html><body><p>Tea &amp; <b>toast</b></p></body></html>", subtype="html")
    Path("a.eml").write_bytes(message.as_bytes())
    assert [document.text.strip() for document in ss.read("a.eml", clean="tags")] == ["Tea & toast"]


def test_a_file_without_headers_is_named(folder: Path) -> None:
    Path("a.eml").write_text("no mail at all\n")
    Path("b.eml").write_bytes(mail().as_bytes())
    Path("c.eml").touch()
    documents, problems = read(".")
    assert [document.id for document in documents] == ["b.eml"]
    assert problems == [f"{name}: not a mail: no header found" for name in ("a.eml", "c.eml")]


def test_garbage_in_headers_and_parts_stops_nothing(folder: Path) -> None:
    Path("a.eml").write_bytes(
        b"From: \xff\xfe\nDate: soon\nSubject: =?utf-8?b?!!!?=\nContent-Type: multipart/mixed\n\nbody\n"
    )
    Path("b.eml").write_bytes(mail().as_bytes())
    documents, _ = read(".")
    assert documents[-1].id == "b.eml"
    assert all(document.time is None for document in documents[:-1])


def mbox(*mails: bytes) -> bytes:
    return b"".join(b"From ann@example.org Mon Mar  3 11:06:40 2025\n" + one + b"\n" for one in mails)


def test_an_mbox_gives_each_mail_with_the_line_it_begins_on(folder: Path) -> None:
    first, second = mail("one\n").as_bytes(), mail("two\n", Subject="Second").as_bytes()
    Path("a.mbox").write_bytes(mbox(first, second))
    documents, problems = read("a.mbox")
    line = mbox(first).count(b"\n") + 1
    assert [(document.id, document.text.strip()) for document in documents] == [
        ("a.mbox:1", "one"),
        (f"a.mbox:{line}", "two"),
    ]
    assert documents[1].metadata["subject"] == "Second"
    assert problems == []


def test_an_escaped_from_is_text_and_a_bare_one_without_a_time_too(folder: Path) -> None:
    body = b"Subject: s\n\nfirst\n>From here on\n>>From there\nFrom now on it is text\n"
    Path("a.mbox").write_bytes(mbox(body))
    (document,) = ss.read("a.mbox")
    assert document.text.strip() == "first\nFrom here on\n>From there\nFrom now on it is text"


def test_an_mbox_of_many_chunks_loses_no_mail(folder: Path) -> None:
    bodies = [f"mail number {i}\n" + "words of it\n" * 600 for i in range(1500)]
    Path("a.mbox").write_bytes(mbox(*(f"Subject: {i}\n\n{body}".encode() for i, body in enumerate(bodies))))
    documents, problems = read("a.mbox")
    assert [document.text.strip() for document in documents] == [body.strip() for body in bodies]
    assert problems == []


def test_a_mail_beyond_the_limit_is_named_and_the_next_is_read(folder: Path) -> None:
    huge = b"Subject: huge\n\n" + base64.encodebytes(b"x" * (9 << 20))
    Path("a.mbox").write_bytes(mbox(b"Subject: a\n\none\n", huge, b"Subject: b\n\ntwo\n"))
    documents, problems = read("a.mbox", max_record=1 << 20)
    assert [document.text.strip() for document in documents] == ["one", "two"]
    assert problems == ["a.mbox:6: longer than 1 MiB (see --max-record); left out"]


def test_mails_inside_mails_are_read_however_deep(folder: Path) -> None:
    Path("a.eml").write_text("Content-Type: message/rfc822\n\n" * 33_000 + "Subject: x\n\nbody\n")
    boundaries = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(20_000))
    Path("b.eml").write_text(boundaries + "\nbody\n")
    Path("c.eml").write_bytes(mail().as_bytes())
    assert [document.id for document in ss.read(".")] == ["a.eml", "b.eml", "c.eml"]


def test_a_long_message_that_is_encoded_inside_a_mail_is_named(folder: Path) -> None:
    inner = base64.encodebytes(b"Content-Type:message/rfc822\n\n" * 33_000).decode()
    for name, kind in (("a", "Content-Type: message/rfc822\n"), ("b", "")):
        head = "Content-Type: multipart/digest; boundary=b\n\n--b\n" if name == "b" else ""
        Path(f"{name}.eml").write_text(f"{head}{kind}Content-Transfer-Encoding: base64\n\n{inner}")
    Path("c.eml").write_bytes(mail().as_bytes())
    documents, problems = read(".")
    assert [document.id for document in documents] == ["c.eml"]
    assert [problem.split(": ")[0] for problem in problems] == ["a.eml", "b.eml"]


def test_dates_that_no_calendar_has_are_named(folder: Path) -> None:
    for name, date in {
        "c": "Fri, 31 Dec 9999 23:59:59 -0100",
        "d": "Mon, 99 Mar 2025 99:99:99 -9999",
        "e": "soon",
    }.items():
        Path(f"{name}.eml").write_text(f"Date: {date}\nSubject: x\n\nbody\n")
    Path("f.eml").write_text("Subject: without\n\nbody\n")
    documents, problems = read(".")
    assert [document.time for document in documents] == [None] * 4
    assert [problem.split(": the date '")[0] for problem in problems] == [f"{name}.eml" for name in "cde"]
