"""The tables of a store."""

from __future__ import annotations

# "same", in the header of the file.
APPLICATION = 0x73616D65
VERSION = 1

# Documents are numbered in the order in which they were judged. Their texts stand in a table of their own, so that
# looking for verdicts does not read them. Times are microseconds since 1970.
SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL,           -- of the text as it was given
    arrived INTEGER NOT NULL,
    time INTEGER NOT NULL,        -- as of which it was judged, and whose it is
    clock TEXT NOT NULL,
    source TEXT,
    metadata TEXT NOT NULL,
    relation TEXT NOT NULL,
    grouped INTEGER NOT NULL,     -- the number of its group
    joined INTEGER NOT NULL,
    held INTEGER NOT NULL,
    verdict TEXT NOT NULL
);
CREATE INDEX documents_by_group ON documents (grouped);
CREATE INDEX documents_by_time ON documents (time);
CREATE INDEX copies ON documents (number) WHERE relation <> 'new';
CREATE TABLE texts (number INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, text TEXT NOT NULL);
-- Groups of several documents.
CREATE TABLE groups (number INTEGER PRIMARY KEY, origin TEXT NOT NULL, time INTEGER NOT NULL, joined INTEGER NOT NULL);
CREATE TABLE counts (source TEXT, relation TEXT, count INTEGER NOT NULL, PRIMARY KEY (source, relation)) WITHOUT ROWID;
-- Ids that were removed since the snapshot.
CREATE TABLE removed (id TEXT PRIMARY KEY) WITHOUT ROWID;
"""
