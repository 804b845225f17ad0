"""How Sphinx makes the documentation a web site; `scripts/docs_site.py` calls it and adds the generated pages."""

from __future__ import annotations

import os

project = "Kaensan แก่นสาร"
author = "The Kaensan authors"
release = os.environ.get("KAENSAN_VERSION", "")
html_title = f"Kaensan {release}".strip()

extensions = ["myst_nb"]
nb_execution_mode = "force"
"""the notebook runs anew each time the site is built, in a folder of its own"""
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 300
"""seconds for a cell; the slowest fetches six pages with a second between them"""
exclude_patterns = ["gallery/pages", "**/.ipynb_checkpoints"]
myst_heading_anchors = 6
"""headings get the anchors that GitHub gives them, so links work in both places"""
highlight_language = "none"
nitpicky = False

html_theme = "furo"
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a4b1e", "color-brand-content": "#7a4b1e"},
    "dark_css_variables": {"color-brand-primary": "#e0b584", "color-brand-content": "#e0b584"},
}

python_use_unqualified_type_names = True  # "Document" for "kaensan.Document"
