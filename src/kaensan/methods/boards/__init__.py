"""`boards`: title and posts of any board, by what repeats on the page."""
