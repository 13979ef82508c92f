"""The server as a process: its socket, its signals, and the order in which it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import signal
import socket
import threading
from collections.abc import Callable, Iterator

import uvicorn

from samesame.errors import InputError, ParameterError
from samesame.service.answering import Service
from samesame.service.gate import Gate
from samesame.service.limits import ServiceLimits
from samesame.service.protocol import GuardedProtocol
from samesame.service.routes import application
from samesame.store import Desk, Writer
from samesame.store.item import ClockChoice

Tell = Callable[[str], None]
# A connection that nobody uses, in seconds.
_KEEP_ALIVE = 30
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Server(uvicorn.Server):
    """Ends with 0 when a signal asks it to: that is how a service is stopped, not how it fails."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop_work = stop
        # Until the loop runs: from the first word on, a signal is a wish to end.
        for number in _SIGNALS:
            signal.signal(number, lambda *_: self._stop())

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._stop)
        try:
            yield
        finally:
            for number in _SIGNALS:
                loop.remove_signal_handler(number)
                # What is written at the end must not be interrupted.
                signal.signal(number, signal.SIG_IGN)

    def _stop(self) -> None:
        if not self.should_exit:
            self.should_exit = True
            self._stop_work()


def serve(
    desk: Desk,
    *,
    host: str,
    port: int,
    token: str | None,
    clock: ClockChoice = "arrival",
    limits: ServiceLimits | None = None,
    tell: Tell,
) -> None:
    """Serves a desk that is not restored yet until a signal ends it; closes the desk."""
    limits = limits or ServiceLimits()
    with contextlib.ExitStack() as stack:
        stack.callback(desk.close)
        listening = stack.enter_context(_listening(host, port, token))
        writer = Writer(desk, waiting=limits.waiting)
        stack.callback(writer.close)
        service = Service(desk, writer, limits, clock)
        stack.callback(service.close)
        gate = Gate(application(service), service.judge, service.metrics.request, limits, token)

        def stop() -> None:
            service.stopping = True
            gate.stop()
            writer.finish(limits.grace)

        server = _Server(_config(gate, limits), stop)
        restoring = _Restoring(desk, server, tell)
        stack.callback(restoring.join)
        tell(f"serving {desk.path} on {_address(listening)}")
        restoring.start()
        asyncio.run(server.serve(sockets=[listening]))
    if restoring.error is not None:
        raise restoring.error
    tell("stopped; all that was begun is finished")


class _Restoring(threading.Thread):
    """Restores the window while the server answers that it is not ready."""

    def __init__(self, desk: Desk, server: uvicorn.Server, tell: Tell) -> None:
        super().__init__(name="samesame-restore")
        self._desk, self._server, self._tell = desk, server, tell
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._desk.restore()
            _collect_seldom()
            self._tell(f"ready: {len(self._desk.window):,} documents in the window")
        except BaseException as error:
            self.error = error
            self._server.should_exit = True


def _collect_seldom() -> None:
    """What is there now stays as long as the process, so the collector need not look at it again and again.

    It took 6 % of the processor time of single requests, which leave next to nothing for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def _config(gate: Gate, limits: ServiceLimits) -> uvicorn.Config:
    guarded = type("Guarded", (GuardedProtocol,), {"patience": limits.head})
    return uvicorn.Config(
        gate,
        http=guarded,
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        date_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=int(limits.grace) + 1,
    )


def require_token(host: str, token: str | None) -> None:
    """Refuses to listen where others can reach it without one.

    >>> require_token("127.0.0.1", None)
    >>> require_token("0.0.0.0", None)
    Traceback (most recent call last):
    ...
    samesame.ParameterError: host: '0.0.0.0' can be reached from other machines, so a token is needed: ...
    """
    if token is None and not _loopback(host):
        raise ParameterError(
            f"host: {host!r} can be reached from other machines, so a token is needed: set SAMESAME_TOKEN, or give "
            "--token-file"
        )


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@contextlib.contextmanager
def _listening(host: str, port: int, token: str | None) -> Iterator[socket.socket]:
    """A socket that listens. The name is resolved here, so that what it stands for decides whether it needs a token."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        require_token(str(address[0]), token)
        listening = socket.create_server(address[:2], family=family, backlog=1024)
    except OSError as error:
        raise InputError(f"{host}:{port}: cannot listen there: {error.strerror or error}") from error
    with listening:
        yield listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
