"""verbs: what users ask for, the same in Python and on the command line.

find      the matches of a collection
dedup     a collection without its copies; keep, previous, removals and copies are its parts
evaluate  matches beside the truth
index     an index on disk, for find's `against`
run       what the verbs share: a job from what was asked, a clock for its stages
"""
