"""Being asked to stop: Ctrl-C, the end of the session, the end of the machine. All of them clean up alike."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn


class Stopped(KeyboardInterrupt):
    """A signal asked to stop. Whatever ends well on Ctrl-C does so here too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def listen() -> None:
    """Makes signals that would kill the program raise instead. One that is ignored, as under nohup, stays so."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, signal.SIGTERM)  # Windows has no SIGHUP
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    # A second one must not disturb the cleaning up; SIGKILL still ends it.
    signal.signal(number, signal.SIG_IGN)
    raise Stopped(number)


def exit_code(interrupt: KeyboardInterrupt) -> int:
    """As shells tell it: 128 and the number of the signal."""
    return interrupt.code if isinstance(interrupt, Stopped) else 128 + signal.SIGINT
