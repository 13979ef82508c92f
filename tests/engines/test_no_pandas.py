"""No stage imports pandas, as pyarrow does where it is handed Python values: that takes longer than most stages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from samesame.methods import METHODS

SCRIPT = """
import sys, samesame as ss
engine = ss.Steps(processes=False)
for method in sys.argv[2:]:
    ss.find(sys.argv[1], method=method, engine=engine, spans=True, all_pairs=True)
    ss.dedup(sys.argv[1], method=method, engine=engine)
    ss.cluster(sys.argv[1], method=method, engine=engine)
    ss.cluster(sys.argv[1], method=method)
    assert "pandas" not in sys.modules, method
ss.cluster(sys.argv[1])
assert "pandas" not in sys.modules, "durian"
ss.passages(sys.argv[1], min_words=4, engine=engine)
assert "pandas" not in sys.modules, "passages"
ss.find([ss.Document("a", "one", "2026-03-02"), {"id": "b", "text": "two", "source": "wire"}, ("c", "three")])
assert "pandas" not in sys.modules, "objects in memory"
"""
# The other one, durian, makes clusters only, on the local engine.
PAIRING = [name for name in METHODS if not METHODS[name].kind.clusters]
STORY = "Storms closed the harbour on Monday. Two ferries waited outside. Nobody was hurt."


def test_no_stage_imports_pandas(tmp_path: Path) -> None:
    texts = [STORY, STORY.upper(), f"News: {STORY} More later.", "Two ferries waited outside. Nobody was hurt."]
    path = tmp_path / "news.jsonl"
    path.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    done = subprocess.run([sys.executable, "-c", SCRIPT, path, *PAIRING], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
