"""clean: markup to core text, text to its normal form, always with the way back.

normal   the normal form and where its characters came from
html     the text of a page
"""
