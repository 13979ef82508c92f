"""How hard the property tests look: enough to find what matters, not longer than a developer waits."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Always the same examples: a test that fails does so for everybody.
settings.register_profile(
    "samesame", max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
# `make fuzz` looks at other examples each time; its seed is that of the campaign.
settings.register_profile("fuzz", settings.get_profile("samesame"), derandomize=False, database=None)
settings.load_profile(os.environ.get("SAMESAME_HYPOTHESIS", "samesame"))
