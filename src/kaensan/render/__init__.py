"""From the kept rows of a page to text, Markdown and HTML. The format never changes what is kept."""

from kaensan.render.html import render_html
from kaensan.render.markdown import render_markdown
from kaensan.render.options import RenderOptions
from kaensan.render.text import render_text

__all__ = ["RenderOptions", "render_html", "render_markdown", "render_text"]
