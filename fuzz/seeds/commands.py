"""Commands that write something, with what they must have written in the end."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from fuzz.case import Fault
from fuzz.program import Child, Ended, import_all
from fuzz.seeds import workbench
from fuzz.seeds.collections import collection

# A folder of outputs beside the inputs, so that a rest is seen.
OUT = "out"


@dataclass(frozen=True, slots=True)
class Command:
    """Arguments; whether they are about an index; and those of the command that makes what it starts from."""

    arguments: tuple[str, ...]
    index: bool = False
    before: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return " ".join(self.arguments)


_BUILD = ("index", "build", "out/index", "a.jsonl")
COMMANDS = (
    Command(("dedup", "a.jsonl", "--out", "out/x.jsonl", "--removed", "out/y.csv")),
    Command(("dedup", "a.jsonl", "b.csv", "--out", "out/x.parquet")),
    Command(("dedup", "b.csv", "--out", "out/x.csv.gz")),
    Command(("dedup", "a.jsonl", "b.csv", "--mark", "--out", "out/x.jsonl")),
    Command(("dedup", "d", "--out", "out/clean/", "--method", "exact")),
    Command(("find", "a.jsonl", "--out", "out/x.jsonl.gz")),
    Command(("find", "a.jsonl", "--method", "codet", "--spans", "--out", "out/x.parquet")),
    Command(("read", "a.jsonl", "b.csv", "--out", "out/x.arrow")),
    Command(("read", "a.jsonl", "--out", "out/x.csv.zst")),
    Command(("passages", "a.jsonl", "--min-words", "6", "--out", "out/x.jsonl")),
    Command(("stats", "a.jsonl", "--out", "out/x.stats")),
    Command(("compare", "left.txt", "right.txt", "--html", "out/x.html")),
    Command(_BUILD, index=True),
    Command(("index", "add", "out/index", "more.jsonl"), index=True, before=_BUILD),
    Command(("index", "remove", "out/index", *(f"first{i}" for i in range(0, 40, 3))), index=True, before=_BUILD),
)


class Bench:
    """A folder with inputs of some size, and what each command makes of them."""

    def __init__(self, folder: Path, seed: int, size: int) -> None:
        import_all()  # so that the first command takes no longer than the others
        rng = random.Random(f"commands:{seed}")
        self.folder = folder / "bench"
        (self.folder / "d").mkdir(parents=True)
        (self.folder / OUT).mkdir()
        sizes = {"a.jsonl": ("first", size), "more.jsonl": ("more", size), "question.jsonl": ("question", 20)}
        for name, (first, many) in sizes.items():
            records = [record for _ in range(many // 20) for record in collection(rng, 30, 10)]
            records = [{**record, "id": f"{first}{i}"} for i, record in enumerate(records)]
            (self.folder / name).write_bytes(workbench.lines(records))
        (self.folder / "b.csv").write_text("id,text\n" + "".join(f"b{i},Row number {i} of it\n" for i in range(size)))
        for i in range(20):
            (self.folder / "d" / f"{i}.txt").write_text(f"Text {i % 7} of a folder")
        for name in ("left.txt", "right.txt"):
            (self.folder / name).write_text(" ".join(str(rng.randrange(99)) for _ in range(size * 5)))

    def run(self, arguments: tuple[str, ...], work: Path, name: str = "run") -> Ended:
        """Runs to the end; raises if that does not go well."""
        done = Child(arguments, work, name=name).wait()
        if done.code not in (0, 1):
            what = f"exit code {done.code} of a run that nothing disturbed: {' '.join(arguments[:2])}"
            raise Fault(f"{what}\n{done.errors}")
        return done

    def outputs(self, work: Path, command: Command) -> dict[str, bytes]:
        """What stands in the folder of outputs; for an index what it answers, as its bytes are its own matter."""
        found = workbench.contents(work / OUT)
        if not command.index:
            return found
        files = sum(not name.endswith("lock") for name in found)
        return {"files": str(files).encode(), "answer": self.answer(work)}

    def answer(self, work: Path) -> bytes:
        """What the index answers; nothing where there is none."""
        if not (work / OUT / "index").exists():
            return b"none"
        done = Child(("find", "question.jsonl", "--against", "out/index"), work, name="answer").wait()
        if "Traceback" in done.errors:
            raise Fault(f"traceback of an index after a disturbance\n{done.errors}")
        return done.output if done.code == 0 else b"refused: " + done.errors.encode()
