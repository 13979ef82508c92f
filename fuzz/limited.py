"""Runs a command for at most some seconds: `python -m fuzz.limited 60 COMMAND`. Exit code 124 says that it did not end.

A process of its own, because what comes before it on the command line may wait, such as for a lock.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

OUT_OF_TIME = 124


def main() -> int:
    """Runs the command in a group of processes, which ends together."""
    process = subprocess.Popen(sys.argv[2:], start_new_session=True)
    try:
        return process.wait(float(sys.argv[1]))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return OUT_OF_TIME


if __name__ == "__main__":
    sys.exit(main())
