"""read: any input becomes batches of documents.

verb       what `ss.read` does
inputs     what a path, folder or glob stands for, and the format of each file
folders    the files of a folder
sources    what a user of Python may hand over
documents  the stream of batches over all inputs, ids unique
fields     which fields the records have
columnar   Parquet and Arrow files; parquet bounds what is read at once
soundness  Arrow data from outside, validated and cut
rows       rows with any columns as documents; column_times and metadata are two of them
memory     texts that are already in Python
times      times in Python values
problems   bad records, gathered and named
"""
