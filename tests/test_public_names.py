"""Every public name works under every form of import, in `help`, and after pickling."""

from __future__ import annotations

import pickle
import pydoc
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

import kaensan

PACKAGES = sorted(module.name for module in iter_modules(kaensan.__path__) if module.name != "__main__")

CALLABLE = [name for name in kaensan.__all__ if callable(getattr(kaensan, name))]
"""the functions and classes; `compiled` only says how they run"""


def run(program: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.strip()


def test_no_function_is_called_like_a_package() -> None:
    assert set(kaensan.__all__) & set(PACKAGES) == set()


@pytest.mark.parametrize("name", CALLABLE)
def test_a_public_name_is_what_its_home_says(name: str) -> None:
    value = getattr(kaensan, name)
    assert not isinstance(value, ModuleType)
    assert getattr(import_module(value.__module__), name) is value


def test_every_form_of_import_gives_the_same() -> None:
    forms = ["import kaensan", *(f"from kaensan import {name}" for name in kaensan.__all__)]
    forms += [f"import kaensan.{name} as it" for name in PACKAGES]
    forms += [f"from kaensan import {name}" for name in PACKAGES]
    forms += ["import kaensan.methods.xpath as x", "from kaensan.web.client import Client", "from kaensan import *"]
    program = "\n".join([*forms, "print(extract.__name__, fetch.__name__, cloud.__name__, x.__name__)"])
    assert run(program) == "extract fetch cloud kaensan.methods.xpath"


@pytest.mark.parametrize("name", ["cloud", "fetch", "extract", "parse"])
def test_a_function_stays_one_after_every_package_is_imported(name: str) -> None:
    imports = "\n".join(f"import kaensan.{package}" for package in PACKAGES)
    assert run(f"{imports}\nimport kaensan\nprint(type(kaensan.{name}).__name__)") == "function"


def test_names_are_clean() -> None:
    assert dir(kaensan) == sorted([*kaensan.__all__, "__version__"])
    assert run("import kaensan; print(set(dir(kaensan)) - set(kaensan.__all__))") == "{'__version__'}"


@pytest.mark.parametrize("name", CALLABLE)
def test_help_describes_every_name(name: str) -> None:
    described = pydoc.render_doc(f"kaensan.{name}", renderer=pydoc.plaintext)  # type: ignore[attr-defined]
    assert f"kaensan.{name}" in described.splitlines()[0] or name in described.splitlines()[0]
    assert (getattr(kaensan, name).__doc__ or "").strip()


def test_help_of_the_package_lists_its_names() -> None:
    described = pydoc.render_doc("kaensan", renderer=pydoc.plaintext)  # type: ignore[attr-defined]
    assert all(name in described for name in kaensan.__all__)


@pytest.mark.parametrize("name", CALLABLE)
def test_public_names_can_be_pickled(name: str) -> None:
    value = getattr(kaensan, name)
    assert pickle.loads(pickle.dumps(value)) is value


@pytest.mark.parametrize(
    "value",
    [
        kaensan.Policy(comments="drop"),
        kaensan.RenderOptions(links=False),
        kaensan.extract("<h1>One</h1><p>Two.</p>").sections(),
        kaensan.UsageError("said so"),
        kaensan.FetchError("not now", transient=True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_can_be_pickled(value: object) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    assert str(again) == str(value)
