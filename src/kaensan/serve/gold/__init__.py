"""Corrected pages: kept, exported to learn from, imported again, and measured against."""
