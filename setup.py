"""Compiles the kernel where that can be done; without a compiler or Cython its sources run as they are.

    python setup.py build_ext --inplace

compiles it beside its sources. Everything else about the package is in pyproject.toml.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

PACKAGE = Path("src") / "kaensan"
KERNEL = runpy.run_path(str(PACKAGE / "kernel.py"))
# The kernel adds up numbers in a fixed order, so that compiled and plain Python agree: no multiply-and-add in one step.
# Loops are vectorised where that pays, and no tables for unwinding are kept: wheels stay small.
FLAGS = (
    ["/O2"]
    if sys.platform == "win32"
    else [
        "-O2",
        "-ftree-vectorize",
        "-fvect-cost-model",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
        "-fno-asynchronous-unwind-tables",
        "-g0",
    ]
)
SHARED = "kaensan._compiled_arrays"
"""What Cython writes for arrays, once for all modules of the kernel: in each of them it would be most of a wheel."""
WITHOUT = "kaensan: {reason}; the kernel stays plain Python, which gives the same results more slowly"


class BuildKernel(build_ext):
    """Compile what can be compiled, and note when."""

    def build_extension(self, ext: Extension) -> None:
        """Compile a module; one that cannot be compiled stays Python, even where there is no compiler to call."""
        try:
            super().build_extension(ext)
        except (BaseError, CCompilerError, OSError) as error:
            print(f"kaensan: {ext.name}: {error}", file=sys.stderr)

    def run(self) -> None:
        super().run()
        built = {extension.name: Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions}
        if SHARED in built and not built[SHARED].is_file():
            for path in built.values():  # without it no other can be loaded
                path.unlink(missing_ok=True)
        missing = [name for name, path in built.items() if not path.is_file()]
        if missing:
            print(WITHOUT.format(reason=f"{', '.join(missing)} could not be compiled"), file=sys.stderr)
        elif self.inplace and self.extensions:
            (PACKAGE / KERNEL["BUILT"]).touch()


def extensions() -> list[Extension]:
    """The kernel's modules, to be compiled; none where that is not wanted or Cython is not there."""
    if os.environ.get("KAENSAN_PURE", "0") != "0":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print(WITHOUT.format(reason="Cython is not installed"), file=sys.stderr)
        return []
    flags = [*FLAGS, *os.environ.get("KAENSAN_CFLAGS", "").split()]
    shared = Extension(SHARED, [f"{SHARED}.c"], extra_compile_args=flags, optional=True)
    modules = [
        Extension(
            name, [str(Path("src", *name.split(".")).with_suffix(".py"))], extra_compile_args=flags, optional=True
        )
        for name in KERNEL["MODULES"]
    ]
    compiled: list[Extension] = cythonize(
        [shared, *modules], build_dir="build/kernel", language_level=3, shared_utility_qualified_name=SHARED
    )
    for extension in compiled:
        extension.optional = True  # Cython makes new objects and forgets it
    return compiled


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernel})
