"""What tests of several packages share."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from browser import Browser, find_browser

if TYPE_CHECKING:
    from running_service import RunningService

settings.register_profile("kaensan", deadline=None)  # how busy the machine is never decides a test
settings.load_profile("kaensan")


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


# Training needs the `train` extra, whose torch is large; without it, the tests of training are not collected.
_TRAINING = [
    *("train/test_forest.py", "train/test_gold_blocks.py"),
    *("train/test_train_core.py", "train/test_train_boards.py"),
]
collect_ignore = [] if find_spec("torch") and find_spec("sklearn") else _TRAINING
