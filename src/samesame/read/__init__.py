"""read: turns any input into batches of documents.

verb       `ss.read`
inputs     the files of a path, folder or glob, and their formats
folders    the files of a folder
sources    what a user of Python may pass as documents
documents  the stream of batches over all inputs, ids unique
schema     the columns of documents
fields     which fields the records have
columnar   Parquet and Arrow files; parquet and footer bound the memory before reading
soundness  Arrow data from outside, validated and cut
rows       rows with any columns as documents, with column_times and metadata
memory     texts that are already in Python
times      times in Python values
side       documents that are read several times; held keeps them in memory if they fit
spool      standard input and pipes as files
problems   bad records, counted and reported
"""
