"""The reference that is written by hand has every option of the commands that everybody uses."""

from __future__ import annotations

import pytest
from documentation import ROOT

from kaensan.cli.describe import commands


@pytest.mark.parametrize("command", ["extract", "demo"])
def test_every_option_is_documented(command: str) -> None:
    reference = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    described = next(one for one in commands() if one.name == command)
    for option in described.options:
        flags = [flag for flag in option.flags if flag not in ("-h", "--help")]
        assert all(f"`{flag}" in reference or f"[{flag}" in reference for flag in flags), option
