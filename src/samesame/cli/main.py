"""The program `samesame`: commands, errors, exit codes.

Exit codes: 0 if all is done; 1 if all is done, but some records were bad (they are named on standard error); 2 if the
job could not be done.
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

# In the order of the help; each is a module with that name.
COMMANDS = (
    *("find", "dedup", "cluster", "passages", "compare", "report", "watch", "serve"),
    *("read", "stats", "evaluate", "methods", "demo", "index", "store"),
)
# The base class of errors in the command line. Depending on its version, Typer has its own copy of Click.
USAGE: Any = typer.BadParameter.__base__
# The environment variable that shows the full traceback of an error.
TRACEBACK = "SAMESAME_TRACEBACK"


class _Program(TyperGroup):
    """Handles Ctrl-C and closed pipes before Typer does it in its own way."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return self._flushed(ctx)
        except KeyboardInterrupt as interrupt:
            say("samesame: stopped")
            raise typer.Exit(exit_code(interrupt)) from None
        except BrokenPipeError:
            # The reader of the output has closed it. That is no error, and nothing more can be printed there.
            silence_output()
            raise typer.Exit(0) from None
        except USAGE as error:
            raise _shown(error) from None

    def _flushed(self, ctx: Any) -> Any:
        """Flushes standard output before the program ends, with bad records or without."""
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
    """The error with control characters escaped. File names on the command line may have any characters."""
    error.message = visible(error.message or "")
    return error


def program(arguments: list[str]) -> typer.Typer:
    """The program with the command that the arguments begin with, or with all commands if they begin with none.

    Building the options of all commands takes longer than finding the copies in a few documents.
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
        if name in ("index", "store"):
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
    """Prints why the job was not done, in one line with a way out."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    say(f"samesame: {_reason(error)}")
    try:
        sys.stdout.flush()
    except OSError:
        # Otherwise Python would try to flush once more at its end and exit with a code of its own.
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
    """The message of an error with a file.

    One without a file name is about a temporary file: for standard output see `streams`.
    """
    from tempfile import gettempdir

    from samesame.report.whole import NO_ROOM, no_room

    if error.errno not in NO_ROOM:
        return f"{error.filename or 'input or output'}: {error.strerror or error}"
    if error.filename:
        return no_room(error, error.filename)
    return f"{no_room(error, f'the temporary folder {gettempdir()}')}; TMPDIR names another"
