"""Brings samesame to executors whose Python does not have it, and makes functions that find it there.

Native code cannot be imported from a zip file, so `addPyFile` does not do. An archive is unpacked on every executor;
each function puts the folder on the path before it imports anything. Such functions are sent by value: they are local
to another function, so pickling them does not name a module of samesame.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import samesame
from samesame.errors import ParameterError

if TYPE_CHECKING:
    from pyspark import Broadcast, SparkContext

# The folder of the archive on executors.
FOLDER = "samesame-shipped"


def shipped(context: SparkContext, what: bool | str | Path) -> str | None:
    """Adds the archive of samesame to a running application, once; the name of its folder, None if nothing is shipped.

    `what` is a wheel, or True for a copy of the package that runs here: executors then need the same platform.
    """
    # Spark may have been told: spark-submit --archives samesame.zip#samesame-shipped
    there = any(str(name).endswith(f"#{FOLDER}") for name in context.listArchives)
    if what is False and not there:
        return None
    if not there:
        folder = Path(tempfile.mkdtemp(prefix="samesame-ship-"))
        # Executors that come later fetch it from here, so it stays as long as this program runs.
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        archive = _package(folder) if what is True else _wheel(Path(str(what)), folder)
        context.addArchive(f"{archive}#{FOLDER}")
    return FOLDER


def _package(folder: Path) -> Path:
    """The package that runs here, as a zip file."""
    home = Path(samesame.__file__).parent
    archive = folder / "samesame.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(home.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                packed.write(path, Path("samesame") / path.relative_to(home))
    return archive


def _wheel(path: Path, folder: Path) -> Path:
    """A wheel under a name that Spark unpacks."""
    if not zipfile.is_zipfile(path):
        raise ParameterError(f"ship: expected True or the path of a wheel of samesame, got '{path}', which is no wheel")
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
    if not any(name.startswith("samesame/_core") for name in names):
        raise ParameterError(f"ship: '{path}' is not a wheel of samesame with its native part")
    archive = folder / "samesame.zip"
    archive.write_bytes(path.read_bytes())
    return archive


def there(name: str, given: Broadcast[bytes], folder: str | None) -> Callable[[int, Iterable[Any]], Iterator[Any]]:
    """A function for Spark's `mapPartitionsWithIndex`: calls a function of `executing` with what was broadcast."""

    def run(partition: int, rows: Iterable[Any]) -> Iterator[Any]:
        import gc
        import importlib
        import sys

        name_there = "samesame.engines.spark.executing"
        new = name_there not in sys.modules
        if folder is not None:
            from pyspark import SparkFiles

            path = f"{SparkFiles.getRootDirectory()}/{folder}"
            if path not in sys.path:
                sys.path.insert(0, path)
                importlib.invalidate_caches()
        executing = importlib.import_module(name_there)
        if new:
            # Spark's worker collects garbage after each task. What was imported is left out: it took 50 ms per task.
            gc.freeze()
        yield from executing.call(name, given.value, partition, rows)

    return run


def in_batches(name: str, given: Broadcast[bytes], folder: str | None) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """The same for `mapInArrow`."""
    run = there(name, given, folder)

    def of_batches(batches: Iterable[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        yield from run(context.partitionId() if context else 0, batches)

    return of_batches
