"""cli: `main` and one file per command.

main       the program: commands, errors, exit codes
options    options that several commands share
messages   messages for people, on standard error
streams    standard output and error: messages never fail, errors of data name standard output
signals    signals that ask the program to stop
progress   how a run goes: a bar per stage on a terminal, a line a minute in a pipe
bars       the bars themselves
results    where rows go: a file, JSON lines, a table on the terminal
"""

import os

# numpy brings a library that starts threads, and these would wait busily for work that never comes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
