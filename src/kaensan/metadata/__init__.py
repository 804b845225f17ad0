"""What a page is called, who wrote it, when, in which language and on which site."""
