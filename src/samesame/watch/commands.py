"""The user's programs: called without a shell, for a bounded time."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys

from samesame.errors import ParameterError


def parse_command(text: str | None, name: str) -> tuple[str, ...]:
    """The program and its arguments, split as a shell does; nothing in it is expanded.

    >>> parse_command("notify --to 'the desk' $HOME", "on-new")
    ('notify', '--to', 'the desk', '$HOME')
    """
    if text is None:
        return ()
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ParameterError(f"{name}: {text!r} cannot be split into words: {error}") from error
    if not words:
        raise ParameterError(f"{name}: expected a program, got an empty text")
    return words


def call(command: tuple[str, ...], line: str, path: str | None, seconds: float) -> str:
    """Calls a program with the decision on its standard input and the path of the item behind its arguments.

    Gives "" or what went wrong. What it prints goes to standard error.
    """
    arguments = [*command, path] if path is not None else [*command]
    try:
        process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=sys.__stderr__, stderr=None, start_new_session=True
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"{command[0]}: cannot be called: {reason}"
    with process:
        try:
            process.communicate(f"{line}\n".encode(), timeout=seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            return f"{command[0]}: took longer than {seconds:g} s and was killed"
    if process.returncode < 0:
        return f"{command[0]}: ended by signal {-process.returncode}"
    return f"{command[0]}: exit code {process.returncode}" if process.returncode else ""


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the program with all that it started."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    # Its input was closed by the failed call; what remains is to wait for its end.
    process.wait()
