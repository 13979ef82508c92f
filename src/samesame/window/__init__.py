"""window: documents as they arrive, each compared with those of the last hours."""
