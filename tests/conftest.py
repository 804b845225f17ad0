"""What tests of several packages share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from browser import Browser, find_browser
from tools import skip_without

if TYPE_CHECKING:
    from evil_server import Evil
    from running_service import RunningService
    from studio_window import Studio
    from window import Chromium, Window

settings.register_profile("kaensan", deadline=None)  # how busy the machine is never decides a test
settings.load_profile("kaensan")


_TRAINING = ("torch", "sklearn", "lightgbm", "onnx", "zstandard")
"""what `kaensan.train` imports: the `train` extra, whose torch is large"""


class _Untrained(pytest.Module):
    """A module of tests of training that is collected, not imported, and skipped in words."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        missing = ", ".join(name for name in _TRAINING if find_spec(name) is None)
        pytest.skip(f"training needs {missing}: pip install 'kaensan[train]'", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Skip the tests of training where a package is missing; otherwise pytest makes a module as always."""
    if module_path.parent.name != "train" or all(map(find_spec, _TRAINING)):
        return None
    return _Untrained.from_parent(parent, path=module_path)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a tool that is not installed."""
    for mark in item.iter_markers("needs"):
        for tool in mark.args:
            skip_without(tool)


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A real browser."""
    return find_browser(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A running service with the real engine, shared by all tests that do not change it."""
    from running_service import running

    with running(tmp_path_factory.mktemp("service")) as started:
        yield started


@pytest.fixture(scope="session")
def studio_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running service, reached at this address."""
    from studio_service import running_studio

    with running_studio(tmp_path_factory.mktemp("service"), "--allow-private") as (address, _):
        yield address


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests of the studio."""
    from window import Chromium

    browser = Chromium(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shared_window(chromium: Chromium) -> Window:
    """One window for all tests, each of which finds it as if it were new."""
    return chromium.window()


@pytest.fixture
def window(shared_window: Window, studio_address: str) -> Window:
    """A window that remembers nothing."""
    shared_window.forget(studio_address)
    return shared_window


@pytest.fixture
def studio(window: Window, studio_address: str) -> Iterator[Studio]:
    """The studio. Whatever a test does, nothing may complain on the console or leave the service."""
    from studio_window import Studio

    yield Studio(window, studio_address)
    complaints, requests = list(window.complaints), list(window.requests)
    assert complaints == []
    outside = [one for one in requests if not one.startswith((studio_address, "blob:", "data:", "about:"))]
    assert outside == []


@pytest.fixture(scope="session")
def evil() -> Iterator[Evil]:
    """A server of somebody else."""
    from evil_server import Evil

    evil = Evil()
    yield evil
    evil.server.shutdown()
    evil.server.server_close()
