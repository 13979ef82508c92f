"""report: results as tables, files and summaries.

matches    the table of matches
files      any table to JSONL, CSV, Parquet or Arrow, by the suffix
terminal   tables and summaries for people
"""
