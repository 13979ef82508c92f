"""clean: from markup to text, from text to its normal form, with a map back to the original.

normal   the normal form, and where its characters came from
html     the text of a page
"""
