"""The fuzzers: inputs made by code, damaged in many ways, and given to every reader, file format, verb and command.

`make fuzz` runs them all for a while; see README.md for the parts and for how a finding is repeated.
"""
