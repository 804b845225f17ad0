"""Draw the gallery of clouds from the pages in `docs/gallery/pages`.

python scripts/gallery.py [FOLDER]
"""

import sys
from pathlib import Path

from kaensan.cli import main as kaensan

GALLERY = Path(__file__).parent.parent / "docs" / "gallery"
PAGES = GALLERY / "pages"
CLOUDS: dict[str, list[str]] = {
    "river.svg": ["river.html"],
    "river-salience.svg": ["river.html", "--weight", "salience", "--headings", "1.5"],
    "coffee.svg": ["coffee.html", "--weight", "salience", "--theme", "dark"],
    "phone.svg": ["phone.html", "--terms", "60", "--theme", "light"],
    "mangrove.svg": ["mangrove.html", "--terms", "60", "--theme", "light"],
    "all.html": ["", "--weight", "tfidf", "--title", "สี่หน้า: ป่าชายเลน กาแฟ โทรศัพท์ mangroves"],
    "compared.svg": ["--compare", "river.html", "coffee.html", "--terms", "80", "--theme", "light"],
    "coffee.png": ["coffee.html", "--weight", "salience", "--terms", "50", "--theme", "light", "--scale", "1"],
}
"""What is drawn: the file, and the arguments of `kaensan cloud` that draw it (pages are in the folder of pages)."""


def draw(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name, arguments in CLOUDS.items():
        placed = [str(PAGES / each) if each == "" or each.endswith("html") else each for each in arguments]
        failed += kaensan(["cloud", *placed, "--width", "900", "--height", "560", "-o", str(folder / name)]) != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(draw(Path(sys.argv[1]) if len(sys.argv) > 1 else GALLERY))
