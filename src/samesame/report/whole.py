"""Files that get their names only when they are complete.

Until then they have another name beside it: an interrupted run leaves no incomplete result behind and loses no earlier
one. That name is random and the file is always new, so nothing is ever appended to a file of somebody else. The writer
holds a lock on it, which a kill releases: a file without a lock is left over from a killed run and is removed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from samesame.errors import InputError, ParameterError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# A file name has at most 255 bytes; the random part and the suffix need some of them.
LONGEST = 180
_RANDOM = 8
# Links are not followed, and other programs do not inherit the file.
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A name to write to. The file becomes `path` when the block ends without an error, and is removed otherwise.

    A link stays a link: the file that it points to is replaced. The new file gets the mode and owner of the replaced
    one. A device or a pipe gets all bytes at the end.
    """
    with named_room(path):
        target = destination(path)
        if target is None:
            with _for_device(path) as partial:
                yield partial
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        _take_rests_away(target.parent, *_around(target.name))
        with _fresh(target) as (partial, file):
            yield partial
            _settle(partial, target, file)
        _sync(target.parent)


@contextlib.contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder to write files to, also in folders of it. All move to `path` when the block ends well, or vanish.

    All of them move to `path` when the block ends without an error, and are removed otherwise.

    The files of an earlier run are replaced one by one, when all new ones are complete.
    """
    with named_room(path):
        path.mkdir(parents=True, exist_ok=True)
        _take_rests_away(path, ".samesame.", ".partial")
        with _fresh_folder(path) as partial:
            yield partial
            files = sorted(file for file in partial.rglob("*") if not file.is_dir())
            targets = [path / file.relative_to(partial) for file in files]
            folders = {target.parent for target in targets}
            for folder in folders:
                folder.mkdir(parents=True, exist_ok=True)
            for file, target in zip(files, targets, strict=True):
                _move(file, target)
        for folder in {path, *folders}:
            _sync(folder)


def destination(path: Path) -> Path | None:
    """The file that writing to `path` replaces; None for a device or a pipe, which cannot be replaced."""
    try:
        kind = path.stat().st_mode
    except OSError:
        kind = stat.S_IFREG
    if stat.S_ISDIR(kind):
        raise ParameterError(f"'{path}' is a folder; expected the name of a file")
    if not stat.S_ISREG(kind) or _is_open_elsewhere(path.absolute()):
        return None
    return path.resolve()


def _is_open_elsewhere(path: Path) -> bool:
    """Whether /dev/stdout stands for a file. The program that opened it writes to it, so it must not be replaced."""
    streams = (Path("/dev/stdout"), Path("/dev/stderr"))
    return path in streams or path.is_relative_to("/dev/fd") or path.is_relative_to("/proc")


@contextlib.contextmanager
def named_room(path: Path) -> Iterator[None]:
    """Names the output in the error if there is no room for it, which neither Arrow nor Python do."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise InputError(no_room(error, path)) from error


def no_room(error: OSError, place: str | Path) -> str:
    """The message about a full disk, an exceeded quota or a file that may not grow."""
    reason = "no space left on device" if error.errno == errno.ENOSPC else os.strerror(error.errno or 0).lower()
    return f"{reason}: {place}"


def _around(name: str) -> tuple[str, str]:
    """The parts of a partial file's name before and behind the random part.

    It begins with a dot, so that it is not read as an input, and ends as `name` does, because that decides the format.
    """
    short = os.fsdecode(os.fsencode(name)[:LONGEST])
    suffixes = "".join(Path(name).suffixes[-2:])
    return f".{short}.", f".partial{suffixes if len(suffixes) < LONGEST // 10 else ''}"


@contextlib.contextmanager
def _fresh(target: Path) -> Iterator[tuple[Path, int]]:
    """A new file beside `target`, locked; it is removed at the end unless it was renamed."""
    before, behind = _around(target.name)
    # Others must not be able to read what will replace a private file; a new file gets the mode that the umask allows.
    mode = 0o600 if target.exists() else 0o666

    # Recorded before they are made, because a signal may come directly afterwards.
    tried: list[Path] = []

    def make() -> tuple[Path, int]:
        partial = target.with_name(f"{before}{os.urandom(_RANDOM).hex()}{behind}")
        tried.append(partial)
        return partial, os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL | _PLAIN, mode)

    try:
        with _held(make) as (partial, file):
            yield partial, file
    finally:
        for partial in tried:
            partial.unlink(missing_ok=True)


@contextlib.contextmanager
def _fresh_folder(path: Path) -> Iterator[Path]:
    tried: list[Path] = []

    def make() -> tuple[Path, int]:
        partial = path / f".samesame.{os.urandom(_RANDOM).hex()}.partial"
        tried.append(partial)
        partial.mkdir(mode=0o700)
        return partial, os.open(partial, os.O_RDONLY | _PLAIN)

    try:
        with _held(make) as (partial, _):
            yield partial
    finally:
        for partial in tried:
            shutil.rmtree(partial, ignore_errors=True)


@contextlib.contextmanager
def _held(make: Callable[[], tuple[Path, int]]) -> Iterator[tuple[Path, int]]:
    """A new file or folder, locked.

    Another process may have removed it as a leftover before it was locked: then a new one is made.
    """
    while True:
        path, file = make()
        try:
            if _lock(file) is not False and path.exists():
                yield path, file
                return
        finally:
            os.close(file)


def _lock(file: int) -> bool | None:
    """Whether this process has locked the file; None if there are no locks, so that leftovers cannot be recognised."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _settle(partial: Path, target: Path, file: int) -> None:
    """Renames a finished file, after it was written to the disk."""
    with contextlib.suppress(FileNotFoundError):
        _keep_owner_and_mode(file, target.stat())
    os.fsync(file)
    partial.replace(target)


def _keep_owner_and_mode(file: int, old: os.stat_result) -> None:
    with contextlib.suppress(PermissionError):
        os.fchown(file, old.st_uid, old.st_gid)
    os.fchmod(file, stat.S_IMODE(old.st_mode) & 0o777)


def _move(file: Path, path: Path) -> None:
    """Moves a file out of the partial folder.

    A link may lead to another disk; there, a copy is made first and renamed.
    """
    target = destination(path)
    try:
        if target is None:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        with file.open("rb+") as opened:
            _settle(file, target, opened.fileno())
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with whole_file(path) as partial:
            shutil.copyfile(file, partial)


@contextlib.contextmanager
def _for_device(path: Path) -> Iterator[Path]:
    """A temporary file whose bytes are written to the device or pipe at the end: formats with a footer need a file."""
    with tempfile.TemporaryDirectory(prefix="samesame-") as folder:
        partial = Path(folder) / f"out{''.join(path.suffixes[-2:])}"
        partial.touch()
        yield partial
        with partial.open("rb") as whole, path.open("wb") as device:
            shutil.copyfileobj(whole, device, 1 << 20)


def _take_rests_away(folder: Path, before: str, behind: str) -> None:
    rest = re.compile(f"{re.escape(before)}[0-9a-f]{{{2 * _RANDOM}}}{re.escape(behind)}", re.DOTALL)
    for name in [entry.name for entry in os.scandir(folder) if rest.fullmatch(entry.name)]:
        with contextlib.suppress(OSError):
            _take_away(folder / name)


def _take_away(rest: Path) -> None:
    file = os.open(rest, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _PLAIN)
    try:
        if not _lock(file):
            return
        kind = os.fstat(file).st_mode
        if stat.S_ISDIR(kind):
            shutil.rmtree(rest, ignore_errors=True)
        elif stat.S_ISREG(kind):
            rest.unlink()
    finally:
        os.close(file)


def _sync(folder: Path) -> None:
    """Writes the new name to the disk, too. Some file systems cannot do this; then it is written later."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY | _PLAIN)
        try:
            os.fsync(file)
        finally:
            os.close(file)
