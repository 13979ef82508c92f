"""Corpora with natural word statistics and planted copies, for benchmarks of any size.

>>> rows = list(generate(documents=3, seed=1))
>>> rows[0]["id"], rows[0]["kind"]
('d000000000', 'original')
"""

from .corpus import Block, Document, Options, blocks
from .modes import identical, variants
from .output import batches, generate
from .truth import Truth

__all__ = ["Block", "Document", "Options", "Truth", "batches", "blocks", "generate", "identical", "variants"]
