"""`core`: the learned method."""
