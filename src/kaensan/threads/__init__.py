"""Discussions: the posts of a page, who wrote each, when, and in answer to what."""
