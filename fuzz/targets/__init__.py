"""What is fuzzed, each under its name. The order is that of a campaign."""

from __future__ import annotations

TARGETS = {
    "readers": "fuzz.targets.readers:Readers",
    "columnar": "fuzz.targets.readers:Columnar",
    "round-trip": "fuzz.targets.round_trip:RoundTrip",
    "evaluate": "fuzz.targets.evaluate:Evaluate",
    "pan": "fuzz.targets.evaluate:Pan",
    "statistics": "fuzz.targets.statistics:StatisticsFile",
    "previous": "fuzz.targets.previous:Previous",
    "index": "fuzz.targets.index:DamagedIndex",
    "window": "fuzz.targets.window:DamagedSnapshot",
    "store": "fuzz.targets.store:DamagedStore",
    "texts": "fuzz.targets.texts:Texts",
    "letters": "fuzz.targets.letters:Letters",
    "clusters": "fuzz.targets.clusters:Clusters",
    "verbs": "fuzz.targets.verbs:Verbs",
    "command-line": "fuzz.targets.command_line:CommandLine",
    "kills": "fuzz.targets.kills:Kills",
    "adders": "fuzz.targets.adders:Adders",
    "disks": "fuzz.targets.disks:FullDisks",
}
