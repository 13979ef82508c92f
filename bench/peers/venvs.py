"""An environment for each peer, kept between runs; made anew when its requirements change."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OTHERS = ("python3.12", "python3.13", "python3.10")


class NotInstalled(Exception):
    """The peer can't be installed here; the message is the reason."""


def environment(name: str, folder: Path) -> Path:
    """The interpreter that has the peer: on this Python, or on another one that is on the PATH."""
    requirements = HERE / "requirements" / f"{name}.txt"
    home = folder.resolve() / name
    python, ready = home / "bin" / "python", home / "requirements.txt"
    if ready.exists() and ready.read_text() == requirements.read_text():
        return python
    reasons = []
    for interpreter in [sys.executable, *(found for other in OTHERS if (found := shutil.which(other)))]:
        reason = install(interpreter, home, requirements)
        if reason is None:
            shutil.copy(requirements, ready)
            return python
        reasons.append(reason)
    raise NotInstalled(f"not installed: {reasons[0]}")


def install(interpreter: str, home: Path, requirements: Path) -> str | None:
    """Makes an environment; gives the reason if that fails."""
    print(f"making the environment of {home.name} ...", file=sys.stderr)
    python = str(home / "bin" / "python")
    for command in (
        [interpreter, "-m", "venv", "--clear", str(home)],
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(requirements)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return last_line(done.stderr)
    return None


def last_line(text: str) -> str:
    """What a failed program said at the end, without paths of this machine."""
    lines = [line for line in text.splitlines() if line.strip()] or ["no message"]
    return re.sub(r"(?:/[^\s/:'\"]+){2,}/", "", lines[-1])[:300]


def versions(python: Path, name: str) -> dict[str, str]:
    """The versions that are installed of what the requirements name, and of Python."""
    lines = (HERE / "requirements" / f"{name}.txt").read_text().splitlines()
    names = [line.split("==")[0] for line in lines if line]
    code = (
        "import json, platform, sys; from importlib.metadata import version; "
        "print(json.dumps({'python': platform.python_version()} | {n: version(n) for n in sys.argv[1:]}))"
    )
    done = subprocess.run([str(python), "-c", code, *names], capture_output=True, text=True, check=True)
    result: dict[str, str] = json.loads(done.stdout)
    return result
