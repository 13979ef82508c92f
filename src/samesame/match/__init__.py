"""match: who could match, and who does.

exact       labels: documents with the same words have the same
groups      sets of identical documents and the pairs that stand for them
intake      documents as they stream by: identical ones collapse, firsts are signed
candidates  signatures → pairs
pairs       pairs with what was measured
stars       who stays and who goes, from known pairs
index       signatures of a collection on disk
"""
