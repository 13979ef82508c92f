"""Signals that ask the program to stop: Ctrl-C, the end of the session, shutdown.

All of them clean up in the same way.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn


class Stopped(KeyboardInterrupt):
    """A signal asked to stop. A subclass, so that everything that handles Ctrl-C handles it, too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def listen() -> None:
    """Makes signals that would kill the program raise instead.

    A signal that is ignored, as under nohup, stays ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, signal.SIGTERM)  # Windows has no SIGHUP
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    # A second signal must not interrupt the clean-up; SIGKILL still ends the process.
    signal.signal(number, signal.SIG_IGN)
    raise Stopped(number)


def exit_code(interrupt: KeyboardInterrupt) -> int:
    """As in shells: 128 plus the number of the signal."""
    return interrupt.code if isinstance(interrupt, Stopped) else 128 + signal.SIGINT
