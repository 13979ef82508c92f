"""tree: the corpus tree of CoDet for documents that come one by one, and drawings of it."""
