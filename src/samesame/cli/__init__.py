"""cli: `main` and one file per command.

main       the program: commands, errors, exit codes
options    options that several commands share
messages   words for people, on standard error
streams    standard output and error: words never fail, data says where
signals    being asked to stop
progress   how a run goes: a bar per stage on a terminal, a line a minute in a pipe
bars       the bars themselves
"""

import os

# numpy comes with a library that starts threads which wait busily for work that never comes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
