"""Gold: its formats, the measures, and which texts of a page it holds."""
