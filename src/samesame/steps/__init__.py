"""steps: the steps of a plan, in stages. A stage runs on one partition of Arrow tables and knows nothing else.

tables    the tables between the stages: their columns, and the column that they are partitioned by
stage     what a stage is
recipes   all stages by name
frames    small operations on tables
unique    ids that are repeated
count     in how many documents each word occurs
key       the keys that identical documents share
group     identical documents, and the first of each group
sign      the signatures of the firsts
join      candidates among sets of features (rule: when two sets pass; meet: pairs that share a value)
bands     candidates among MinHash signatures
blocks    pairs of bit strings that differ in few bits
tree      codet: documents that may contain others, at the nodes of a corpus tree, and whether they do
forms     pdc: sentences with the same signatures, and like ones (classes: forms linked by likeness)
windows   pdc: windows of sentences, the seeds of diagonals
diagonals pdc: pairs of documents with diagonals
verify    candidates counted; those that pass
measure   what pairs share in 4-word shingles
link      from pairs of firsts to the rows of matches
align     where the documents of a row share passages (fetch: documents read again)
stand     which document stands for a group of identical ones in `dedup`
stars     which documents stay (components: documents that cover one another)
remove    the rows of removals, and the documents that stay
passages  what documents share: windows, pieces, passages, places, rows
"""
