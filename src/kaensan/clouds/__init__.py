"""Tag clouds: what a page, or a whole site, is about, drawn as its words.

Nothing is imported here, because `kaensan.cloud` is also the function that makes a cloud.
"""
