"""write: the last step, the same for all engines. `find` and `passages` return their rows instead."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pyarrow as pa

from samesame.engines.base import Live, Outcome
from samesame.plan.model import Collection, DedupOptions, FindOptions, Plan
from samesame.report.copies import Copies, standard_output
from samesame.report.files import write_table_to
from samesame.report.kept import KeptRows
from samesame.report.marks import Marks
from samesame.report.outputs import STDOUT
from samesame.report.parts import Chosen
from samesame.report.whole import whole_file


def written(plan: Plan, outcome: Outcome, live: Live) -> None:
    """Writes the files that the plan names. All of them are complete before the first one gets its name."""
    options, side = plan.options, plan.sides[0]
    if isinstance(options, FindOptions):
        with contextlib.ExitStack() as stack:
            _write_clusters(stack, options, outcome)
        return
    if not isinstance(options, DedupOptions) or not isinstance(side, Collection):
        return
    assert isinstance(outcome.kept, KeptRows) and isinstance(outcome.table, pa.Table)
    with contextlib.ExitStack() as stack:
        # Whoever reads standard output may have enough before its end, and the list of removals is whole by then.
        streamed = stack.enter_context(standard_output()) if options.out == STDOUT else None
        if options.removed is not None:
            partial = stack.enter_context(whole_file(Path(options.removed)))
            write_table_to(partial, Path(options.removed), outcome.table, csv_safe=options.csv_safe)
        _write_clusters(stack, options, outcome)
        if options.out is not None:
            live.stage("write")
            documents = side.open(live.problems_of(0), metadata=side.options.metadata)
            marks = Marks.of(outcome.kept, outcome.table) if options.mark else None
            chosen = Chosen(documents, outcome.kept, marks)
            copies = Copies(chosen, csv_safe=options.csv_safe, tell=live.tell, progress=live.progress)
            copies.write(options.out) if streamed is None else copies.write_to(streamed, options.out)


def _write_clusters(stack: contextlib.ExitStack, options: DedupOptions | FindOptions, outcome: Outcome) -> None:
    """The file with the cluster of each document, if one is asked for."""
    if options.clusters is not None and outcome.clusters is not None:
        partial = stack.enter_context(whole_file(Path(options.clusters)))
        write_table_to(partial, Path(options.clusters), outcome.clusters, csv_safe=options.csv_safe)
