"""The local engine: Rust threads in this process, memory bounded.

engine       runs a plan, pass after pass
passes       which consecutive steps are one pass
run          what earlier passes leave for later ones
job          the sides opened, the words counted and weighed
intake       key, group and sign in one pass; signatures go directly into the join
matching     what find and dedup have in common
again        reads documents of pairs again
find         from signatures to the rows of matches
dedup        which documents stay and which go
passages     what documents share
index        an index on disk, made or extended
"""

from samesame.engines.local.engine import LocalEngine

__all__ = ["LocalEngine"]
