"""assess: how good an answer is.

truth     matches and truth as pairs of ids, families as labels
metrics   precision, recall and F1 of pairs, by relation and over all
"""
