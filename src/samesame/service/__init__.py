"""service: the window over HTTP, with the store of `samesame.store` behind it.

One process: an event loop that reads requests and writes answers, and one thread that judges (`store.Writer`). All
requests that wait are judged and synced as one group, so that many small ones cost little more than one large one.
"""

from samesame.extras import require

require("serve", "apsw", "fastapi", "uvicorn", "httptools", "prometheus_client")
