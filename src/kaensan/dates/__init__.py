"""Dates in texts: of any shape and language, as ISO 8601."""
