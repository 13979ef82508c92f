"""match: who could match, and who does.

exact    documents with the same words
groups   sets of identical documents and the pairs that stand for them
"""
