"""Kaensan inside the engines that people already run: datatrove, Scrapy, Spark. One small module each."""
