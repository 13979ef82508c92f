"""The program `samesame`: commands, errors, exit codes.

0: done. 1: done, but some records were bad and are named on standard error. 2: the job could not be done.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
import warnings
from typing import Any

import typer
from typer.core import TyperGroup

from samesame import __version__
from samesame.cli.messages import say
from samesame.cli.signals import exit_code, listen
from samesame.cli.streams import prepare_streams, silence_output
from samesame.report.visible import visible

# In the order of the help; each is a module of that name.
COMMANDS = ("find", "dedup", "passages", "compare", "read", "stats", "evaluate", "methods", "demo", "index")
# What a wrong command line raises: Typer has its own copy of Click, or not, as its version is.
USAGE: Any = typer.BadParameter.__base__
# Shows the whole way of an error.
TRACEBACK = "SAMESAME_TRACEBACK"


class _Program(TyperGroup):
    """Typer has endings of its own for Ctrl-C and closed pipes; these come first."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return self._flushed(ctx)
        except KeyboardInterrupt as interrupt:
            say("samesame: stopped")
            raise typer.Exit(exit_code(interrupt)) from None
        except BrokenPipeError:
            # Whoever read our output has enough. Nothing is wrong, and nothing more can be said there.
            silence_output()
            raise typer.Exit(0) from None
        except USAGE as error:
            raise _shown(error) from None

    def _flushed(self, ctx: Any) -> Any:
        """What standard output still holds is written before the program ends, with bad records or without."""
        try:
            result = super().invoke(ctx)
        except typer.Exit:
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return result

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().make_context(*arguments, **options)
        except USAGE as error:
            raise _shown(error) from None


def _shown(error: Any) -> Any:
    """A shell may have put names of files on the command line, and they may hold anything."""
    error.message = visible(error.message or "")
    return error


def program(arguments: list[str]) -> typer.Typer:
    """The program with the command that the arguments begin with, or with all if they begin with none.

    A command is its options, and to make those of all takes longer than to find the copies in a few documents.
    """
    app = typer.Typer(
        name="samesame",
        cls=_Program,
        callback=_main,
        help="Finds every kind of copy in a collection of texts. Start with: samesame demo",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in [name for name in COMMANDS if name in arguments[:1]] or COMMANDS:
        module = importlib.import_module(f"samesame.cli.{name}")
        if name == "index":
            app.add_typer(module.app)
        else:
            app.command()(getattr(module, name))
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"samesame {__version__}")
        raise typer.Exit


def _main(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def run() -> None:
    """Runs the program and leaves with its exit code."""
    prepare_streams()
    listen()
    with warnings.catch_warnings():
        warnings.showwarning = _say_warning  # type: ignore[assignment]
        try:
            program(sys.argv[1:])()
        except KeyboardInterrupt as interrupt:
            sys.exit(exit_code(interrupt))
        except Exception as error:
            sys.exit(_explain(error))


def _say_warning(message: Warning | str, *_: object) -> None:
    say(f"samesame: {message}")


def _explain(error: Exception) -> int:
    """Says why the job was not done, in one line with a way out."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    say(f"samesame: {_reason(error)}")
    try:
        sys.stdout.flush()
    except OSError:
        # Else Python would try once more at its end, and leave with a code of its own.
        silence_output()
    return 2


def _reason(error: Exception) -> str:
    from samesame.errors import InternalError, SamesameError

    if isinstance(error, SamesameError) and not isinstance(error, InternalError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"out of memory ({str(error) or 'MemoryError'}); lower --memory or --threads, or split the collection"
    if isinstance(error, OSError):
        return _trouble(error)
    what = str(error) if isinstance(error, InternalError) else f"{type(error).__name__}: {error}"
    return f"a mistake of samesame, not yours: {what}; please report it, with what {TRACEBACK}=1 shows"


def _trouble(error: OSError) -> str:
    """Errors of files have their names. Without one it is a temporary file: see `streams` for standard output."""
    from tempfile import gettempdir

    from samesame.report.whole import NO_ROOM, no_room

    if error.errno not in NO_ROOM:
        return f"{error.filename or 'input or output'}: {error.strerror or error}"
    if error.filename:
        return no_room(error, error.filename)
    return f"{no_room(error, f'the temporary folder {gettempdir()}')}; TMPDIR names another"
