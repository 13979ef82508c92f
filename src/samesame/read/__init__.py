"""read: any input becomes batches of documents.

verb       what `ss.read` does
inputs     what a path, folder or glob stands for, and the format of each file
documents  the stream of batches over all inputs, ids unique
columnar   Parquet and Arrow files
memory     texts that are already in Python
times      times in Python values
problems   bad records, gathered and named
"""
