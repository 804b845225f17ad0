"""Whole sites, politely: Scrapy crawls, the client of `kaensan.fetch` fetches, the pages go into a WARC file."""
