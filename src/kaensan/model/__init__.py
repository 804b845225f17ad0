"""The learned model: features, forest, and the file they are kept in."""
