"""The service and the browser that the tests of the studio share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from evil_server import Evil
from studio_service import running_studio
from studio_window import Studio
from window import Chromium, Window


@pytest.fixture(scope="session")
def studio_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running service, reached at this address."""
    with running_studio(tmp_path_factory.mktemp("service"), "--allow-private") as (address, _):
        yield address


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests."""
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
    yield Studio(window, studio_address)
    complaints, requests = list(window.complaints), list(window.requests)
    assert complaints == []
    outside = [one for one in requests if not one.startswith((studio_address, "blob:", "data:", "about:"))]
    assert outside == []


@pytest.fixture(scope="session")
def evil() -> Iterator[Evil]:
    """A server of somebody else."""
    evil = Evil()
    yield evil
    evil.server.shutdown()
    evil.server.server_close()
