"""The kernel gives the same whether it is compiled or runs as plain Python."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kaensan
from kaensan.kernel import MODULES
from kaensan.page import uncompiled

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "tests" / "quality" / "pages").rglob("*.html"))[:6]
POINTERS = {"NULL", "address", "p_const_uchar", "p_const_uint", "p_const_ushort", "p_uchar", "p_ushort"}
"""What only branches for compiled code ask for."""
SHAPES = {
    "nothing": "",
    "nested": "<div>" * 3000 + "deep",
    "attributes": "<p " + " ".join(f"a{number}=v" for number in range(3000)) + ">text",
    "rows of a table": "<table>" + "<tr><td>1<td class='x-yZ'>two &amp; three" * 200,
    "unclosed": "<script><!--<script>x</script><p>lost",
    "foreign": "<svg><style>a&lt;b</style><title>t</title><foreignObject><p>x</svg><math><mi>y<style>z</style></math>",
    "preformatted": "<pre>\n\n a\n  <b>b</b>\n</pre><textarea>\n x</textarea>",
    "Thai": "<p class='เนื้อหา content'>นํ้าท่วมกรุงเทพฯ ๑๒ แห่ง</p>" * 20,
    "board": "<title>How to mend a fence - Fence forum</title><h1>How to mend a fence</h1>"
    + "".join(
        f"<div class='post' id='p{number}'><a class='postAuthor' href='/user/{number % 3}'>reader{number % 3}</a>"
        f"<time>{number + 1} Jan 2020, 10:{number:02}</time><div class='body'><p>Answer {number}: wait until the water "
        f"is gone, then mend it with wire number {number}.</div><div class=signature>sent from afar</div></div>"
        for number in range(12)
    ),
    "many blocks": "<main>" + "".join(f"<p>Line {number} says {'more ' * (number % 30)}</p>" for number in range(1100)),
    "bytes": "\x00\ufffd\U0001f600<p>\u0301e\u3000</p>\u2028",
}
PROGRAM = """
import json, os, sys
if os.environ["KAENSAN_PURE"] == "1":
    sys.modules["cython"] = None  # as where it is not installed
import kaensan
answers = []
for html in json.load(sys.stdin):
    doc = kaensan.extract(html, "https://example.org/news/a-page")
    page = doc.page
    evidence = doc.labels.evidence
    answers.append([
        doc.text, doc.markdown, doc.metadata.to_dict(), doc.page_type, doc.confidence, doc.labels.score.tolist(),
        page.texts.strings, page.texts.context.tolist(), page.texts.spaced.tolist(), page.elements.names,
        page.elements.end.tolist(), list(page.elements.attrs),
        evidence and evidence.features.columns.tolist(), doc.thread and doc.thread.to_dict(),
    ])
print(json.dumps([kaensan.compiled, answers]))
"""


def _answers(pages: list[str], *, pure: bool) -> tuple[bool, list[object]]:
    environment = {**os.environ, "KAENSAN_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(pages),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    compiled, answers = json.loads(done.stdout)
    return compiled, answers


def test_the_sources_run_where_that_is_asked_for() -> None:
    compiled, _ = _answers([""], pure=True)
    assert not compiled


@pytest.mark.skipif(not kaensan.compiled, reason="the kernel is not compiled here, so there is nothing to compare")
def test_compiled_and_plain_python_give_the_same() -> None:
    pages = [*SHAPES.values(), *(path.read_text(encoding="utf-8") for path in PAGES)]
    compiled, fast = _answers(pages, pure=False)
    _, slow = _answers(pages, pure=True)
    assert compiled
    for name, one, other in zip([*SHAPES, *PAGES], fast, slow, strict=True):
        assert one == other, name


def test_every_module_of_the_kernel_is_marked_for_the_build() -> None:
    marked = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for path in (ROOT / "src").rglob("*.py")
        if path.read_text(encoding="utf-8").startswith("# cython:")
    }
    assert marked == set(MODULES)


class _Asked(ast.NodeVisitor):
    """The names of Cython that a module asks for when it runs, which it does not for those of types in annotations."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        pass

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.decorator_list, *node.body):
            self.visit(part)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "cython":
            self.names.add(node.attr)
        self.generic_visit(node)


@pytest.mark.parametrize("module", MODULES)
def test_without_cython_a_module_finds_all_that_it_asks_for(module: str) -> None:
    asked = _Asked()
    asked.visit(ast.parse((ROOT / "src" / Path(*module.split(".")).with_suffix(".py")).read_text(encoding="utf-8")))
    assert asked.names - POINTERS <= set(uncompiled.__all__)


def test_without_cython_a_number_becomes_a_place_in_a_column() -> None:
    place = uncompiled.cast(uncompiled.Py_ssize_t, 3.0)
    assert (place, type(place)) == (3, int)
    assert uncompiled.cast(uncompiled.double, 2.5) == 2.5
