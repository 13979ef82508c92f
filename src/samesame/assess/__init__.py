"""assess: how good a result is.

truth      matches and truth as pairs of ids, families as labels
metrics    precision, recall and F1 of pairs, by relation and over all
pan        collections in the PAN text-alignment format
plagdet    the measures of that task
previous   the decisions of an earlier `dedup`
"""
