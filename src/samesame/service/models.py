"""What goes over the wire, for the OpenAPI document. Bodies are read by `parse`, which refuses all else."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

Standing = Literal["exact", "near", "contained", "contains", "partial", "new"]


class Match(BaseModel):
    """Another document of the window, and how the newcomer stands to it."""

    id: str
    relation: Standing
    score: float
    other_score: float
    time: str
    group: int


class Verdict(BaseModel):
    """What the window says of a newcomer."""

    id: str
    relation: Standing
    total: int = Field(description="how many documents match; at most a hundred are listed")
    group: int
    origin: str = Field(description="the id of the first document of the group")
    joined: int = Field(description="how many documents have joined the group")
    clock: Literal["document", "arrival", "ahead"] = Field(description="whose time it was judged as of")
    held: bool = Field(description="whether later documents are compared with it")
    time: str
    notes: list[str]
    matches: list[Match]


class Error(BaseModel):
    """Why nothing was done."""

    error: str


class ItemError(BaseModel):
    """Why an item was not judged: what a request of its own would have been answered."""

    id: str | None
    status: int
    error: str


class Stored(BaseModel):
    """A document with what was told of it."""

    id: str
    text: str
    time: str
    arrived: str
    source: str | None
    metadata: dict[str, Any]
    verdict: Verdict


class Told(BaseModel):
    """A match as it was told: `id` came, and `of` was there."""

    id: str
    time: str
    of: str
    relation: Standing
    score: float
    other_score: float
    group: int


class MatchPage(BaseModel):
    """Some matches, and what to give as `after` for the next."""

    matches: list[Told]
    next: str | None


class Group(BaseModel):
    """Documents that came as copies of one another."""

    group: int
    origin: str
    time: str
    joined: int
    members: list[str]


class GroupPage(BaseModel):
    """Some groups, and what to give as `after` for the next."""

    groups: list[Group]
    next: int | None


class Health(BaseModel):
    """Whether documents are judged now."""

    status: Literal["ready", "restoring", "in trouble", "stopping"]


DOCUMENT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "minLength": 1, "maxLength": 4096},
        "text": {"type": "string"},
        "html": {"type": "string", "description": "a page: its main text is compared"},
        "time": {
            "description": "ISO 8601, or a number since 1970: seconds, or milliseconds beyond 20,000,000,000",
            "anyOf": [
                {"type": "string", "format": "date-time"},
                # The years 1 to 9999 in milliseconds.
                {"type": "number", "minimum": -62_135_596_800_000, "maximum": 253_402_300_799_999},
                {"type": "null"},
            ],
        },
        "source": {"type": ["string", "null"]},
        "metadata": {"type": ["object", "null"]},
    },
    "required": ["id"],
    "oneOf": [{"required": ["text"]}, {"required": ["html"]}],
    "additionalProperties": False,
}
_SIDE: dict[str, Any] = {
    "oneOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"id": {"type": "string"}},
            "required": ["id"],
            "additionalProperties": False,
        },
    ]
}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


_EACH = {"description": "a document; what is none gets an error in its place, and the others are judged"}
DOCUMENTS_BODY = _body({"oneOf": [DOCUMENT, {"type": "array", "items": _EACH}]})
COMPARE_BODY = _body(
    {
        "type": "object",
        "properties": {"left": _SIDE, "right": _SIDE},
        "required": ["left", "right"],
        "additionalProperties": False,
    }
)
