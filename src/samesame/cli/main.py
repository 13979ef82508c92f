"""The program `samesame`: commands, errors, exit codes.

0: done. 1: done, but some records were bad and are named on standard error. 2: the job could not be done.
"""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

import typer
from typer.core import TyperGroup

from samesame import __version__
from samesame.cli.compare import compare
from samesame.cli.dedup import dedup
from samesame.cli.demo import demo
from samesame.cli.evaluate import evaluate
from samesame.cli.find import find
from samesame.cli.index import app as index
from samesame.cli.messages import say
from samesame.cli.methods import methods
from samesame.cli.passages import passages
from samesame.cli.read import read
from samesame.cli.stats import stats


class _Program(TyperGroup):
    """Typer has endings of its own for Ctrl-C and closed pipes; these come first."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except KeyboardInterrupt:
            say("samesame: stopped")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            # Whoever read our output has enough. Nothing is wrong, and nothing more can be said there.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None


app = typer.Typer(
    name="samesame",
    cls=_Program,
    help="Finds every kind of copy in a collection of texts. Start with: samesame demo",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (find, dedup, passages, compare, read, stats, evaluate, methods, demo):
    app.command()(command)
app.add_typer(index)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"samesame {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def run() -> None:
    """Runs the program and leaves with its exit code."""
    try:
        app()
    except Exception as error:
        sys.exit(_explain(error))


def _explain(error: Exception) -> int:
    from samesame.errors import InternalError, SamesameError

    if isinstance(error, SamesameError) and not isinstance(error, InternalError):
        say(f"samesame: {error}")
    elif isinstance(error, OSError):
        say(f"samesame: {error.filename or 'input or output'}: {error.strerror or error}")
    else:
        # A mistake of ours: all there is to know about it, but the code of a job that was not done.
        traceback.print_exception(error)
    return 2
