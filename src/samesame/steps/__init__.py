"""steps: the steps of a plan, each in stages that run on one partition of Arrow tables and know nothing else.

tables    the tables between the stages: their columns, and the column that they are partitioned by
stage     what a stage is, and the list of them
key       the keys that identical documents share
group     identical documents, and the first of each group
sign      the signatures of the firsts
rows      from pairs of firsts to the rows of matches
"""
