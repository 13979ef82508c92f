"""match: which documents could match, and which do.

exact       labels of documents with the same words
groups      groups of identical documents, and the pairs that represent them
candidates  from signatures to pairs
pairs       pairs with what was measured
sentences   like sentences and their diagonals (pdc)
keep        which document of a group stays
stars       which documents stay, from known pairs
"""
