"""methods: one file a method, each a declaration: citation, parameters, what it measures, the stages it runs.

`METHODS` is the list that `samesame methods` prints and `find` chooses from.
"""

from __future__ import annotations

from samesame.errors import ParameterError
from samesame.methods.base import Method, Parameter
from samesame.methods.codet import CODET
from samesame.methods.dsc import DSC
from samesame.methods.exact import EXACT
from samesame.methods.ffp import FFP
from samesame.methods.imatch import IMATCH
from samesame.methods.minhash import MINHASH
from samesame.methods.overlap import OVERLAP
from samesame.methods.pdc import PDC
from samesame.methods.simhash import SIMHASH
from samesame.methods.spotsigs import SPOTSIGS

METHODS: dict[str, Method] = {
    method.name: method for method in [OVERLAP, EXACT, FFP, DSC, IMATCH, SIMHASH, CODET, SPOTSIGS, MINHASH, PDC]
}

__all__ = ["METHODS", "Method", "Parameter", "method_named"]


def method_named(name: str) -> Method:
    """The method of that name, or an error that lists those there are."""
    if name not in METHODS:
        raise ParameterError(f"method: '{name}' is not known; expected one of: {', '.join(METHODS)}")
    return METHODS[name]
