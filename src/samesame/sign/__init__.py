"""sign: features of documents.

shingles     hashed runs of words
statistics   in how many documents of a reference collection each word occurs: idf, frozen
sentences    the signatures of sentences
"""
