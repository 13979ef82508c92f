"""samesame methods: what there is to choose from."""

from __future__ import annotations

import json as jsonlib
from typing import Annotated

import typer

from samesame.cli import options


def methods(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Names of methods; without any, all of them.", show_default=False),
    ] = None,
    json: options.Json = False,
) -> None:
    """List the methods, or those named, with their parameters, what they cost and where they come from."""
    from samesame.methods import METHODS, method_named
    from samesame.report.terminal import print_methods

    wanted = [method_named(name) for name in names] if names else list(METHODS.values())
    if json:
        for method in wanted:
            print(jsonlib.dumps(method.describe()))
    else:
        print_methods(wanted)
