"""The errors of samesame. All are a `SamesameError`; each kind has the same name as in the core.

>>> import samesame as ss
>>> try:
...     ss.find(["a"], method="magic")
... except ss.ParameterError as error:
...     print(error)
method: 'magic' is not known; expected one of: overlap, exact, ...
"""

from samesame._core import (
    FormatError,
    InputError,
    InternalError,
    ParameterError,
    SamesameError,
    StatisticsMismatch,
)

__all__ = [
    "FormatError",
    "InputError",
    "InternalError",
    "ParameterError",
    "SamesameError",
    "StatisticsMismatch",
]
