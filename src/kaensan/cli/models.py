"""`kaensan models`: what the program decides with, and whether it is what was released."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from kaensan.cli.style import Style
from kaensan.methods.model_files import read_manifest, verify

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="the whole manifest as JSON")


def run(args: argparse.Namespace) -> int:
    """Print every model and check its bytes; 1 when one of them is not what the manifest says."""
    wrong = verify()
    if args.json:
        print(json.dumps([{**asdict(one), "wrong": wrong[one.file]} for one in read_manifest()], indent=1))
        return 1 if any(wrong.values()) else 0
    style = Style(sys.stdout)
    for one in read_manifest():
        state = style(wrong[one.file], "red") if wrong[one.file] else "as released"
        print(f"{style(one.file, 'bold')}  format {one.format}, {one.bytes:,} bytes, {state}")
        print(f"  sha256 {one.sha256}")
        for key, value in one.origin.items():
            print(f"  {key}: {value if isinstance(value, str | int) else json.dumps(value, ensure_ascii=False)}")
    return 1 if any(wrong.values()) else 0
