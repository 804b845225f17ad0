"""Markdown that GitHub and every CommonMark reader understand."""

from __future__ import annotations

import pytest
from content_pages import everything, markdown, read_back

from kaensan.page import parse
from kaensan.render import RenderOptions, render_markdown


def test_headings_keep_their_level_and_drop_their_bold() -> None:
    assert markdown("<h1>One</h1><h3><b>Three</b> #</h3>") == "# One\n\n### Three \\#"


def test_paragraphs_are_parted_by_a_blank_line_and_lines_by_two_spaces() -> None:
    assert markdown("<p>a<br>b</p><div>c<br><br>d</div>") == "a  \nb\n\nc\n\nd"


def test_lists_nest_and_keep_their_numbers() -> None:
    html = "<ol start=3><li>c<ul><li>x<li>y</ul><li>d<li value=9>j</ol>"
    assert markdown(html) == "3. c\n   - x\n   - y\n4. d\n9. j"


def test_an_item_left_out_leaves_its_number_out() -> None:
    page = parse("<ol><li>one<li>two<li>three</ol>")
    kept = everything(page)
    kept[1] = False
    assert render_markdown(page, kept) == "1. one\n3. three"


def test_items_of_several_paragraphs_are_set_apart() -> None:
    assert markdown("<ul><li><p>a</p><p>b</p><li>c</ul>") == "- a\n\n  b\n\n- c"


def test_a_list_inside_a_list_belongs_to_the_item_before() -> None:
    assert markdown("<ul><li>a</li><ul><li>b</li></ul></ul>") == "- a\n  - b"


def test_stray_items_get_a_list() -> None:
    assert markdown("<div><li>a</li><li>b</li></div>after") == "- a\n- b\n\nafter"


def test_two_lists_in_a_row_stay_two() -> None:
    assert read_back(markdown("<ul><li>a</ul><ul><li>b</ul>")).count("<ul>") == 2
    assert read_back(markdown("<ol><li>a</ol><ol><li>b</ol>")).count("<ol>") == 2


def test_a_table_has_a_heading_row_and_a_caption_above() -> None:
    html = "<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td>x|y</table>"
    assert markdown(html) == "C\n\n| a | b |\n| --- | --- |\n| 1 | x\\|y |"


def test_cells_that_span_rows_and_columns_leave_empty_places() -> None:
    html = "<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d<tr><td>e<td>f<td>g</table>"
    assert markdown(html) == "| a | b |  |\n| --- | --- | --- |\n|  | c | d |\n| e | f | g |"


def test_lists_and_paragraphs_in_cells_become_lines() -> None:
    html = "<table><tr><th>a<th>b<tr><td><ol><li>x<li>y</ol><td><p>p</p><p>q</p></table>"
    assert markdown(html) == "| a | b |\n| --- | --- |\n| 1. x<br>2. y | p<br>q |"


def test_a_cell_left_out_keeps_its_column() -> None:
    page = parse("<table><tr><th>a<th>b<th>c<tr><td>1<td>2<td>3</table>")
    kept = everything(page)
    kept[4] = False
    assert render_markdown(page, kept).splitlines()[2] == "| 1 |  | 3 |"


def test_no_cell_is_lost_to_a_short_heading_row() -> None:
    assert "2" in read_back(markdown("<table><tr><th>a<tr><td>1<td>2</table>"))


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td><h2>a</h2><td><p>b</table>",
        "<table role=presentation><tr><td>a<td>b</table>",
        "<table><tr><td>a<tr><td>b</table>",
        "<table><tr><td><table><tr><td>a</table><td>b</table>",
    ],
)
def test_tables_that_lay_out_the_page_are_no_tables(html: str) -> None:
    assert "|" not in markdown(html)


def test_code_keeps_its_white_space_and_language() -> None:
    html = "<pre><code class='hljs language-python'>def f():\n\n    return `1`\n</code></pre>"
    assert markdown(html) == "```python\ndef f():\n\n    return `1`\n```"


@pytest.mark.parametrize(
    "html",
    [
        "<pre class='brush: js'>x</pre>",
        "<div class='highlight highlight-source-js'><pre>x</pre></div>",
        "<pre data-lang=js>x</pre>",
        "<pre class='sourceCode js'><code>x</code></pre>",
    ],
)
def test_languages_are_named_in_many_ways(html: str) -> None:
    assert markdown(html) == "```js\nx\n```"


def test_code_that_holds_fences_gets_a_longer_fence() -> None:
    assert markdown("<pre>```\nx\n```</pre>") == "````\n```\nx\n```\n````"
    assert markdown("<p><code>a`b</code> <kbd>Ctrl</kbd>") == "``a`b`` `Ctrl`"


def test_quotes_nest() -> None:
    assert markdown("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>") == "> a\n>\n> > b"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a <b>bold</b> <i>word</i>", "a **bold** *word*"),
        ("<p>คำ<b>เน้น</b>ในประโยค", "คำ**เน้น**ในประโยค"),
        ("<p><b><i>both</i></b>", "**_both_**"),
        ("<p>x <b> spaced </b> y", "x **spaced** y"),
        ("<p>ก<b>“ข”</b>ค", "ก<strong>“ข”</strong>ค"),
        ("<p><b>a</b><i>b</i>", "<strong>a</strong><em>b</em>"),
        ("<p><b>a</b><b>b</b>", "**ab**"),
        ("<p><del>old</del> H<sub>2</sub>O", "~~old~~ H<sub>2</sub>O"),
    ],
)
def test_emphasis_is_marked_where_marks_work_and_tagged_where_they_do_not(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_emphasis_around_blocks_goes_into_them() -> None:
    assert markdown("<b><h2>a</h2><p>b</p></b>") == "## a\n\n**b**"


def test_links_are_absolute_and_safe() -> None:
    html = "<p><a href='../x y'>a]</a> <a href='javascript:alert(1)'>b</a> <a name=n>c</a> <a href='http://e.org/'>http://e.org/</a>"
    assert markdown(html, "http://e.org/d/f/g.html") == "[a\\]](http://e.org/d/x%20y) b c <http://e.org/>"


def test_a_link_around_blocks_becomes_a_link_in_each() -> None:
    assert markdown("<a href=/x><h3>a</h3><p>b</p></a>") == "### [a](/x)\n\n[b](/x)"


def test_neighbouring_links_stay_apart() -> None:
    assert markdown("<p><a href=/x>a</a> <a href=/x>b</a>") == "[a](/x) [b](/x)"


def test_an_exclamation_mark_before_a_link_makes_no_image() -> None:
    assert read_back(markdown("<p>Wow!<a href=/x>a</a>")) == '<p>Wow!<a href="/x">a</a></p>\n'


def test_images_have_their_alternative_text_and_captions() -> None:
    html = "<p>t</p><figure><img src=a.png alt='A  cat'><figcaption>C</figcaption></figure><p>u</p>"
    assert markdown(html, "http://e.org/") == "t\n\n![A cat](http://e.org/a.png)\n\nC\n\nu"


def test_deferred_images_are_found_and_counted_once() -> None:
    html = "<p>t<img src='data:image/gif;base64,x' data-src=a.png><noscript><img src=a.png></noscript>u"
    assert markdown(html).count("![](a.png)") == 1


def test_images_far_from_the_content_and_tracking_dots_are_left_out() -> None:
    page = parse("<nav><img src=logo.png>a b</nav><p>content<img src=dot.gif width=1>")
    kept = everything(page)
    kept[0] = False
    assert render_markdown(page, kept) == "content"


def test_options_drop_links_and_images() -> None:
    page = parse("<p>a <a href=/x>b</a> <img src=c.png alt=d>e")
    assert render_markdown(page, everything(page), RenderOptions(links=False, images=False)) == "a b e"


def test_footnotes_are_footnotes() -> None:
    html = (
        "<p>Text<sup><a id=r1 href=#n1>[1]</a></sup> and<sup><a id=r2 href=#n2>2</a></sup></p>"
        "<ol><li id=n1><p>First.</p><p>More. <a href=#r1>↩</a></p><li id=n2>Second <a href=#r2>↩</a></ol>"
    )
    assert markdown(html) == "Text[^1] and[^2]\n\n[^1]: First.\n\n    More.\n\n[^2]: Second"
    assert 'class="footnote-ref"' in read_back(markdown(html))


def test_links_within_the_page_are_no_footnotes() -> None:
    html = "<ul><li><a href=#a>1</a></ul><p id=a>Part one</p>"
    assert markdown(html) == "- [1](#a)\n\nPart one"


def test_formulas_stay_latex() -> None:
    tex = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_1*x_2</annotation></semantics></math>"
    assert markdown(f"<p>Let {tex} be</p><p>{tex}</p>") == "Let $`x_1*x_2`$ be\n\n```math\nx_1*x_2\n```"
    assert markdown(r"<p>Let \(a_b\) and \[c\] be $5") == "Let $`a_b`$ and $`c`$ be $5"


def test_text_that_looks_like_markdown_is_escaped() -> None:
    html = "<p>1. May<p># no<p>- 5 °C<p>a * b<p>snake_case _x_<p>[a]: b<p>&lt;b&gt; &amp;amp;<p>===<p>a<br>---"
    assert read_back(markdown(html)).count("<p>") == 9
    assert markdown("<p>snake_case, 3 > 2 & 1 < 2") == "snake_case, 3 > 2 & 1 < 2"


def test_deep_nesting_is_flattened() -> None:
    assert markdown("<blockquote>" * 400 + "x").count(">") <= 60
    assert markdown("<ul><li>" * 400 + "x").endswith("- x")


def test_words_of_code_around_a_text_that_was_left_out_are_not_glued() -> None:
    page = parse("<pre>a<i>1</i>b</pre>")
    kept = everything(page)
    kept[1] = False
    assert render_markdown(page, kept) == "```\na b\n```"
