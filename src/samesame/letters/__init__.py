"""The parts of a letter: who wrote it, to whom, when and about what, apart from the main text."""
