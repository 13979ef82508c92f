"""One group of arrivals from its beginning to its end, or from wherever a kill left it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from samesame.store import Desk
from samesame.watch import commands, log
from samesame.watch.decide import Decider, filled_again, shown_place
from samesame.watch.journal import Group, Journal
from samesame.watch.model import Arrival, Identity, Plan
from samesame.watch.places import CHANGED, carry_out, sync_folders
from samesame.watch.settings import Settings


class Groups:
    """Decides groups of arrivals. An error leaves the group as it was noted: `resume` goes on."""

    def __init__(
        self, desk: Desk, journal: Journal, settings: Settings, left: dict[str, Identity], tell: Callable[[str], None]
    ) -> None:
        self._desk, self._journal, self._settings = desk, journal, settings
        self._decider = Decider(desk, settings)
        self._left, self._tell = left, tell
        self.counts: Counter[str] = Counter()

    def decide(self, arrivals: list[Arrival], notes: Mapping[str, str | None] | None = None) -> None:
        """Decides arrivals; `notes` are written when all is done."""
        group = Group(arrivals=arrivals, notes=dict(notes or {}))
        self._journal.begin(group)
        self._judge(group)
        self._finish(group, resumed=False)

    def resume(self) -> None:
        """Finishes what was begun, if something was."""
        group = self._journal.begun()
        if group is None:
            return
        # Without plans nothing has been moved.
        planned = group.plans is not None
        if not planned:
            group.arrivals = [one for one in group.arrivals if filled_again(one, self._desk, self._settings)]
            self._judge(group)
        self._finish(group, resumed=planned)

    def _judge(self, group: Group) -> None:
        group.plans = self._decider.plans(group.arrivals)
        group.since = log.size_of(self._settings.log)
        self._journal.note(group)

    def _finish(self, group: Group, *, resumed: bool) -> None:
        plans = group.plans or []
        folders: set[Path] = set()
        for plan in plans:
            folders |= carry_out(plan, lambda: self._journal.note(group), resumed=resumed)
        sync_folders(folders)
        decisions = [(plan, line) for plan in plans for line in self._placed(plan)]
        told = self._call(decisions, resumed)
        lines = [
            {**line, "command": told[line["number"]]} if told.get(line["number"]) else line for _, line in decisions
        ]
        log.complete(self._settings.log, lines, group.since)
        left = {plan.path: plan.identity for plan in plans if plan.path and plan.identity and _stays(plan)}
        self._journal.end(group, left, told)
        self._left.update(left)
        self.counts.update(line["decision"] for line in lines)

    def _placed(self, plan: Plan) -> list[dict[str, Any]]:
        """The lines of an arrival, with where it went."""
        to = shown_place(plan.to, self._settings.folder(plan.decision))
        placed = [{**line, "to": to} for line in plan.lines]
        return [{**line, "notes": [*line["notes"], plan.lost]} for line in placed] if plan.lost else placed

    def _call(self, decisions: list[tuple[Plan, dict[str, Any]]], resumed: bool) -> dict[int, str]:
        """Calls the user's commands for decisions for which they were not called, and notes each call."""
        told = self._journal.told() if resumed else {}
        for plan, line in decisions:
            number, command = line["number"], self._settings.command(line["decision"])
            if not command or number in told:
                continue
            told[number] = commands.call(command, log.line_of(line), plan.to or plan.path, self._settings.command_time)
            self._journal.tell(number, told[number])
            if told[number]:
                self._tell(f"{line['item']}: {told[number]}")
        return told


def _stays(plan: Plan) -> bool:
    """Whether its file is done with where it is; one that has changed is the next arrival."""
    return plan.to is None and plan.lost != CHANGED
