"""engines/spark: runs plans on a cluster of Spark.

engine     the engine: steps and their passes
flow       tables from pass to pass: RDDs, partitioned for who takes them
executing  what runs on executors
wire       tables in pieces
failures   errors of jobs
shipping   brings samesame to executors that do not have it
reading    sides of a plan (sources: files and data frames; here: what is in memory; parsing: lines and rows, on
           executors; repeated: ids)
results    the last tables as data frames (telling: their rows; rows: brought here on request; kept: records that stay;
           writing: folders of files)
session    starts one for the command line
"""

from samesame.engines.spark.engine import Spark

__all__ = ["Spark"]
