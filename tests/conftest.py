"""What tests of several packages share."""

import pytest
from hypothesis import settings

from browser import Browser, find_browser

settings.register_profile("kaensan", deadline=None)  # how busy the machine is never decides a test
settings.load_profile("kaensan")


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A real browser."""
    return find_browser(tmp_path_factory.mktemp("browser"))
