"""plan: what a verb will do, as data that any engine can run.

model     the plan: sources, settings, options of the verb, steps
make      from what the user asked for to a plan
steps     the steps of each verb
explain   a plan in words
"""
