"""Builds the documentation as a web site: OUT/VERSION/, with a list of the versions in OUT.

The pages are copied, the reference that the program itself gives is added, and Sphinx makes HTML of them without a
network. A link that leads nowhere is an error.

    python scripts/docs_site.py [OUT]
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docs_reference import api_page, commands_page

import kaensan

ROOT = Path(__file__).parents[1]

_SECTIONS = {
    "Tutorials": ("tutorials", "first-page corpus cloud notebook"),
    "How to": (
        "how-to",
        "thai boards compare fetch crawl batch common-crawl sites own-rules own-model migration service",
    ),
    "Reference": ("reference", "api cli http generated/api generated/commands"),
    "Explanation": (
        "explanation",
        "architecture methods core model-card-core peers boards metadata rendering clouds growth hostile-input",
    ),
    "ภาษาไทย": ("th", "index first-page corpus cloud thai boards fetch crawl batch compare own-rules studio"),
    "Gallery": ("gallery", "README"),
}
"""the sections of the site: their folders, and which of their pages come first"""
_OUTSIDE = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+((?:[A-Z]+(?:\.md)?|src|fuzz|tests|experiments|scripts)(?:/[^)\s]*)?)\)"
)
"""a link to a file of the repository outside `docs`"""
_FOLDER = re.compile(r"\[([^\]]+)\]\(pages\)")


def build(out: Path, docs: Path = ROOT / "docs") -> Path:
    """Build the site of this version and return its folder; a warning of Sphinx ends the program."""
    target = out / kaensan.__version__
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "docs"
        shutil.copytree(docs, source, ignore=shutil.ignore_patterns("__pycache__"))
        generated = source / "reference" / "generated"
        generated.mkdir(parents=True, exist_ok=True)
        (generated / "api.md").write_text(api_page(), encoding="utf-8")
        (generated / "commands.md").write_text(commands_page(), encoding="utf-8")
        for page in source.rglob("*.md"):
            page.write_text(_without_repository_links(page.read_text(encoding="utf-8")), encoding="utf-8")
        index = source / "index.md"
        index.write_text(index.read_text(encoding="utf-8") + _contents(source), encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        _run_sphinx(source, target)
    _list_versions(out)
    return target


def _run_sphinx(source: Path, target: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-W", "--keep-going", "-d", f"{source}/.doctrees"]
    environment = {**os.environ, "KAENSAN_VERSION": kaensan.__version__}
    done = subprocess.run([*command, str(source), str(target)], env=environment, check=False)
    if done.returncode:
        sys.exit("the documentation has links that lead nowhere or pages that cannot be read; see above")


def _without_repository_links(markdown: str) -> str:
    """Name files of the repository instead of linking to them: the site does not hold them."""
    return _FOLDER.sub(r"\1", _OUTSIDE.sub(r"\1 (`\2` in the repository)", markdown))


def _contents(source: Path) -> str:
    """The table of contents, a list of pages for each section, those that are named first in front."""
    parts = []
    for title, (folder, first) in _SECTIONS.items():
        paths = (path for path in (source / folder).rglob("*") if path.suffix in (".md", ".ipynb"))
        present = [path.relative_to(source).with_suffix("").as_posix() for path in paths]
        present = [page for page in present if not page.startswith("gallery/pages/")]
        order = [f"{folder}/{name}" for name in first.split()]
        pages = [page for page in order if page in present] + sorted(set(present) - set(order))
        parts.append("\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```", ""]))
    return "\n" + "\n".join(parts)


def _list_versions(out: Path) -> None:
    """A page that lists every version in the folder, newest first, and the same as JSON."""
    versions = [folder.name for folder in out.iterdir() if (folder / "objects.inv").exists()]
    versions.sort(key=lambda name: [int(number) for number in re.findall(r"\d+", name)], reverse=True)
    (out / "versions.json").write_text(json.dumps(versions), encoding="utf-8")
    items = "".join(f'<li><a href="{html.escape(name)}/index.html">{html.escape(name)}</a></li>' for name in versions)
    newest = html.escape(versions[0])
    (out / "index.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Kaensan</title>'
        f'<meta http-equiv="refresh" content="0; url={newest}/index.html"><h1>Kaensan</h1><ul>{items}</ul></html>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    built = build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out" / "site")
    print(f"open {built / 'index.html'}")
