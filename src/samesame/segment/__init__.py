"""segment: words, sentences and languages, each with its range in the text.

words       words by the Unicode rules, and how they are prepared
sentences   where sentences begin and end
language    which language a text is in
arrays      from strings to the Arrow arrays that the core takes
"""
