"""How much a server takes on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLimits:
    """What is beyond is refused at once, with a reason: memory does not grow with what clients send."""

    # Of one request.
    body: int = 16 << 20
    batch: int = 10_000
    # Of all requests that are being read or answered: how many, and their bodies together.
    requests: int = 256
    bodies: int = 128 << 20
    # Documents that wait to be judged.
    waiting: int = 4_000
    # Two texts to be compared, together; and how many comparisons run at a time.
    compared: int = 1 << 20
    comparisons: int = 2
    # Seconds: to send the head of a request, its body, and to take an answer.
    head: float = 20.0
    slow: float = 30.0
    # To finish what is begun after SIGTERM; a snapshot follows.
    grace: float = 4.0
