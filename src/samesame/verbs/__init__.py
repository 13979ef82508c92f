"""verbs: what users ask for, the same in Python and on the command line.

find     the matches of a collection
dedup    a collection without its copies
keep     which document of a group stays
copies   the kept documents as files
"""
