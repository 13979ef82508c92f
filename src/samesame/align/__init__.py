"""align: where two texts share passages.

passages   the passages of two texts, or of many pairs
spans      columns of passages
"""
