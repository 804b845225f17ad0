"""Measuring: reference pages, the papers' metrics, peers, and the run that puts them side by side."""
