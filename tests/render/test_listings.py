"""Code that is set as a block without `pre`."""

from __future__ import annotations

from content_pages import everything, markdown, read_back

from kaensan.page import parse
from kaensan.render import render_html, render_text


def test_code_set_as_a_block_is_a_block_of_its_language() -> None:
    page = "<p>Run:</p><code class='hl lean block'><span>def</span> m : <a href=/nat>Nat</a> :=\n  1\n</code><p>Done."
    assert markdown(page) == "Run:\n\n```lean\ndef m : Nat :=\n  1\n```\n\nDone."


def test_a_box_of_code_keeps_its_lines() -> None:
    page = "<dl><dd><p>For example:</p><div class=code-block data-lang=http>GET /items\n\n  &gt; 3</div></dd></dl>"
    assert markdown(page) == "For example:\n\n```http\nGET /items\n\n  > 3\n```"


def test_other_boxes_and_words_of_code_stay_what_they_are() -> None:
    assert markdown("<p>Run <code>ls</code> now.") == "Run `ls` now."
    assert markdown("<div class=code-block>a\nb</div>") == "a b"
    assert markdown("<div class=code-block data-lang=sh><p>a</p><pre>b</pre></div>") == "a\n\n```sh\nb\n```"


def test_parts_of_a_listing_in_one_box_are_one_listing() -> None:
    part = "<code class=block>{}</code>"
    box = f"<div>{part.format('ask 1')}<pre>one</pre>{part.format('ask 2')}</div>"
    assert markdown(box) == "```\nask 1\none\nask 2\n```"
    assert markdown(f"<div>{part.format('a')}</div><div>{part.format('b')}</div>") == "```\na\n```\n\n```\nb\n```"
    assert markdown("<div><pre>a</pre><pre>b</pre></div>") == "```\na\n```\n\n```\nb\n```"


def test_text_and_html_keep_the_lines_too() -> None:
    page = parse("<p>x</p><code class=block>a\n  b</code>")
    assert "a\n  b" in render_text(page, everything(page))
    assert "<pre><code>a\n  b</code></pre>" in render_html(page, everything(page))


def test_the_bars_of_an_editor_are_no_code() -> None:
    bar = "<div><div>Python</div><span>Run</span></div>"
    assert markdown(f"<pre><div>{bar}<div class=cm-content>a<br>b</div></div></pre>") == "```\na\nb\n```"


def test_many_editors_are_no_trouble() -> None:
    blocks = "<pre><div>x</div><div class=cm-content>a</div></pre>" * 2000
    assert read_back(markdown(blocks)).count("<pre>") == 2000
