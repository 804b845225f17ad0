"""Which sources of the kernel run: compiled, or as plain Python.

The modules below hold everything that happens per node or per character. They are ordinary Python files with Cython's
types; an installation with a C compiler compiles them, and both ways give the same results.

`KAENSAN_PURE=1` in the environment runs the Python sources even where compiled ones lie beside them.
"""

import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location

__all__ = ["BUILT", "MODULES", "prefer_sources", "prefer_sources_if_needed"]

MODULES = (
    "kaensan.dates.date_hints",
    "kaensan.dates.found_dates",
    "kaensan.metadata.evidence",
    "kaensan.metadata.first_rows",
    "kaensan.metadata.mark_columns",
    "kaensan.metadata.opening_words",
    "kaensan.metadata.repeated_blocks",
    "kaensan.metadata.small_words",
    "kaensan.dates.stamps",
    "kaensan.metadata.trigrams",
    "kaensan.methods.boards.group_columns",
    "kaensan.methods.boards.look_alikes",
    "kaensan.methods.boards.loops",
    "kaensan.methods.boards.place_rows",
    "kaensan.methods.boards.plain_dates",
    "kaensan.methods.boards.row_columns",
    "kaensan.methods.core.block_columns",
    "kaensan.methods.core.block_neighbours",
    "kaensan.methods.core.block_openings",
    "kaensan.methods.core.choosing",
    "kaensan.methods.core.container_rows",
    "kaensan.methods.core.deciding",
    "kaensan.methods.core.fact_sums",
    "kaensan.methods.core.finishing",
    "kaensan.methods.core.forest_answers",
    "kaensan.methods.core.leaf_effects",
    "kaensan.methods.core.measures",
    "kaensan.methods.core.naming",
    "kaensan.methods.core.repetition",
    "kaensan.page.attribute_lookup",
    "kaensan.page.climbing",
    "kaensan.page.columns",
    "kaensan.page.counting",
    "kaensan.page.inline_rows",
    "kaensan.page.named_values",
    "kaensan.page.row_spaces",
    "kaensan.page.scripts_aside",
    "kaensan.page.stems",
    "kaensan.page.structured",
    "kaensan.page.utf8",
    "kaensan.page.visibility",
    "kaensan.page.white_space",
    "kaensan.page.word_search",
    "kaensan.render.shown_elements",
    "kaensan.render.markdown_blocks",
    "kaensan.render.markdown_line",
    "kaensan.render.node",
    "kaensan.render.tree_writer",
    "kaensan.threads.sign_columns",
    "kaensan.train.leaf_sums",
)
"""What is compiled."""

BUILT = ".kernel-built"
"""A file beside this one, written whenever the kernel is compiled in place: what is newer than it needs compiling."""

_HERE = os.path.dirname(__file__)  # noqa: PTH120 (pathlib would double the time that `import kaensan` takes)


class _SourceFinder:
    """Finds the Python file of a kernel module where the import system would take the compiled one."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, _source(name)) if name in MODULES else None


def prefer_sources_if_needed() -> None:
    """Run the Python sources where the user asks for it, or where they changed after they were compiled."""
    if os.environ.get("KAENSAN_PURE", "0") != "0":
        prefer_sources()
    elif _is_stale():
        print(
            "kaensan: the compiled kernel is older than its sources, which run instead; `make kernel`", file=sys.stderr
        )
        prefer_sources()


def prefer_sources() -> None:
    """From now on import the Python sources of the kernel."""
    sys.meta_path.insert(0, _SourceFinder)


def _is_stale() -> bool:
    """Whether this is a checkout with a kernel compiled before its sources were last changed."""
    try:
        built = os.stat(os.path.join(_HERE, BUILT)).st_mtime  # noqa: PTH116, PTH118
        return any(os.stat(_source(name)).st_mtime > built for name in MODULES)  # noqa: PTH116
    except OSError:
        return False


def _source(name: str) -> str:
    return os.path.join(_HERE, *name.split(".")[1:]) + ".py"  # noqa: PTH118
