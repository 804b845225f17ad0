"""Cells outside of rows, which only a template can bring into a table, are in every format."""

from __future__ import annotations

import numpy as np
import pytest

import kaensan
from kaensan.render import render_html, render_markdown, render_text

TABLES = {
    "no rows at all": "<table><template><td>ant<td>bee</template></table>",
    "beside rows": "<table><tr><td>ant<td>bee</tr><template><td>cat<td>dog</template></table>",
    "no cells either": "<table><colgroup><template>ant</template></colgroup><tr><td>bee<td>cat</table>",
}


@pytest.mark.parametrize("html", TABLES.values(), ids=TABLES.keys())
def test_no_text_of_a_table_is_lost(html: str) -> None:
    page = kaensan.parse(html)
    kept = np.ones(len(page.texts), np.bool_)
    markdown, written = render_markdown(page, kept), render_html(page, kept)
    for word in page.texts.strings:
        assert word in render_text(page, kept)
        assert word in markdown
        assert word in written
    assert "| --- |" in markdown
    assert written.startswith("<table>")
