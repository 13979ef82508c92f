"""Names in the target folders, and moving there: nothing is overwritten, and a kill loses no file."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Callable, Collection
from pathlib import Path

from samesame.watch.model import Identity, Plan

_NO_REPLACE = 1
_HERE = -100
# Kernels and file systems without it; then the name is made first.
_UNABLE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)
# Bytes of a name.
LONGEST = 255
GONE = "the file was gone before it could be moved"
CHANGED = "the file was changed after it was read; it stays, and is judged again"


def free_name(folder: Path, inside: str, number: int, taken: Collection[str] = ()) -> str:
    """A name in a folder that nothing has: its own, or with the number of its decision, or with a count behind that."""
    wanted = _reachable(folder.absolute(), inside)
    stem, dot, suffix = wanted.name.partition(".")
    tries = 1
    candidate = wanted
    while os.path.lexists(candidate) or os.fspath(candidate) in taken:
        end = f"-{number}{'' if tries == 1 else f'-{tries}'}{dot}{suffix}"
        candidate = wanted.with_name(_cut(stem, LONGEST - len(os.fsencode(end))) + end)
        tries += 1
    return os.fspath(candidate)


def _reachable(folder: Path, inside: str) -> Path:
    """The name in the target. If a file there has the name of a folder on the way, that becomes a part of the name."""
    wanted = folder / inside
    between = [parent for parent in wanted.parents if parent.is_relative_to(folder) and parent != folder]
    if any(os.path.lexists(parent) and not parent.is_dir() for parent in between):
        return folder / "-".join(Path(inside).parts)
    return wanted


def _cut(stem: str, room: int) -> str:
    """As much of a name as there is room for, in bytes, without half a character."""
    raw = os.fsencode(stem)
    return stem if len(raw) <= room else raw[: max(room, 0)].decode("utf-8", "ignore")


def rename_new(source: str, target: str) -> None:
    """Renames a file to a name that must be free: otherwise a `FileExistsError`, and nothing has changed."""
    if sys.platform == "linux" and _rename_at_once(source, target):
        return
    if sys.platform == "win32":
        Path(source).rename(target)  # where renaming does not replace
        return
    # The name is taken by an empty file, which the renaming replaces.
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        Path(source).replace(target)
    except BaseException:
        Path(target).unlink()
        raise


def _rename_at_once(source: str, target: str) -> bool:
    """By the system call that does not replace; whether there is one."""
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    if call(_HERE, os.fsencode(source), _HERE, os.fsencode(target), _NO_REPLACE) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNABLE:
        return False
    raise OSError(code, os.strerror(code), source, None, target)


def carry_out(plan: Plan, noted: Callable[[], None], *, resumed: bool) -> set[Path]:
    """Brings an arrival to its place, or finds that it is there; gives the folders that changed.

    `noted` makes the plan durable when it says more than before. `resumed` says that an earlier try may have got
    through: then a file that stands nowhere has been moved, and taken on by whoever waits for it there.
    """
    if plan.to is None or plan.lost:
        return set()
    target = Path(plan.to)
    target.parent.mkdir(parents=True, exist_ok=True)
    if plan.path is None:
        _write_body(plan, noted)
        return {target.parent}
    if plan.copied:
        _finish_copy(plan, noted)
    else:
        _move(plan, noted, resumed)
    return {Path(plan.path).parent, Path(plan.to).parent} if plan.to else set()


def _move(plan: Plan, noted: Callable[[], None], resumed: bool) -> None:
    assert plan.path and plan.to
    found = Identity.at(plan.path)
    if found != plan.identity:
        # The renaming keeps what a file is told by. Its old name may be that of the next arrival already.
        if resumed and (found is None or Identity.at(plan.to) == plan.identity):
            return
        _lose(plan, GONE if found is None else CHANGED, noted)
        return
    while True:
        try:
            rename_new(plan.path, plan.to)
            break
        except FileExistsError:
            _other_name(plan, noted)
        except PermissionError as error:
            # Others must not wait for a file that is not ours to move; where it should go was tried at the start.
            _lose(plan, f"it could not be moved: {error.strerror}", noted)
            return
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            if not os.access(Path(plan.path).parent, os.W_OK):
                _lose(plan, "it could not be moved: its folder may not be written to", noted)
                return
            _copy(plan, noted)
            return
    if Identity.at(plan.to) != plan.identity:
        # Another file had got its name between the look and the renaming: that one has not been judged.
        _give_back(plan.to, plan.path)
        _lose(plan, CHANGED, noted)


def _give_back(moved: str, path: str) -> None:
    try:
        rename_new(moved, path)
    except FileExistsError:
        rename_new(moved, free_name(Path(path).parent, f"again-{Path(path).name}", 1))


def _copy(plan: Plan, noted: Callable[[], None]) -> None:
    """To another file system: a copy that is whole and synced under a temporary name, noted, renamed; then the end of
    the original."""
    assert plan.path and plan.to
    partial = _partial(plan.to, plan.number)
    Path(partial).unlink(missing_ok=True)
    shutil.copy2(plan.path, partial, follow_symlinks=False)
    _sync(partial)
    if Identity.at(plan.path) != plan.identity:
        Path(partial).unlink()
        _lose(plan, CHANGED, noted)
        return
    plan.copied = True
    noted()
    _finish_copy(plan, noted)


def _finish_copy(plan: Plan, noted: Callable[[], None]) -> None:
    assert plan.path and plan.to
    partial = _partial(plan.to, plan.number)
    while os.path.lexists(partial):
        try:
            rename_new(partial, plan.to)
        except FileExistsError:
            before = partial
            _other_name(plan, lambda: None)
            partial = _partial(plan.to, plan.number)
            if partial != before:
                rename_new(before, partial)
            noted()
    sync_folders({Path(plan.to).parent})
    if Identity.at(plan.path) == plan.identity:
        Path(plan.path).unlink()


def _partial(target: str, number: int) -> str:
    """The temporary name of an arrival: hidden, and the same after a restart, whatever name it gets."""
    return os.fspath(Path(target).with_name(f".samesame-{number}.partial"))


def _write_body(plan: Plan, noted: Callable[[], None]) -> None:
    """An entry of a feed, as a file; one that is there with the same words is the one of an earlier run."""
    assert plan.to is not None and plan.body is not None
    body = plan.body.encode()
    partial = Path(_partial(plan.to, plan.number))
    while True:
        if Path(plan.to).is_file() and Path(plan.to).read_bytes() == body:
            partial.unlink(missing_ok=True)
            return
        partial.write_bytes(body)
        _sync(os.fspath(partial))
        try:
            rename_new(os.fspath(partial), plan.to)
        except FileExistsError:
            _other_name(plan, noted)


def _other_name(plan: Plan, noted: Callable[[], None]) -> None:
    assert plan.to is not None
    target = Path(plan.to)
    plan.to = free_name(target.parent, target.name, plan.number)
    noted()


def _lose(plan: Plan, why: str, noted: Callable[[], None]) -> None:
    plan.to, plan.lost = None, why
    noted()


def _sync(path: str) -> None:
    """Makes a copy durable; a link is as durable as its folder."""
    if not Path(path).is_symlink():
        with Path(path).open("rb") as file:
            os.fsync(file.fileno())


def sync_folders(folders: set[Path]) -> None:
    """Makes names durable. Some file systems cannot; then it is done later."""
    for folder in folders:
        with contextlib.suppress(OSError):
            file = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)
