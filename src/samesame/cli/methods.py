"""samesame methods: what there is to choose from."""

from __future__ import annotations

import json as jsonlib

from samesame.cli import options


def methods(json: options.Json = False) -> None:
    """List the methods with their parameters, what they cost and where they come from."""
    from samesame.methods import METHODS
    from samesame.report.terminal import print_methods

    if json:
        for method in METHODS.values():
            print(jsonlib.dumps(method.describe()))
    else:
        print_methods(METHODS.values())
