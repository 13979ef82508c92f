"""The local engine: Rust threads in this process, memory bounded.

engine       runs a plan: which steps are one pass over the documents
job          a plan on its way: its sides opened, its words weighed
intake       key, group and sign in one pass: signatures go straight into the join
find         from signatures to the rows of matches
dedup        who stays and who goes
passages     what documents share
"""

from samesame.engines.local.engine import LocalEngine

__all__ = ["LocalEngine"]
