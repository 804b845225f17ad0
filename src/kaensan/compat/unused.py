"""Arguments of other extractors that mean nothing here: named once, in a warning."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

__all__ = ["warn_unused"]


def warn_unused(function: str, arguments: Mapping[str, Any]) -> None:
    """Warn that some arguments have no effect; those that ask for nothing (None, False) are passed over."""
    asked = sorted(name for name, value in arguments.items() if value is not None and value is not False)
    if asked:
        warnings.warn(f"{function} takes no notice of {', '.join(asked)}", stacklevel=3)
