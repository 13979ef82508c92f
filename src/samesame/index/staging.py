"""The folder of a new index: built under another name by one process, renamed when it is whole."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from samesame.errors import ParameterError
from samesame.index.files import LOCK, OURS, Tell, sync_folder
from samesame.index.lock import locked
from samesame.index.reader import Index


@contextlib.contextmanager
def building(path: Path, tell: Tell) -> Iterator[Path]:
    """A folder to write a new index to. It gets its name when the block ends well, and vanishes otherwise."""
    _refuse_taken(path, path)
    final = path.resolve()
    staging = final.with_name(f".{final.name}.building")
    above = [folder for folder in final.parents if not folder.exists()]
    final.parent.mkdir(parents=True, exist_ok=True)
    try:
        with _claimed(staging, path, tell) as release:
            try:
                _refuse_taken(path, final)
                yield staging
                if final.exists():
                    shutil.copymode(final, staging)
                sync_folder(staging)
                if sys.platform == "win32":
                    release()  # an open file keeps its folder from being renamed there
                _rename(staging, final, path)
            except BaseException:
                shutil.rmtree(staging, ignore_errors=True)
                raise
        for folder in (final, *above):
            sync_folder(folder.parent)
    except BaseException:
        for folder in above:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


@contextlib.contextmanager
def _claimed(staging: Path, path: Path, tell: Tell) -> Iterator[Callable[[], None]]:
    """The folder that an index is built in, for one process; what a killed one left there is taken away."""

    def busy() -> NoReturn:
        raise ParameterError(f"index: '{path}' is being built by another process; wait for it, or choose another name")

    with contextlib.ExitStack() as held:
        while True:
            _make(staging)
            # Gone if another build ended in between, well or not.
            with contextlib.suppress(FileNotFoundError):
                release = held.enter_context(locked(staging / LOCK, busy))
                break
        rest = [file for file in staging.iterdir() if file.name != LOCK]
        if rest:
            tell(f"index: '{staging}' is the rest of a build of '{path}' that was broken off; replaced")
        for file in rest:
            file.unlink()
        yield release


def _make(staging: Path) -> None:
    """Makes the folder that an index is built in; only one of our own may be there already."""
    try:
        staging.mkdir()
    except FileExistsError:
        with contextlib.suppress(FileNotFoundError):
            own = not hasattr(os, "geteuid") or staging.lstat().st_uid == os.geteuid()
            folder = staging.is_dir() and not staging.is_symlink()
            if not own or not folder or not all(OURS.fullmatch(file.name) for file in staging.iterdir()):
                raise ParameterError(f"index: '{staging}' exists and is no rest of a build; move it away") from None


def _refuse_taken(path: Path, final: Path) -> None:
    if Index.is_one(final):
        raise ParameterError(f"index: '{path}' exists; add to it with 'samesame index add', or choose another name")
    if final.exists() and (not final.is_dir() or any(final.iterdir())):
        raise ParameterError(f"index: '{path}' exists and is no index; choose another name")
    if final.resolve() == Path.cwd():
        # It would be replaced, and whoever stands in it would stand nowhere.
        raise ParameterError(f"index: '{path}' is the current folder; name a folder in it")


def _rename(staging: Path, final: Path, path: Path) -> None:
    try:
        if sys.platform == "win32" and final.exists():
            final.rmdir()
        staging.rename(final)
    except OSError:
        _refuse_taken(path, final)
        raise
