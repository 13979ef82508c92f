"""report: results as tables, files and summaries.

matches    the table of matches
files      any table to JSONL, CSV, Parquet or Arrow, by the suffix
summary    what a run did, in words
terminal   tables for people
"""
