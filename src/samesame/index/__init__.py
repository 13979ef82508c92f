"""An index on disk: the signatures of a collection, to find matches against without reading it again.

A folder with these files; all but the lock are named in the header, with size and checksum (see the core's `index`):

    index.json              the header: method, settings, parts, and its own checksum
    part-00001.blocks       documents that were added: ids, keys, and by each feature who has it, in blocks
    part-00003.merged       several parts as one
    removed-00002.blocks    which documents were removed since
    statistics.parquet      the word statistics that signatures were made under, where a method needs them
    lock                    held by whoever writes

Nothing is ever written into a file that a header names. A write makes new files, syncs them, and replaces the header
at once; what no header names is the rest of a write that was broken off, and the next writer takes it away. A new index
is made under another name and renamed when it is whole. So whoever reads sees one whole state, without a lock.
"""

from samesame.index.reader import Index

__all__ = ["Index"]
