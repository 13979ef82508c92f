"""Resolves the inputs of a user (a file, a folder, a glob or `-`) to files, and finds the format of each."""

from __future__ import annotations

import errno
import glob
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from samesame.errors import InputError, ParameterError
from samesame.model import Problem
from samesame.read.distributed import is_elsewhere
from samesame.read.folders import files_below, is_there, shown
from samesame.read.problems import Problems

# Suffix to format. All but the last four are read by the core, these by Arrow.
FORMATS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".mbox": "mbox",
    ".txt": "text",
    ".text": "text",
    ".md": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".eml": "mail",
    ".xml": "xml",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
PACKED = (".gz", ".zst", ".xz", ".bz2")
STDIN = "-"
# Compressed formats that cannot be read: the user probably means them, so they are an error and not just skipped.
FOREIGN = (".xz", ".bz2", ".zip", ".7z", ".rar", ".lz4", ".lz", ".lzma", ".lzo", ".br", ".sz", ".snappy", ".z", ".tar")
# Devices that end: they stand for something that the user's shell passed on.
HANDED_OVER = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/", os.devnull)


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read. `path` is None for standard input; `given` is the number of the IN that it comes from.

    `address` is where Spark finds what this process cannot read; it may be a folder or a pattern, too.
    """

    path: Path | None
    name: str
    format: str
    # Its path in the folder that was given, or its own name.
    inside: str = field(default="", compare=False)
    given: int = 0
    address: str = ""

    @property
    def size(self) -> int:
        """Bytes on disk; 0 if unknown."""
        try:
            return self.path.stat().st_size if self.path else 0
        except OSError:
            return 0


def format_of(path: str | Path) -> str | None:
    """The format that a file's name indicates, compressed or not.

    >>> format_of("news.jsonl.zst"), format_of("letter.EML"), format_of("photo.png")
    ('jsonl', 'mail', None)
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in PACKED:
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


def foreign_packing(path: str | Path) -> str | None:
    """The suffix of a compressed format that cannot be read; None for any other name.

    >>> foreign_packing("news.csv.ZIP"), foreign_packing("photos.zip"), foreign_packing("news.csv.gz")
    ('.zip', None, None)
    """
    suffix = Path(path).suffix.lower()
    return suffix if suffix in FOREIGN and suffix not in PACKED and format_of(Path(path).stem) else None


def resolve(
    sources: Iterable[str | os.PathLike[str]],
    format: str | None,
    problems: Problems,
    tell: Callable[[int], None] | None = None,
) -> list[Input]:
    """All files of the sources, in a stable order, each once and each with a unique name.

    `tell` is called with the number of files found so far.
    """
    if format is not None and format not in FORMATS.values():
        known = ", ".join(sorted(set(FORMATS.values())))
        raise ParameterError(f"format: expected one of {known}; got '{format}'")
    found: dict[Path | str | None, Input] = {}
    names: dict[str, int] = {}
    for given, source in enumerate(sources):
        for one in _expand(os.fspath(source), format, problems):
            key = one.address or one.path
            if key not in found:
                times = names[one.name] = names.get(one.name, 0) + 1
                name = one.name if times == 1 else f"{one.name} ({times})"
                found[key] = replace(one, name=name, given=given)
                if tell:
                    tell(len(found))
    problems.settle()
    return list(found.values())


def _expand(source: str, format: str | None, problems: Problems) -> Iterator[Input]:
    if not source:
        raise InputError("an empty name is no file or folder; '.' is the folder you are in")
    if is_elsewhere(source):
        yield _elsewhere(source, format)
        return
    path = Path(source)
    mode = None if source == STDIN else _mode(path)
    if source == STDIN:
        yield Input(None, "stdin", format or "jsonl", "stdin")
    elif mode is not None and stat.S_ISDIR(mode):
        yield from _folder(path, format, problems)
    elif mode is not None:
        _refuse_devices(path, mode)
        yield _file(path, format)
    elif matches := sorted(match for match in glob.glob(source, recursive=True) if is_there(match)):
        top = _fixed(source)
        for match in matches:
            for one in _expand(match, format, problems):
                yield replace(one, inside=_inside(one, top))
    else:
        raise InputError(f"{shown(source)}: no such file or folder")


def _elsewhere(address: str, format: str | None) -> Input:
    """What Spark will read: a file, a folder or a pattern."""
    found = format or format_of(address.rstrip("/"))
    if found is None:
        raise InputError(f"{address}: the name tells no format; give --format jsonl or --format parquet")
    return Input(None, address, found, address, address=address)


def _fixed(pattern: str) -> Path:
    """The folder of a glob before the first part that stands for several names."""
    parts = Path(pattern).parts
    plain = next((i for i, part in enumerate(parts) if glob.has_magic(part)), len(parts))
    return Path(*parts[: min(plain, len(parts) - 1)])


def _inside(one: Input, top: Path) -> str:
    return one.inside if one.path is None else one.path.relative_to(top).as_posix()


def _mode(path: Path) -> int | None:
    """The file mode of a path; None if nothing is there."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None
        raise InputError(f"{shown(path)}: {error.strerror or error}") from error


def _file(path: Path, format: str | None) -> Input:
    found = format or format_of(path)
    if found is None and (packing := foreign_packing(path)):
        raise InputError(f"{shown(path)}: packed as {packing}, which cannot be read; unpack it first")
    if found is None:
        known = " ".join((*FORMATS, *PACKED))
        raise InputError(f"{shown(path)}: the name tells no format (known: {known}); give --format")
    return Input(path, shown(path), found, path.name)


def _refuse_devices(path: Path, mode: int) -> None:
    """Refuses devices, which may never end. Pipes, including those of a shell, end when the writer does."""
    is_endless = stat.S_ISCHR(mode) and not path.as_posix().startswith(HANDED_OVER)
    if is_endless or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        kind = "socket" if stat.S_ISSOCK(mode) else "device"
        raise InputError(f"{shown(path)}: a {kind}, not a file; '-' reads standard input")


def _folder(folder: Path, format: str | None, problems: Problems) -> Iterator[Input]:
    count = 0
    unknown: list[str] = []
    for path in files_below(folder, problems):
        try:
            is_file = stat.S_ISREG(path.stat().st_mode)
        except OSError as error:
            problems.add(Problem(shown(path), 0, f"cannot be read: {_reason(path, error)}"))
            continue
        if is_file and (format or format_of(path)):
            count += 1
            yield replace(_file(path, format), inside=path.relative_to(folder).as_posix())
        elif is_file and (packing := foreign_packing(path)):
            problems.add(Problem(shown(path), 0, f"packed as {packing}, which cannot be read; left out"))
        else:
            unknown.append(shown(path))
    if unknown:
        problems.skip(shown(folder), unknown, "of unknown format")
    if not count:
        known = " ".join((*FORMATS, *PACKED))
        problems.add(Problem(shown(folder), 0, f"no files to read in this folder (known: {known})"))


def _reason(path: Path, error: OSError) -> str:
    return "a link that leads nowhere" if path.is_symlink() and error.errno == errno.ENOENT else str(error.strerror)
