"""report: results as tables, files and summaries.

matches, passages, removals    the tables of the results
rows                           the rows of matches, made part by part; overflow: batches beyond a limit, on disk
kept, copies                   the documents that stay, written
files, csv, columns            any table to JSONL, CSV, Parquet or Arrow, by the suffix
whole, targets                 files that appear when they are complete; no output over an input
summary, terminal, visible     for people
painted, side_by_side, dot_matrix, comparison_page    two texts
campaigns, campaign_page       clusters summed up; their page, with given_members, chosen, campaign_texts, variation
"""
