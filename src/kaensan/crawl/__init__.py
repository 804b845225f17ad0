"""Whole sites, politely: the client of `kaensan.web` fetches, the pages go into a WARC file."""
