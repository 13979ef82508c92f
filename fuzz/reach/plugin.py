"""Tells the recorder which test runs, and writes how long each took: a plugin for pytest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fuzz.reach.sitecustomize import Recorder

# Python has imported it when it started, by this name: another import would make another recorder.
recorder: Recorder = import_module("sitecustomize").recorder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What is called from now on is called by this test."""
    recorder.begin(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """With several processes, each writes of its own tests; the one that shows them repeats what these tell."""
    folder = os.environ["SAMESAME_REACH"]
    if not hasattr(report, "node"):
        with Path(folder, f"{os.getpid()}.took").open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\t{report.duration}\t{report.outcome}\n")
