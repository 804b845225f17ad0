"""Public names that load the module that holds them when they are first used."""

from collections.abc import Callable
from importlib import import_module
from sys import modules
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(package: str, homes: dict[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package; `homes` has the names, parted by blanks, by the module that holds them."""
    home = {name: module for module, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name]), name)
        setattr(modules[package], name, value)
        return value

    return load
