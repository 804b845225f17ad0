"""Fuzz the kernel compiled with the address sanitiser: a read or write outside a buffer ends the process with a report.

    python fuzz/sanitised.py [--seconds N] [--seed N] [--out DIR]

The sources are copied to a folder of their own and compiled there with gcc's sanitisers for addresses and for undefined
behaviour; `swarm.py` runs on them. Python's own allocator is replaced by malloc, so that the end of every object is
watched. Bounds are not checked in compiled code: this is the check that they hold.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

__all__ = ["main"]

_HERE = Path(__file__).resolve().parent
_FLAGS = "-fsanitize=address,undefined -fno-sanitize=alignment -fno-omit-frame-pointer -O1 -g"
_COPIED = ("setup.py", "pyproject.toml", "README.md", "src", "fuzz")


def main(argv: Sequence[str] | None = None) -> int:
    """Build, fuzz, and say whether anything was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=240, help="how long to fuzz (240)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/sanitised"), metavar="DIR")
    options = parser.parse_args(argv)
    libraries = [_library(name) for name in ("libasan.so", "libubsan.so")]
    if not all(libraries):
        print("gcc and its sanitisers are not installed; nothing was fuzzed")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        _build(Path(folder))
        return _fuzz(Path(folder), " ".join(libraries), options)


def _library(name: str) -> str:
    """The path of a library of gcc, "" where there is none."""
    if shutil.which("gcc") is None:
        return ""
    path = subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return path if Path(path).is_file() else ""


def _build(folder: Path) -> None:
    for name in _COPIED:
        source = _HERE.parent / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(source, folder / name)
    environment = {**os.environ, "KAENSAN_CFLAGS": _FLAGS, "LDFLAGS": "-fsanitize=address,undefined"}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


def _fuzz(folder: Path, libraries: str, options: argparse.Namespace) -> int:
    environment = {
        **os.environ,
        "LD_PRELOAD": libraries,
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(folder / "src"),
    }
    command = [sys.executable, str(folder / "fuzz" / "swarm.py"), "--megabytes", "0"]
    command += ["--seconds", str(options.seconds), "--seed", str(options.seed), "--out", str(options.out.resolve())]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
