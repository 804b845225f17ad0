"""What tests of several packages share."""

import pytest

from browser import Browser, find_browser


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A real browser."""
    return find_browser(tmp_path_factory.mktemp("browser"))
