"""verbs: what users ask for, the same in Python and on the command line.

find           the matches of a collection
dedup          a collection without its copies; deduplication is its result
passages       what documents share
compare        two texts
evaluate       matches against the truth; alignment: passages against the truth of PAN
index          an index on disk, for find's `against`
explain, run   the plan of a verb, shown or run
"""
