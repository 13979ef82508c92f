"""sign: features of documents.

shingles     hashed runs of words
statistics   in how many documents of a reference collection each word stands: idf, frozen
signatures   features with a record of how they were made; what was made differently refuses to meet
"""
