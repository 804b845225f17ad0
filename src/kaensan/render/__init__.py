"""From the kept rows of a page to text, Markdown and HTML. The format never changes what is kept."""

from typing import TYPE_CHECKING

from kaensan.lazy_names import lazy_names

if TYPE_CHECKING:
    from kaensan.render.html import render_html
    from kaensan.render.markdown import render_markdown
    from kaensan.render.options import RenderOptions
    from kaensan.render.text import render_text

__all__ = ["RenderOptions", "render_html", "render_markdown", "render_text"]

__getattr__ = lazy_names(
    __name__,
    {
        "kaensan.render.html": "render_html",
        "kaensan.render.markdown": "render_markdown",
        "kaensan.render.options": "RenderOptions",
        "kaensan.render.text": "render_text",
    },
)
