"""What can go wrong with a store. Each is also one of the kinds that all of samesame has."""

from __future__ import annotations

from samesame.errors import FormatError, InputError


class StoreError(InputError):
    """The store could not be read or written; what was asked for has not happened."""


class StoreFull(StoreError):
    """There is no room for what was to be written."""


class StoreInUse(StoreError):
    """Another process has the store open."""


class StoreDamaged(StoreError, FormatError):
    """The store cannot be trusted. The message says under which name it was set aside."""
