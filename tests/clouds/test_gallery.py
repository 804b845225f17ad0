"""The gallery of the documentation is drawn by one command, from pages written for it."""

import runpy
from pathlib import Path

from kaensan.clouds.cloud import FORMATS

ROOT = Path(__file__).parents[2]


def test_the_gallery_is_drawn_by_one_command(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "gallery.py"))
    assert script["draw"](tmp_path) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(script["CLOUDS"])
    river = (tmp_path / "river.svg").read_text(encoding="utf-8")
    assert river.index(">ป่าชายเลน<") < river.index(">ธนาคารปู<")
    index = (ROOT / "docs" / "gallery" / "README.md").read_text(encoding="utf-8")
    for name in script["CLOUDS"]:
        assert name in index
        assert name.rpartition(".")[2] in FORMATS
