"""What is drawn beside headings and code is no part of them."""

from __future__ import annotations

import pytest
from content_pages import markdown


@pytest.mark.parametrize(
    "anchor",
    [
        '<a href="#cost">¶</a>',
        '<a class="headerlink" href="#cost">#</a>',
        '<a href="#cost">🔗</a>',
        '<span class="mw-editsection"><span>[</span><a href="/edit">edit</a><span>]</span></span>',
        '<span class="mw-editsection"><span>[</span><a href="/edit">แก้</a><span>]</span></span>',
    ],
)
def test_headings_lose_their_anchors(anchor: str) -> None:
    assert markdown(f"<h2>Cost{anchor}</h2><p>x") == "## Cost\n\nx"


def test_a_heading_that_is_nothing_else_stays() -> None:
    assert markdown('<h2><a href="/c">#</a></h2><p>x') == "## [#](/c)\n\nx"


def test_a_heading_about_editing_stays() -> None:
    assert markdown("<h2>How to <a href=/e>edit</a></h2>").startswith("## How to")


@pytest.mark.parametrize(
    "code",
    [
        "<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>",
        "<pre><div><span>1</span><div>a</div></div><div><span>2</span><div>b</div></div><div><span>3</span></div></pre>",
        "<pre><div class=code__header>bash<button>Copy</button></div>a\nb</pre>",
        "<table><tr><td><pre><span class=lnt>1\n</span><span class=lnt>2\n</span></pre><td><pre>a\nb</pre></table>",
    ],
)
def test_code_loses_its_line_numbers_and_buttons(code: str) -> None:
    assert markdown(code) == "```\na\nb\n```"


def test_numbers_that_are_code_stay() -> None:
    assert markdown("<pre><b>1</b> <b>2</b> <b>4</b></pre>") == "```\n1 2 4\n```"


@pytest.mark.parametrize(
    "html",
    [
        '<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>',
        '<pre class="lang-python">x</pre>',
        '<pre data-lang="python">x</pre>',
        '<pre><code class="language-python">x</code></pre>',
        '<div class="highlight python"><pre>x</pre></div>',
    ],
)
def test_the_language_of_code_is_named_in_many_ways(html: str) -> None:
    assert markdown(html) == "```python\nx\n```"


def test_highlighting_alone_names_no_language() -> None:
    assert markdown('<div class="highlight-default"><div class="highlight"><pre>x</pre></div></div>') == "```\nx\n```"
