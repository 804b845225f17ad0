"""What is run elsewhere is at least well-formed and names things that exist here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def _read(path: Path) -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_jobs_with_limits_and_least_permissions(path: Path) -> None:
    workflow = _read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 90
        assert all("uses" in step or "run" in step for step in job["steps"])
        assert all("@" in step["uses"] for step in job["steps"] if "uses" in step)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_calls_targets_that_the_makefile_has(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    called = set(re.findall(r"\bmake ([a-z-]+)", path.read_text(encoding="utf-8")))
    assert called <= targets


def test_the_tests_cover_every_system_and_python() -> None:
    matrix = _read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]


def test_the_image_runs_as_an_ordinary_user_and_checks_its_health() -> None:
    lines = (ROOT / "packaging" / "Containerfile").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("USER ") and line.split()[1] not in ("0", "root") for line in lines)
    assert any(line.startswith("HEALTHCHECK") and "/healthz" in line for line in lines)


def test_the_recipe_names_the_version_and_the_dependencies_of_the_project() -> None:
    import tomllib

    import kaensan

    recipe = _read(ROOT / "packaging" / "conda" / "recipe.yaml")
    assert recipe["context"]["version"] == kaensan.__version__
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.split(r"[><=]", requirement)[0] for requirement in needed}
    assert names <= {entry.split()[0] for entry in recipe["requirements"]["run"]}
