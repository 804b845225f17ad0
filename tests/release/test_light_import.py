"""Importing the package is cheap, and its names are what they say."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import kaensan
from experiments.start import main, packages, steps


def _said(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.strip()


def test_importing_loads_nothing_heavy() -> None:
    heavy = ["numpy", "turbohtml", "regex", "multiprocessing", "asyncio"]
    assert _said(f"import sys, kaensan, kaensan.cli; print([m for m in {heavy} if m in sys.modules])") == "[]"


def test_one_page_needs_no_processes_and_no_network() -> None:
    heavy = "multiprocessing concurrent.futures.process socket asyncio ssl"
    program = f"import sys, kaensan; kaensan.extract('<p>A'); print([m for m in '{heavy}'.split() if m in sys.modules])"
    assert _said(program) == "[]"


def test_the_text_alone_does_not_wait_for_what_metadata_and_html_need() -> None:
    heavy = "kaensan.metadata.read kaensan.dates.found_dates turbohtml.clean turbohtml.detect"
    heavy += " kaensan.render.markdown kaensan.render.html kaensan.document.sections kaensan.threads.thread"
    heavy += " kaensan.page.markup"
    program = f"kaensan.extract('<p>A').text; print([m for m in '{heavy}'.split() if m in sys.modules])"
    assert _said(f"import sys, kaensan; {program}") == "[]"


def test_a_name_that_a_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'kaensan\.render' has no attribute 'render_pdf'"):
        importlib.import_module("kaensan.render").render_pdf  # noqa: B018


def test_no_public_function_is_called_like_a_package() -> None:
    packages = {path.parent.name for path in Path(kaensan.__file__).parent.glob("*/__init__.py")}
    assert packages & set(kaensan.__all__) == set()


@pytest.mark.parametrize("name", kaensan.__all__)
def test_a_public_name_works_under_every_import_form(name: str) -> None:
    forms = f"import kaensan; from kaensan import {name}; import kaensan.methods.xpath as x; import kaensan.web.client"
    assert _said(f"{forms}; print({name} is kaensan.{name}, x.__name__)") == "True kaensan.methods.xpath"


def test_every_public_name_is_there_and_no_other() -> None:
    assert all(getattr(kaensan, name) is not None for name in kaensan.__all__)
    assert set(kaensan.__all__) <= set(dir(kaensan))
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        kaensan.nothing_of_the_kind  # noqa: B018 (asking is the test)


def test_the_start_is_measured_step_by_step(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    taken = steps(1, tmp_path)
    assert next(name for name, _, _ in taken) == "import kaensan"
    assert all(clock >= 0 and processor >= 0 for _, clock, processor in taken)
    assert isinstance(packages(1, tmp_path), Counter)
    assert main(["--runs", "1"]) == 0
    assert "| numpy |" in capsys.readouterr().out
