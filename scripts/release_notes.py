"""The notes of a release: the newest section of the changelog, as Markdown.

python scripts/release_notes.py [--out FILE]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def newest_section(changelog: str) -> str:
    """The text under the first heading of the second level.

    >>> newest_section("# Changelog\\n\\n## 0.2.0\\n\\n- New.\\n\\n- Newer.\\n\\n## 0.1.0\\n\\n- First.\\n")
    '- New.\\n\\n- Newer.\\n'
    """
    _, _, after = changelog.partition("\n## ")
    _, _, section = after.partition("\n")
    section, _, _ = section.partition("\n## ")
    if not section.strip():
        raise SystemExit("the changelog has no section to publish")
    return section.strip() + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write; standard output by default")
    out: Path | None = parser.parse_args().out
    notes = newest_section(CHANGELOG.read_text(encoding="utf-8"))
    if out is None:
        sys.stdout.write(notes)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(notes, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
