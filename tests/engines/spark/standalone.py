"""A standalone cluster on this machine: a master and workers as processes, and a Python without samesame for them."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark

import samesame as ss

HOME = Path(pyspark.__file__).parent
ROOT = Path(__file__).resolve().parents[3]


def bare_python(folder: Path) -> Path:
    """A Python that has what Spark's tasks need (pyarrow, numpy), and no samesame."""
    venv.create(folder, with_pip=False, symlinks=True)
    inside = next((folder / "lib").glob("python*")) / "site-packages"
    # Folders named here are on the path, but the .pth files in them are not read: one of these has samesame.
    (inside / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "python"


def wheel_of_this(folder: Path) -> Path:
    """The installed package packed as its wheel is."""
    home = Path(ss.__file__).parent
    path = folder / f"samesame-{ss.__version__}-cp311-abi3-linux.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as wheel:
        for file in sorted(home.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                wheel.write(file, Path("samesame") / file.relative_to(home))
    return path


@dataclass(frozen=True)
class Cluster:
    """A cluster that runs."""

    master: str
    workers: list[subprocess.Popen[bytes]]
    python: Path
    folder: Path
    wheel: Path

    def kill(self, number: int) -> None:
        """Kills a worker with its executors, without a word."""
        os.killpg(self.workers[number].pid, signal.SIGKILL)
        self.workers[number].wait()

    def start_driver(self, name: str, what: Any, **settings: str) -> subprocess.Popen[bytes]:
        """Starts the driver of an application: `name` is a function of `driving.py`."""
        given = self.folder / "given"
        given.write_bytes(pickle.dumps((self.master, str(self.wheel), settings, what)))
        self.temporary.mkdir(exist_ok=True)
        named = {"PYSPARK_PYTHON": self.python, "PYTHONPATH": ROOT, "TMPDIR": self.temporary}
        environment = self.environment | {key: str(value) for key, value in named.items()}
        command = [sys.executable, "-m", "tests.engines.spark.driving", name, str(given), str(self.answer)]
        with (self.folder / "driver.log").open("ab") as log:
            return subprocess.Popen(command, env=environment, cwd=ROOT, stdout=log, stderr=log)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a driver: the programs of this Python first."""
        path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
        return {**_environment(), "PATH": path}

    @property
    def temporary(self) -> Path:
        """Where drivers have their temporary files."""
        return self.folder / "temporary"

    @property
    def answer(self) -> Path:
        """Where a driver writes its answer."""
        return self.folder / "answer"

    def drive(self, name: str, what: Any, **settings: str) -> Any:
        """The answer of a driver."""
        return self.finish(self.start_driver(name, what, **settings))

    def finish(self, driver: subprocess.Popen[bytes]) -> Any:
        """Waits for a driver."""
        try:
            code = driver.wait(timeout=400)
        finally:
            driver.kill()
        assert code == 0, (self.folder / "driver.log").read_text()[-4000:]
        return pickle.loads(self.answer.read_bytes())


def _environment() -> dict[str, str]:
    given = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**given, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def _running(folder: Path, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Spark in a group of its own, which is killed with all that it started."""
    command = [str(HOME / "bin" / "spark-class"), *arguments]
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, env=_environment(), stdout=log, stderr=log, start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int = 2, memory: str = "1g") -> Iterator[Cluster]:
    """Starts a master and workers, and ends them."""
    port = _free_port()
    master = f"spark://127.0.0.1:{port}"
    home = "org.apache.spark.deploy"
    with ExitStack() as stack:
        here = ("--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
        stack.enter_context(_running(folder, "master", f"{home}.master.Master", *here))
        _wait_for(folder / "master.log", "New state: ALIVE")
        started = []
        for number in range(workers):
            what = (
                "--cores",
                "1",
                "--memory",
                memory,
                "--webui-port",
                "0",
                "--work-dir",
                str(folder / f"work{number}"),
            )
            name = f"worker{number}"
            started.append(stack.enter_context(_running(folder, name, f"{home}.worker.Worker", *what, master)))
        for number in range(workers):
            _wait_for(folder / f"worker{number}.log", "Successfully registered")
        yield Cluster(master, started, bare_python(folder / "bare"), folder, wheel_of_this(folder))


def _wait_for(log: Path, words: str) -> None:
    for _ in range(1200):
        if log.exists() and words in log.read_text():
            return
        time.sleep(0.1)
    raise TimeoutError(f"{log.name}: '{words}' did not come: {log.read_text()[-2000:]}")
