"""What tests of several packages share."""

from importlib.util import find_spec

import pytest
from hypothesis import settings

from browser import Browser, find_browser

settings.register_profile("kaensan", deadline=None)  # how busy the machine is never decides a test
settings.load_profile("kaensan")


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A real browser."""
    return find_browser(tmp_path_factory.mktemp("browser"))


# Training needs the `train` extra, whose torch is large; without it, the tests of training are not collected.
_TRAINING = [
    *("train/test_forest.py", "train/test_gold_blocks.py"),
    *("train/test_train_core.py", "train/test_train_boards.py"),
]
collect_ignore = [] if find_spec("torch") and find_spec("sklearn") else _TRAINING
