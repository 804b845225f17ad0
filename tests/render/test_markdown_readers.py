"""Markdown that every common reader shows with all its words, and in which nothing can run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import markdown2
import mistune
import pytest
import turbohtml
from content_pages import markdown
from markdown import markdown as python_markdown
from markdown_it import MarkdownIt

READERS: dict[str, Callable[[str], str]] = {
    "CommonMark": MarkdownIt("commonmark").render,
    "GitHub-flavoured": MarkdownIt("gfm-like", {"linkify": False}).render,
    "Python-Markdown": lambda text: python_markdown(text, extensions=["tables", "fenced_code"]),
    "markdown2": lambda text: str(markdown2.markdown(text, extras=["tables", "fenced-code-blocks"])),
    "mistune": lambda text: str(mistune.html(text)),
}

HOSTILE = [
    "<p>&lt;script>alert(1)&lt;/script>",
    "<p>&lt;img src=x onerror=alert(1)>",
    "<ul><li>&lt;script>alert(1)&lt;/script></ul>",
    "<table><tr><th>a<th>b<tr><td>&lt;script>alert(1)&lt;/script><td>&lt;b onclick=x></table>",
    "<h2>&lt;iframe src=x></h2>",
    "<blockquote>&lt;svg onload=alert(1)></blockquote>",
    '<a href="/x">&lt;script>alert(1)&lt;/script></a>',
    "<p>a<br>&lt;script>alert(1)&lt;/script>",
    '<img src="/i.png" alt="&lt;script>alert(1)&lt;/script>"><p>x',
    "<b>&lt;script></b>alert(1)<i>&lt;/script></i>",
    "<p>\\&lt;script>alert(1)&lt;/script>",
]

ORDINARY = [
    "<h2>ข่าวสะพาน</h2><p>คำ<b>เน้น</b>ในประโยค ราคา 5 &lt; 6 &amp; 7",
    "<ul><li>one<li>two<ul><li>three</ul></ul><ol><li>first<li>second</ol>",
    "<p>snake_case * [x] (y) #tag and 1. one",
    "<pre>a &lt; b &amp;&amp; c\n  d</pre><p>x",
    "<table><tr><th>Name<th>Cost<tr><td>a|b<td>5 &amp; 6</table>",
    "<p>Tom &amp;amp; Jerry &amp;lt; x",
]


def shown(html: str) -> str:
    return "".join(turbohtml.parse(html).text.split())


def dangers(html: str) -> list[str]:
    elements = turbohtml.parse(html).select("script, iframe, svg, [onerror], [onload], [onclick]")
    return [element.tag for element in elements]


def test_dangers_are_seen() -> None:
    assert dangers("<p onclick=x>a<script>x</script>") == ["p", "script"]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("page", HOSTILE)
def test_nothing_runs_in_any_reader(page: str, reader: str) -> None:
    assert dangers(READERS[reader](markdown(page))) == []


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("page", [*HOSTILE[:2], *ORDINARY])
def test_no_reader_loses_a_word(page: str, reader: str) -> None:
    words = "".join(turbohtml.parse(page).text.split())
    kept = shown(READERS[reader](markdown(page))).replace("\\", "")
    assert [char for char in words if char.isalnum()] == [char for char in kept if char.isalnum()]


def test_marked_runs_nothing_and_loses_nothing(tmp_path: Path) -> None:
    node = shutil.which("node")
    places = os.environ.get("NODE_PATH", "").split(os.pathsep)
    roots = [*map(Path, filter(None, places)), Path("/usr/local/lib/node_modules"), Path.cwd() / "node_modules"]
    found = [root / "marked" for root in roots if (root / "marked").is_dir()]
    if not node or not found:
        pytest.skip("needs node and its package marked (npm install marked; NODE_PATH says where)")
    script = tmp_path / "read.mjs"
    script.write_text(
        f"import {{marked}} from {json.dumps(str(found[0] / 'lib' / 'marked.esm.js'))};\n"
        "const pages = JSON.parse(await new Response(process.stdin).text());\n"
        "console.log(JSON.stringify(pages.map(page => marked.parse(page))));\n",
        encoding="utf-8",
    )
    pages = [*HOSTILE, *ORDINARY]
    source = json.dumps([markdown(page) for page in pages])
    done = subprocess.run([node, str(script)], input=source, capture_output=True, text=True, check=True, timeout=60)
    for page, html in zip(pages, json.loads(done.stdout), strict=True):
        assert dangers(html) == []
        if page in ORDINARY:
            words = "".join(turbohtml.parse(page).text.split())
            assert [char for char in words if char.isalnum()] == [char for char in shown(html) if char.isalnum()]
